// The entry of an item in a vector index.
import { joinKey, type KeyAttribute, shortText } from '#services/dynamodb/engine/key';
import { partSize, utf8Bytes } from '#services/dynamodb/engine/size';
import { attribute, type Item } from '#services/dynamodb/engine/value';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import { floatsOf, packFloats } from './floats.ts';
import type { VectorSchema } from './schema.ts';
import type { VectorEntry } from './state.ts';

const FLOAT_BYTES = 4;

/** How an item with a HASH attribute of this value is found; undefined where the item lacks it. */
export const hashText = (hash: KeyAttribute | undefined, item: Item): string | undefined => {
  if (!hash) return '';
  const text = attribute(item, hash.name)?.[hash.type] === '' ? undefined : joinKey([hash], item);
  return text === undefined ? undefined : shortText(text);
};

export interface PlacedEntry {
  readonly hash: string;
  readonly item: string;
  readonly entry: VectorEntry;
}

/** Bytes of a vector in an index, and of what a write of it is charged for. */
export const vectorBytes = (dimensions: number): number => FLOAT_BYTES * dimensions;

/** Undefined where the item is not in the index: without a vector, or without the attribute by which searches are made. */
export function entryOf(
  { vector, hash, filters, projected }: VectorSchema,
  item: Item,
  place: Pick<VectorEntry, 'partition' | 'sort'>,
  sizeOf = (names: readonly string[]): number => partSize(item, names),
): PlacedEntry | undefined {
  const floats = floatsOf(attribute(item, vector.attribute)?.L, vector.dimensions);
  const text = floats && hashText(hash, item);
  if (!floats || text === undefined) return undefined;
  if (filters.some(({ name, type }) => Object.hasOwn(item, name) && item[name]![type] === undefined)) return undefined;
  const names = filters.map(({ name }) => name).filter((name) => Object.hasOwn(item, name));
  const bytes = sizeOf((projected ? [...projected] : Object.keys(item)).filter((name) => name !== vector.attribute));
  return {
    hash: text,
    item: shortText(place.partition + place.sort),
    entry: {
      ...place,
      vector: packFloats(floats),
      bytes: bytes + utf8Bytes(vector.attribute) + vectorBytes(vector.dimensions),
      ...(names.length > 0 && { filter: pickAttributes(item, names) }),
    },
  };
}

/** The attributes besides the vector that the index shows of either item. */
export function shownBesides({ vector, projected }: VectorSchema, before: Item, next: Item): string[] {
  const names = projected ?? new Set([...Object.keys(before), ...Object.keys(next)]);
  return [...names].filter((name) => name !== vector.attribute);
}
