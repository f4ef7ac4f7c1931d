// Due work: records whose time is over, and what deleted streams leave behind.
import type { DueWork } from '#core/time/work';
import { whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { forgetStep, trimStep } from './records/trim.ts';

/** Lets other work go on between two steps. */
export const work: Readonly<Record<string, DueWork>> = table({
  'kinesis.trim': async (key, ctx) => {
    const [name, streamId, index] = key as [string, string, number];
    await whileMore(() => trimStep(name, streamId, index, ctx));
  },
  'kinesis.forget': async ([streamId], ctx) => {
    await whileMore(() => forgetStep(String(streamId), ctx));
  },
});
