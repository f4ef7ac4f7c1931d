// Attribute values in wire form, `{ S: 'x' }`: their types, equality and order.
import { compareNumbers } from './number.ts';

export type ValueType = 'S' | 'N' | 'B' | 'SS' | 'NS' | 'BS' | 'L' | 'M' | 'BOOL' | 'NULL';

/** Has exactly one member once `checkValue` has accepted it. Bytes are base64 texts, numbers are decimal texts. */
export interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
  readonly L?: readonly Value[];
  readonly M?: Item;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
}
export type Item = { readonly [name: string]: Value };
/** An item that is being built. Nothing is inherited, because an attribute may be called `__proto__`. */
export type OpenItem = Record<string, Value>;

/** An object without any prototype would be a hash table, which takes twice as long to copy and to write as JSON. */
const Blank = function (this: OpenItem) {} as unknown as new () => OpenItem;
Blank.prototype = Object.create(null);

export const openItem = (item: Item = {}): OpenItem => Object.assign(new Blank(), item);

/** The attribute's value. Items may come from `JSON.parse`: names such as `constructor` are attributes only where the item owns them. */
export const attribute = (item: Item, name: string): Value | undefined => (Object.hasOwn(item, name) ? item[name] : undefined);

export function typeOf(value: Value): ValueType {
  for (const type in value) return type as ValueType;
  throw new TypeError('an attribute value has a type');
}

const SETS = ['SS', 'NS', 'BS'] as const;

export function equalValues(a: Value, b: Value): boolean {
  // An update shares what it does not change with the old item.
  if (a === b) return true;
  if (a.S !== undefined) return a.S === b.S;
  if (a.N !== undefined) return a.N === b.N;
  if (a.B !== undefined) return a.B === b.B;
  if (a.BOOL !== undefined) return a.BOOL === b.BOOL;
  if (a.NULL !== undefined) return b.NULL !== undefined;
  if (a.L) return equalLists(a.L, b.L);
  if (a.M) return equalItems(a.M, b.M);
  for (const type of SETS) if (a[type]) return equalSets(a[type], b[type]);
  return false;
}

const equalLists = (a: readonly Value[], b: readonly Value[] | undefined): boolean =>
  b !== undefined && a.length === b.length && a.every((value, at) => equalValues(value, b[at]!));

export function equalItems(a: Item, b: Item | undefined): boolean {
  if (b === undefined) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const other = attribute(b, name);
    return other !== undefined && equalValues(a[name]!, other);
  });
}

function equalSets(a: readonly string[], b: readonly string[] | undefined): boolean {
  if (b === undefined || a.length !== b.length) return false;
  const members = new Set(b);
  return a.every((member) => members.has(member));
}

/** Negative, zero or positive for two strings, numbers or binaries; NaN for anything else. */
export function compareValues(a: Value, b: Value): number {
  if (a.S !== undefined && b.S !== undefined) return compareStrings(a.S, b.S);
  if (a.N !== undefined && b.N !== undefined) return compareNumbers(a.N, b.N);
  if (a.B !== undefined && b.B !== undefined) return Buffer.compare(Buffer.from(a.B, 'base64'), Buffer.from(b.B, 'base64'));
  return Number.NaN;
}

/** By UTF-8 bytes. UTF-16, the order of `<`, differs where a surrogate meets U+E000 to U+FFFF. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [unit, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (unit !== other) return unit < 0xd800 || other < 0xd800 ? unit - other : rank(unit) - rank(other);
  }
  return a.length - b.length;
}

const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit + 0x2000);
