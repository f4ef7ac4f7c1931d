// Writes the records of secrets.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { scheduleReplication } from './replication/replication-schedule.ts';
import { afterChange } from './rotation/rotation-schedule.ts';
import { type Secret, secrets } from './state.ts';
import { CURRENT } from './values/stages.ts';

/** Writes a changed secret, and schedules the rotation and replication that follow from the change. */
export function keepSecret(tx: Tx, before: Frozen<Secret> | undefined, secret: Frozen<Secret>, ctx: Ctx): Frozen<Secret> {
  if (secret === before) return secret;
  const kept = before && before.stages[CURRENT] !== secret.stages[CURRENT] ? afterChange(tx, secret, ctx) : secret;
  tx.put(ctx.records(secrets), [kept.name], kept);
  scheduleReplication(tx, kept, ctx);
  return kept;
}
