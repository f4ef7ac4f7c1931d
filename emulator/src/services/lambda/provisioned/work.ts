// Due work of provisioned concurrency.
import type { DueWork } from '#core/time/work';
import { provision } from './provision.ts';

export const work: Readonly<Record<string, DueWork>> = {
  'lambda.provision': ([name, qualifier], ctx) => provision(String(name), String(qualifier), ctx),
};
