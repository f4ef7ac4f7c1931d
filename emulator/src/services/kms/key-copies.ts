// Multi-Region keys: copies of one key in several regions. Every copy is updated in the same write.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Key, keys } from './state.ts';

/** The contexts of all copies of the key, this region's first; for a single-Region key only this region's. */
export function placesOf({ multiRegion }: Frozen<Key>, ctx: Ctx): Ctx[] {
  if (!multiRegion) return [ctx];
  const others = [multiRegion.primary, ...multiRegion.replicas].filter((region) => region !== ctx.region);
  return [ctx, ...others.map((region) => ctx.in({ region }))];
}

/** Applies a change to all copies. */
export function changeCopies(tx: Tx, key: Frozen<Key>, change: (copy: Frozen<Key>, there: Ctx) => Frozen<Key>, ctx: Ctx): void {
  for (const there of placesOf(key, ctx)) {
    const copy = there.records(keys).get([key.id]);
    if (copy) tx.put(there.records(keys), [key.id], change(copy, there));
  }
}

export const isPrimary = ({ multiRegion }: Frozen<Key>, ctx: Ctx): boolean => !multiRegion || multiRegion.primary === ctx.region;
