// Puts items together to batches, by number and by size.
import type { ItemBatcher } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';

/** Limit: bytes of the input of an execution that a map run batches. */
const MAX_BYTES = 262_144;

export class Batches {
  readonly #batcher: ItemBatcher;
  #items: Json[] = [];
  #bytes = 0;

  constructor(batcher: ItemBatcher) {
    this.#batcher = batcher;
  }

  /** The batches that these items complete. */
  add(items: readonly Json[]): Json[] {
    const { maxItems = Number.POSITIVE_INFINITY, maxBytes = MAX_BYTES } = this.#batcher;
    const limit = Math.min(maxBytes, MAX_BYTES);
    const complete: Json[] = [];
    for (const item of items) {
      const bytes = Buffer.byteLength(JSON.stringify(item)) + 1;
      if (this.#items.length > 0 && (this.#items.length >= maxItems || this.#bytes + bytes > limit)) complete.push(...this.end());
      if (this.#items.length === 0) this.#bytes = this.#overhead();
      this.#items.push(item);
      this.#bytes += bytes;
    }
    return complete;
  }
  /** The last batch, where one has been begun. */
  end(): Json[] {
    const { input } = this.#batcher;
    const items = this.#items;
    this.#items = [];
    if (items.length === 0) return [];
    return [input === undefined ? { Items: items } : { BatchInput: input, Items: items }];
  }
  #overhead(): number {
    const { input } = this.#batcher;
    return Buffer.byteLength(JSON.stringify({ Items: [], ...(input !== undefined && { BatchInput: input }) }));
  }
}
