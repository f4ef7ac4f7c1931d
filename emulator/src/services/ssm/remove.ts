// Removes a parameter with its versions and resource policies.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { parameters, resourcePolicies, versions } from './state.ts';

export function removeParameter(tx: Tx, name: string, ctx: Ctx): void {
  tx.delete(ctx.records(parameters), [name]);
  for (const [key] of ctx.records(versions).entries([name])) tx.delete(ctx.records(versions), key);
  for (const [key] of ctx.records(resourcePolicies).entries([name])) tx.delete(ctx.records(resourcePolicies), key);
  ctx.unschedule(tx, 'ssm.expire', [name]);
}
