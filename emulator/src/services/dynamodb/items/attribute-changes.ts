// Sizes of attributes before and after a change, and whether they are the same, worked out once for all the indexes that show them.
import { utf8Bytes, valueSize } from '#services/dynamodb/engine/size';
import { attribute, equalItems, equalValues, type Item } from '#services/dynamodb/engine/value';
import type { ItemChange } from './item-change.ts';

type Names = Iterable<string>;
type Side = 'before' | 'next';

export class AttributeChanges {
  readonly #change: Pick<ItemChange, 'before' | 'next'>;
  readonly #sizes = { before: new Map<string, number>(), next: new Map<string, number>() };
  readonly #same = new Map<string, boolean>();
  #sameItem: boolean | undefined;

  constructor(change: Pick<ItemChange, 'before' | 'next'>) {
    this.#change = change;
  }

  /** Bytes of these attributes with their names, as far as the item has them. */
  size(side: Side, names: Names): number {
    const { item } = this.#change[side]!;
    let bytes = 0;
    for (const name of names) bytes += this.#sizeOf(side, item, name);
    return bytes;
  }

  /** Whether both items have the same attributes of these names; all attributes where no names are given. */
  isSame(names: Names | undefined): boolean {
    const { before, next } = this.#change;
    if (!before || !next) return false;
    if (!names) return (this.#sameItem ??= equalItems(before.item, next.item));
    for (const name of names) if (!this.#isSameAttribute(before.item, next.item, name)) return false;
    return true;
  }

  #sizeOf(side: Side, item: Item, name: string): number {
    const sizes = this.#sizes[side];
    let size = sizes.get(name);
    if (size === undefined) {
      const value = attribute(item, name);
      size = value ? utf8Bytes(name) + valueSize(value) : 0;
      sizes.set(name, size);
    }
    return size;
  }

  #isSameAttribute(before: Item, next: Item, name: string): boolean {
    let same = this.#same.get(name);
    if (same === undefined) {
      const [old, now] = [attribute(before, name), attribute(next, name)];
      same = old === undefined || now === undefined ? old === now : equalValues(old, now);
      this.#same.set(name, same);
    }
    return same;
  }
}
