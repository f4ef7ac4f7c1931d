// Due work of event source mappings.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { pollMapping } from './poll.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'lambda.poll': ([uuid], ctx) => pollMapping(String(uuid), ctx),
});
