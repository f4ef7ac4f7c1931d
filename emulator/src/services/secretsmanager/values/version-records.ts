// Writes versions: each has a record and an entry in the order of creation.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Version, versions, versionsByAge } from '#services/secretsmanager/state';

export function keepVersion(tx: Tx, name: string, version: Frozen<Version>, ctx: Ctx): void {
  tx.put(ctx.records(versions), [name, version.id], version);
  tx.put(ctx.records(versionsByAge), [name, version.createdMs, version.id], { id: version.id });
}

export function forgetVersion(tx: Tx, name: string, id: string, ctx: Ctx): void {
  const version = ctx.records(versions).get([name, id]);
  if (!version) return;
  tx.delete(ctx.records(versions), [name, id]);
  tx.delete(ctx.records(versionsByAge), [name, version.createdMs, id]);
}
