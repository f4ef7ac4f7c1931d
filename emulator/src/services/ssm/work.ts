// Due work of the parameter store: deletes parameters whose Expiration policy is due.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { removeParameter } from './remove.ts';
import { parameters, versions } from './state.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'ssm.expire': ([key], ctx) => {
    const name = String(key);
    const parameter = ctx.records(parameters).get([name]);
    const expiryMs = parameter && ctx.records(versions).get([name, parameter.latest])?.expiryMs;
    if (expiryMs !== undefined && expiryMs <= ctx.now()) ctx.write((tx) => removeParameter(tx, name, ctx));
  },
});
