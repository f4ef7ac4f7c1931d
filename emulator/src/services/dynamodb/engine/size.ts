// Sizes of items in bytes, as the service counts them: names and texts as UTF-8, binaries decoded.
import { numberSize } from './number.ts';
import type { Item, Value } from './value.ts';

/** Limit: bytes of an item, with the names of its attributes. */
export const MAX_ITEM_BYTES = 409_600;
/** Bytes of an empty list or map; each member adds one more. */
const CONTAINER_BYTES = 3;

export const utf8Bytes = (text: string): number => Buffer.byteLength(text);

/** Decoded length of a base64 text with padding. */
export const base64Bytes = (text: string): number => (text.length >> 2) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);

const sum = <T>(parts: readonly T[], size: (part: T) => number): number => parts.reduce((total, part) => total + size(part), 0);

export function valueSize(value: Value): number {
  if (value.S !== undefined) return utf8Bytes(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return base64Bytes(value.B);
  if (value.L) return CONTAINER_BYTES + sum(value.L, (member) => 1 + valueSize(member));
  if (value.M) return CONTAINER_BYTES + Object.keys(value.M).length + itemSize(value.M);
  if (value.SS) return sum(value.SS, utf8Bytes);
  if (value.NS) return sum(value.NS, numberSize);
  if (value.BS) return sum(value.BS, base64Bytes);
  return 1;
}

export function itemSize(item: Item): number {
  let size = 0;
  for (const name in item) size += utf8Bytes(name) + valueSize(item[name]!);
  return size;
}

export const partSize = (item: Item, names: readonly string[]): number =>
  sum(names, (name) => (Object.hasOwn(item, name) ? utf8Bytes(name) + valueSize(item[name]!) : 0));
