// Previous property values for a handler to compare with. A reference may give another value now than when the resource was created.
import { isList, isObject, type Json, sameValue } from '#resources/json';

export interface Looked {
  /** The value in the template. */
  readonly given: Json | undefined;
  /** The value with its dynamic references looked up now. */
  readonly found: Json | undefined;
}

/**
 * The previous value with its references looked up. If the template has changed but the looked-up value is the same, it is the reference
 * itself: nobody knows its value at that time, so it counts as changed.
 */
export function previousValue(before: Looked, after: Looked): Json | undefined {
  if (typeof before.given === 'string' && before.given.includes('{{resolve:')) {
    const same = sameValue(before.given, after.given) || !sameValue(before.found, after.found);
    return same ? before.found : before.given;
  }
  const inner = (key: string | number): Json | undefined => previousValue(at(before, key), at(after, key));
  if (isList(before.found)) return before.found.map((_, index) => inner(index)!);
  if (isObject(before.found)) return Object.fromEntries(Object.keys(before.found).map((key) => [key, inner(key)!]));
  return before.found;
}

const at = ({ given, found }: Looked, key: string | number): Looked => ({ given: within(given, key), found: within(found, key) });
const within = (value: Json | undefined, key: string | number): Json | undefined =>
  isList(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
