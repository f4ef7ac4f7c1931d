// Due work of provisioned concurrency.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { provision } from './provision.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'lambda.provision': ([name, qualifier], ctx) => provision(String(name), String(qualifier), ctx),
});
