// Deletes a key with its material, aliases, grants and tags.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { changeCopies } from '#services/kms/key-copies';
import { forgetGrant } from '#services/kms/policies/grants';
import { aliases, aliasesByKey, grants, importParameters, type Key, keys, lastUses, materials } from '#services/kms/state';
import { startWindow } from './deletion.ts';

export function deleteKey(tx: Tx, key: Frozen<Key>, ctx: Ctx): void {
  const { id } = key;
  for (const { name } of ctx.records(aliasesByKey).range([id])) {
    tx.delete(ctx.records(aliases), [name]);
    tx.delete(ctx.records(aliasesByKey), [id, name]);
  }
  for (const { number } of ctx.records(materials).range([id])) {
    tx.delete(ctx.records(materials), [id, number]);
    ctx.unschedule(tx, 'kms.expire-material', [id, number]);
  }
  for (const grant of ctx.records(grants).range([id])) forgetGrant(tx, grant, ctx);
  for (const [parameters] of ctx.records(importParameters).entries([id])) {
    tx.delete(ctx.records(importParameters), parameters);
    ctx.unschedule(tx, 'kms.forget-parameters', parameters);
  }
  ctx.unschedule(tx, 'kms.rotate', [id]);
  tx.delete(ctx.records(lastUses), [id]);
  tx.delete(ctx.records(keys), [id]);
  leaveCopies(tx, key, ctx);
}

/** Removes the key from the lists of its other copies. A primary key that waited for its last replica now starts its own waiting period. */
function leaveCopies(tx: Tx, key: Frozen<Key>, ctx: Ctx): void {
  if (!key.multiRegion) return;
  const multiRegion = { ...key.multiRegion, replicas: key.multiRegion.replicas.filter((region) => region !== ctx.region) };
  changeCopies(tx, key, (copy) => ({ ...copy, multiRegion }), ctx);
  if (multiRegion.replicas.length > 0) return;
  const there = ctx.in({ region: multiRegion.primary });
  const primary = there.records(keys).get([key.id]);
  if (primary?.state === 'PendingReplicaDeletion') startWindow(tx, primary, primary.pendingWindowDays!, there);
}
