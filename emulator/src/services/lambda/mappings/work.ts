// Due work of event source mappings.
import type { DueWork } from '#core/time/work';
import { poll } from './poll.ts';

export const work: Readonly<Record<string, DueWork>> = {
  'lambda.poll': ([uuid], ctx) => poll(String(uuid), ctx),
};
