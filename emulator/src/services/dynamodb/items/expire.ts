// Deletes the items of a table whose time has come, in steps with pauses, so that calls get their turn.
import type { Ctx } from '#core/ctx';
import { nextTurn } from '#lib/next-turn';
import { expiredPlaces, setAlarm } from './expiry.ts';
import { MAX_AT_ONCE } from './in-turns.ts';
import { readItem } from './place.ts';
import { writeItem } from './write-item.ts';

const AT_ONCE = 200;

/** Returns how many items were deleted. */
export async function expireItems(name: string, storeId: string, ctx: Ctx): Promise<number> {
  let deleted = 0;
  for (;;) {
    const found = expiredPlaces(name, storeId, AT_ONCE, ctx);
    if (!found) return deleted;
    const { located, places } = found;
    let done = 0;
    ctx.write((tx) => {
      for (let length = 0; done < places.length && length <= MAX_AT_ONCE; done++) {
        const place = places[done]!;
        const before = readItem(located, place);
        if (before) writeItem(tx, located, { place, before, next: undefined, expired: true });
        length += before?.text.length ?? 0;
      }
      setAlarm(tx, located.table, ctx);
    });
    deleted += done;
    if (done === places.length && places.length < AT_ONCE) return deleted;
    await nextTurn();
  }
}
