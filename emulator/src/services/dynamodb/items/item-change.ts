// A change of one item, and what it costs.
import type { Item } from '#services/dynamodb/engine/value';
import type { ItemRead } from './item-text.ts';
import type { ItemLocation } from './place.ts';

/** An item that is written: its attributes, and its size in bytes. */
export interface NewItem {
  readonly item: Item;
  readonly bytes: number;
  /** Its JSON, where it is known. */
  readonly text?: string | undefined;
}

export interface ItemChange {
  readonly place: ItemLocation;
  readonly before: ItemRead | undefined;
  /** Undefined deletes the item. */
  readonly next: NewItem | undefined;
  /** Set where the item's time has come, and no client deletes it. */
  readonly expired?: true;
  /** Set where the write comes from another region of a global table. */
  readonly replicated?: true;
}
