// When a key's material is replaced by itself.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Key } from '#services/kms/state';

/** Writes down the next rotation of a key, or that there is none. Of a multi-Region key the primary rotates all copies. */
export function scheduleRotation(tx: Tx, { id, rotation, multiRegion }: Frozen<Key>, ctx: Ctx): void {
  const rotatesHere = rotation.enabled && (!multiRegion || multiRegion.primary === ctx.region);
  if (rotatesHere) ctx.later(tx, 'kms.rotate', [id], rotation.nextMs);
  else ctx.unschedule(tx, 'kms.rotate', [id]);
}
