// Due work of scaling.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { scale } from './scaling-config.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'lambda.scale': ([name, version], ctx) => scale(String(name), Number(version), ctx),
});
