// Multi-Region keys: one key, copied to several regions. What they share is written to every copy at once.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type Key, keys } from '#services/kms/state';

/** Where copies of the key live, this place first; just this place for ordinary keys. */
export function placesOf({ multiRegion }: Frozen<Key>, ctx: Ctx): Ctx[] {
  if (!multiRegion) return [ctx];
  const others = [multiRegion.primary, ...multiRegion.replicas].filter((region) => region !== ctx.region);
  return [ctx, ...others.map((region) => ctx.in({ region }))];
}

/** Changes what all copies share. */
export function changeCopies(tx: Tx, key: Frozen<Key>, change: (copy: Frozen<Key>, there: Ctx) => Frozen<Key>, ctx: Ctx): void {
  for (const there of placesOf(key, ctx)) {
    const copy = there.records(keys).get([key.id]);
    if (copy) tx.put(there.records(keys), [key.id], change(copy, there));
  }
}

export const isPrimary = ({ multiRegion }: Frozen<Key>, ctx: Ctx): boolean => !multiRegion || multiRegion.primary === ctx.region;
