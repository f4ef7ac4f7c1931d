// Due work of scaling.
import type { DueWork } from '#core/time/work';
import { scale } from './scaling-config.ts';

export const work: Readonly<Record<string, DueWork>> = {
  'lambda.scale': ([name, version], ctx) => scale(String(name), Number(version), ctx),
};
