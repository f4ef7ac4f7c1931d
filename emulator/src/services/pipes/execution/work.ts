// Due work of running pipes: reads the source.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { POLL } from '#services/pipes/pipes/pipe-write';
import { pollPipe } from './poll-pipe.ts';

export const work: Readonly<Record<string, DueWork>> = table({ [POLL]: ([name], ctx) => pollPipe(String(name), ctx) });
