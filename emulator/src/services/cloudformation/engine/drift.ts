// Compares the expected properties of a resource with the actual ones.
import { differences, pathText } from '#resources/differences';
import { isList, isObject, isScalar, type Json, type JsonObject, textOf } from '#resources/json';

export interface PropertyDrift {
  readonly path: string;
  readonly kind: 'ADD' | 'REMOVE' | 'NOT_EQUAL';
  readonly expected: string;
  readonly actual: string;
}

/**
 * Differences in the properties that the template sets. A property missing in `actual` cannot be compared; `null` means that it is not set.
 */
export function driftOf(expected: JsonObject, actual: JsonObject): PropertyDrift[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const found = actual[name];
    if (found === undefined) return [];
    if (found === null) return [{ path: pathText([name]), kind: 'REMOVE' as const, expected: shown(value), actual: '' }];
    return differences(inOrder(value), inOrder(found), [name]).map(({ path, before, after }) => ({
      path: pathText(path),
      kind: before === undefined ? ('ADD' as const) : after === undefined ? ('REMOVE' as const) : ('NOT_EQUAL' as const),
      expected: shown(before),
      actual: shown(after),
    }));
  });
}

const shown = (value: Json | undefined): string => (value === undefined ? 'null' : textOf(value));

/** Sorts tags and lists of names, whose order has no meaning, and drops the cloud's own tags, which are not in the template. */
function inOrder(value: Json): Json {
  if (!isList(value)) return value;
  if (value.every((item) => isObject(item) && 'Key' in item && 'Value' in item))
    return (value as readonly JsonObject[])
      .filter(({ Key }) => !String(Key).startsWith('aws:'))
      .sort((a, b) => (String(a.Key) < String(b.Key) ? -1 : 1));
  return value.every(isScalar) ? [...value].map(String).sort() : value;
}
