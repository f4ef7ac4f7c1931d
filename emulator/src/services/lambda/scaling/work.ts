// Due work of scaling.
import type { DueWork } from '#core/work';
import { scale } from './scaling-config.ts';

export const work: Readonly<Record<string, DueWork>> = {
  'lambda.scale': ([name, version], ctx) => scale(ctx, String(name), Number(version)),
};
