// Items that a decision under way has read: a write of one makes the decision look again. Only decisions that take longer than a turn are noted.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import { type ItemLocation, itemId } from './place.ts';

/** Told when its item is written. */
export interface ItemReader {
  isStale: boolean;
}

class AwaitedItems implements Owned {
  readonly #readers = new Map<string, Set<ItemReader>>();

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  add(id: string, reader: ItemReader): void {
    const readers = this.#readers.get(id);
    if (readers) readers.add(reader);
    else this.#readers.set(id, new Set([reader]));
  }

  delete(id: string, reader: ItemReader): void {
    const readers = this.#readers.get(id);
    readers?.delete(reader);
    if (readers?.size === 0) this.#readers.delete(id);
  }

  written(id: string): void {
    for (const reader of this.#readers.get(id) ?? []) reader.isStale = true;
  }

  async stop(): Promise<void> {
    this.#readers.clear();
  }
}

const awaitedItems = (ctx: Ctx): AwaitedItems => ctx.own('dynamodb.awaited-items', () => new AwaitedItems());

export function noteItemWrite(located: LocatedTable, place: ItemLocation): void {
  const awaited = awaitedItems(located.there);
  if (!awaited.isEmpty) awaited.written(itemId(located, place));
}

/** From now on the reader is told of writes. Returns how to end this. */
export function awaitItem(reader: ItemReader, located: LocatedTable, place: ItemLocation): () => void {
  const [awaited, id] = [awaitedItems(located.there), itemId(located, place)];
  awaited.add(id, reader);
  return () => awaited.delete(id, reader);
}
