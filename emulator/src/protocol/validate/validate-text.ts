// The texts of validation errors: how values print, and the sentence for each broken constraint.

import { modelRegex, type TextTest } from '#lib/regex/model-regex';
import type { Constraint, ServiceIR, StructureShape } from '#protocol/ir';
import { notScalar } from '#protocol/refusals';

/** Returns what is wrong with a value, or undefined. */
export type Check = (value: unknown) => string | undefined;

/** Prints values as Java does. */
export function show(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return `java.nio.HeapByteBuffer[pos=0 lim=${value.length} cap=${value.length}]`;
  if (value instanceof Date) return value.toUTCString();
  if (Array.isArray(value)) return showItems(value, show);
  return `{${Object.entries(value)
    .map(([key, part]) => `${key}=${show(part)}`)
    .join(', ')}}`;
}

/** Long lists are cut: an error that repeats a megabyte helps nobody. */
const MAX_SHOWN_ITEMS = 1_000;
export const showItems = <T>(items: readonly T[], print: (item: T) => string): string =>
  `[${items.slice(0, MAX_SHOWN_ITEMS).map(print).join(', ')}${items.length > MAX_SHOWN_ITEMS ? ', …' : ''}]`;

/** A structure inside a printed list, with all members of the model: `PutEventsRequestEntry(time=null, source=a)` (recorded). */
export function showStructure({ name, members }: StructureShape, value: object): string {
  const parts = members.map(([key]) => `${lowerFirst(key)}=${show((value as Record<string, unknown>)[key])}`);
  return `${name}(${parts.join(', ')})`;
}

export const lowerFirst = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function lengthChecks([least, most]: readonly [number | null, number | null]): Check[] {
  const checks: Check[] = [];
  if (most !== null) checks.push((value) => (lengthOf(value) > most ? `Member must have length less than or equal to ${most}` : undefined));
  if (least !== null && least > 0)
    checks.push((value) => (lengthOf(value) < least ? `Member must have length greater than or equal to ${least}` : undefined));
  return checks;
}

function rangeChecks([least, most]: readonly [number | null, number | null]): Check[] {
  const checks: Check[] = [];
  if (most !== null)
    checks.push((value) => ((value as number) > most ? `Member must have value less than or equal to ${most}` : undefined));
  if (least !== null)
    checks.push((value) => ((value as number) < least ? `Member must have value greater than or equal to ${least}` : undefined));
  return checks;
}

const MAX_KEPT_LENGTH = 256;

function patternCheck(pattern: string, shown: string): Check {
  let matches: TextTest | undefined;
  /** The last short text that matched: often the next request has the same name. */
  let matched: unknown;
  return (value) => {
    if (value === matched) return undefined;
    matches ??= modelRegex(pattern);
    if (!matches(value as string)) return `Member must satisfy regular expression pattern: ${shown}`;
    if ((value as string).length <= MAX_KEPT_LENGTH) matched = value;
    return undefined;
  };
}

/** A member whose values are not told in errors does not tell the values that it may have, either. */
function enumCheck(values: readonly string[], isSensitive: boolean): Check {
  const known = new Set<unknown>(values);
  const words = `Member must satisfy enum value set${isSensitive ? '' : `: [${values.join(', ')}]`}`;
  return (value) => (known.has(value) ? undefined : words);
}

function uniqueCheck(): Check {
  return (value) => {
    const items = (value as unknown[]).map((item) => JSON.stringify(item));
    return new Set(items).size === items.length ? undefined : 'Member must have unique values';
  };
}

/** Fractions and numbers with more bits never reach the service: its reader refuses the whole document. */
function integerCheck(bits: 32 | 64): Check {
  const most = 2 ** (bits - 1);
  return (value) => {
    if (typeof value === 'number' && !(Number.isInteger(value) && value <= most && value >= -most)) throw notScalar(value, 'number');
    return undefined;
  };
}

/** The checks of one constraint on the value itself, in the order in which services report them. */
export function checksOf(ir: ServiceIR, constraint: Constraint | undefined, isSensitive = false): Check[] {
  if (!constraint) return [];
  const { len, range, integer, pattern, shown = pattern, uniqueItems, enum: enumName } = constraint;
  return [
    ...(integer ? [integerCheck(integer)] : []),
    ...(len ? lengthChecks(len) : []),
    ...(range ? rangeChecks(range) : []),
    ...(pattern === undefined ? [] : [patternCheck(pattern, shown!)]),
    ...(uniqueItems ? [uniqueCheck()] : []),
    ...(enumName ? [enumCheck(ir.enums[enumName] ?? [], isSensitive)] : []),
  ];
}

/** Every check of a constraint in words, broken or not: for lists and maps, services print all conditions on their items. Keys are never null. */
export function allWords(ir: ServiceIR, constraint: Constraint, part: 'key' | 'item' = 'item'): string[] {
  const { len, range, pattern, shown = pattern, enum: enumName } = constraint;
  const words: string[] = [];
  const bounds = (what: string, [least, most]: readonly [number | null, number | null]): void => {
    if (most !== null) words.push(`Member must have ${what} less than or equal to ${most}`);
    if (least !== null) words.push(`Member must have ${what} greater than or equal to ${least}`);
  };
  if (len) bounds('length', len);
  if (range) bounds('value', range);
  if (pattern !== undefined) words.push(`Member must satisfy regular expression pattern: ${shown}`);
  if (enumName) words.push(`Member must satisfy enum value set: [${(ir.enums[enumName] ?? []).join(', ')}]`);
  // A service that names the input does not tell this of items (recorded in July 2025).
  return part === 'key' || ir.profile.validation.inputPrefix ? words : [...words, 'Member must not be null'];
}
