// Due work of pipes: transitions between states.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { SETTLE } from './pipe-write.ts';
import { settle } from './settle.ts';

export const work: Readonly<Record<string, DueWork>> = table({ [SETTLE]: ([name], ctx) => settle(String(name), ctx) });
