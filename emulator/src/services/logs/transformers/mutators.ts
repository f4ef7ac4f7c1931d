// The processors that change fields: texts, keys and types. A field that is not there, or is of another kind, is left as it is.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Transformation-JSONMutate.html and -StringMutate.html
import { isObject } from '#lib/json-object';
import { dictionary } from '#lib/table';
import type { ListToMap, TypeConverterEntry } from '#model/logs';
import { type EventDocument, type Fields, MAX_TRANSFORMED } from './document.ts';

export function changeText(path: string, change: (text: string) => unknown, document: EventDocument): void {
  const value = path === '@message' ? undefined : document.get(path);
  if (typeof value === 'string') document.set(path, change(value));
}

export const split = (delimiter: string) => (text: string) => text.split(delimiter);

/** All occurrences; a text that would grow beyond an event stays. */
export const substitute = (from: string, to: string) => (text: string) => {
  const parts = text.split(from);
  return text.length + (parts.length - 1) * (to.length - from.length) > MAX_TRANSFORMED ? text : parts.join(to);
};

interface Move {
  readonly source: string;
  readonly target: string;
  readonly overwrites: boolean;
  readonly keeps: boolean;
}

export function copy({ source, target, overwrites, keeps }: Move, document: EventDocument): void {
  const value = document.get(source);
  if (value === undefined || (!overwrites && document.get(target) !== undefined)) return;
  if (!keeps) document.delete(source);
  // A copy changes alone, and may stand inside what it was copied from.
  document.set(target, keeps && typeof value === 'object' ? structuredClone(value) : value);
}

/** Below the target, under its own last key. */
export function move(given: Move, document: EventDocument): void {
  const last = given.source.split('.').at(-1)!;
  copy({ ...given, target: isObject(document.get(given.target)) ? `${given.target}.${last}` : given.target }, document);
}

const CONVERT: Readonly<Record<TypeConverterEntry['type'], (value: unknown) => unknown>> = {
  integer: (value) => whole(Number(value)),
  double: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined),
  boolean: (value) => (/^true$/i.test(String(value)) ? true : /^false$/i.test(String(value)) ? false : undefined),
  string: (value) => (typeof value === 'object' ? undefined : String(value)),
};
const whole = (value: number): number | undefined => (Number.isFinite(value) ? Math.trunc(value) : undefined);

export function convert({ key, type }: TypeConverterEntry, document: EventDocument): void {
  const value = document.get(key);
  if (value === undefined || value === null || value === '' || typeof value === 'object') return;
  const converted = CONVERT[type]?.(value);
  if (converted !== undefined) document.set(key, converted);
}

/** A list of objects becomes an object by one of their fields: each value is a list, or with `flatten` the first or the last. */
export function listToMap({ source, key, valueKey, target, flatten, flattenedElement }: ListToMap, document: EventDocument): void {
  const list = document.get(source);
  if (!Array.isArray(list)) return;
  const map: Record<string, unknown[]> = dictionary();
  for (const each of list as readonly unknown[]) {
    if (!isObject<Fields>(each) || typeof each[key] !== 'string') continue;
    const named = (map[each[key]] ??= []);
    named.push(valueKey === undefined ? each : each[valueKey]);
  }
  const at = flattenedElement === 'last' ? -1 : 0;
  const made: Fields = dictionary();
  for (const [name, values] of Object.entries(map)) made[name] = flatten ? values.at(at) : values;
  document.merge(made, target);
}
