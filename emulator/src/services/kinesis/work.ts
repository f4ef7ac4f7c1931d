// Due work: records whose time is over, and what deleted streams leave behind.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { forgetStep, trimStep } from './records/trim.ts';

/** Lets other work go on between two steps. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const work: Readonly<Record<string, DueWork>> = table({
  'kinesis.trim': async (key, ctx) => {
    const [name, streamId, index] = key as [string, string, number];
    while (trimStep(name, streamId, index, ctx)) await pause();
  },
  'kinesis.forget': async ([streamId], ctx) => {
    while (forgetStep(String(streamId), ctx)) await pause();
  },
});
