// Plain values as templates hold them, and the few questions that all code here asks about them.
import { isObject as isAnyObject } from '#lib/json-object';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = isAnyObject<JsonObject>;
export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An object's own member; undefined for anything else, inherited names such as `constructor` and `__proto__` included. */
export const member = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The function that an object of one key calls, e.g. `['Fn::Join', …]`; undefined for plain data. */
export function functionCall(value: Json): [name: string, argument: Json] | undefined {
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  const [name] = keys;
  if (keys.length !== 1 || name === undefined || !(name === 'Ref' || name === 'Condition' || name.startsWith('Fn::'))) return undefined;
  return [name, value[name]!];
}

/** A value as text: strings as they are, everything else as JSON. */
export const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Equality as the cloud sees it: numbers and booleans equal their text, and the order of keys does not matter. */
export function sameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (isScalar(a) && isScalar(b)) return String(a) === String(b);
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every((key) => sameValue(a[key], b[key]));
  }
  return a === b;
}

/** The value with every leaf and every object replaced, inner ones first. */
export function mapStrings(value: Json, replace: (text: string) => Json): Json {
  if (typeof value === 'string') return replace(value);
  if (isList(value)) return value.map((item) => mapStrings(item, replace));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, replace)]));
  return value;
}
