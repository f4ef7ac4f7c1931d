// What a resource was, for its handler to compare with: a reference may give another value now than when the resource was made.
import { isList, isObject, type Json, sameValue } from '#resources/json';

export interface Looked {
  /** As the template gives it. */
  readonly given: Json | undefined;
  /** With what its dynamic references name now. */
  readonly found: Json | undefined;
}

/**
 * The earlier value with its references looked up; but where the template now says something else that comes out the same, the reference itself:
 * what it named at that time is not known, so the value counts as changed.
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
