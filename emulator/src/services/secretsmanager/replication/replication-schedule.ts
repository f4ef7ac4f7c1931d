// Schedules replication: each change of a primary secret is copied to its replicas right after, as due work.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Secret } from '#services/secretsmanager/state';

export function scheduleReplication(tx: Tx, { name, replicas }: Frozen<Secret>, ctx: Ctx): void {
  if (replicas.length > 0) ctx.later(tx, 'secretsmanager.replicate', [name], ctx.now());
}
