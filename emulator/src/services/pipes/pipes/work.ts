// Due work of pipes: transitions between states.
import type { DueWork } from '#core/time/work';
import { SETTLE } from './pipe-write.ts';
import { settle } from './settle.ts';

export const work: Readonly<Record<string, DueWork>> = { [SETTLE]: ([name], ctx) => settle(String(name), ctx) };
