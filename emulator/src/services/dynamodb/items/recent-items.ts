// The items that were updated last, as objects: an item that is updated over and over is not parsed each time.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import type { Item } from '#services/dynamodb/engine/value';
import type { StoredItem } from '#services/dynamodb/state';

const MAX_KEPT = 32;
/** Characters of JSON. Larger items would take much memory, and parsing them is a small part of writing them. */
const MAX_LENGTH = 8_192;

type Stored = Frozen<StoredItem>;

class RecentItems implements Owned {
  /** By the records that hold them, the oldest first. */
  readonly #items = new Map<Stored, Item>();

  get(stored: Stored): Item | undefined {
    return this.#items.get(stored);
  }

  replace(before: Stored | undefined, next: Stored, item: Item): void {
    if (before) this.#items.delete(before);
    if (next.text.length > MAX_LENGTH) return;
    if (this.#items.size >= MAX_KEPT) for (const oldest of this.#items.keys()) if (this.#items.delete(oldest)) break;
    this.#items.set(next, item);
  }

  async stop(): Promise<void> {
    this.#items.clear();
  }
}

const recentItems = (ctx: Ctx): RecentItems => ctx.own('dynamodb.recent-items', () => new RecentItems());

/** The item of a record where it was updated just now. Nobody may change it. */
export const recentItem = (stored: Stored, ctx: Ctx): Item | undefined => recentItems(ctx).get(stored);

/** Notes an item that a request over the network has updated: a service that calls may still change what it gave. */
export function noteRecentItem(before: Stored | undefined, next: Stored, item: Item, ctx: Ctx): void {
  if (ctx.http) recentItems(ctx).replace(before, next, item);
}
