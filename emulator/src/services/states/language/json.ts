// JSON values as state machines handle them: compared, measured, and named in messages.
import { isObject as isAnyObject } from '#lib/json-object';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Limit: bytes of UTF-8 that an input, an output, a result or a variable may have. */
export const MAX_PAYLOAD = 262_144;

export const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
export const isObject = isAnyObject<JsonObject>;

/** The word for a value's type in messages: `null`, `array`, `object`, `string`, `number`, `boolean`. */
export const kindOf = (value: Json): string => (value === null ? 'null' : isList(value) ? 'array' : typeof value);

/** The member of that name, never one of the prototype. */
export const memberOf = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);

/** Adds a member under any name, `__proto__` too. */
export function setMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** The value's text with the members of each object in the order of their names: the same for values that are the same. */
export function sortedText(value: Json): string {
  if (isList(value)) return `[${value.map(sortedText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sortedText(value[name]!)}`).join()}}`;
}

export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]));
}
