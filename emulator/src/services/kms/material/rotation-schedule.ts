// Schedules the automatic rotation of a key's material.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Key } from '#services/kms/state';

/** Stores when the key rotates next, or that it does not. The primary of a multi-Region key rotates all copies. */
export function scheduleRotation(tx: Tx, { id, rotation, multiRegion }: Frozen<Key>, ctx: Ctx): void {
  const rotatesHere = rotation.enabled && (!multiRegion || multiRegion.primary === ctx.region);
  if (rotatesHere) ctx.later(tx, 'kms.rotate', [id], rotation.nextMs);
  else ctx.unschedule(tx, 'kms.rotate', [id]);
}
