// The items of a JSON document: a list, or the list at a pointer.
import { isList, isObject, type Json, memberOf } from '#services/states/language/json';
import { readJson } from '#services/states/language/read-json';
import { MapRunFailure } from '#services/states/map-runs/map-run-failure';

/** Limit: characters of an item of a file: the input of a child has a quarter of that at most. */
export const MAX_ITEM = 1024 * 1024;

export const readerFailed = (cause: string): MapRunFailure => new MapRunFailure('States.ItemReaderFailed', cause);
export const tooLong = (thing: string): MapRunFailure => readerFailed(`${thing} may have ${MAX_ITEM} characters here.`);

/** @throws MapRunFailure */
export function parsed(text: string): Json {
  try {
    return readJson(text);
  } catch {
    throw readerFailed('Attempting to map over non-iterable node.');
  }
}

/** `pointer` is a JSON pointer to the list: `/orders/items`. @throws MapRunFailure */
export function itemsAt(value: Json, pointer: Json | undefined): readonly Json[] {
  let items: Json | undefined = value;
  const names = typeof pointer === 'string' ? pointer.split('/').slice(1) : [];
  for (const name of names) {
    const plain = name.replaceAll('~1', '/').replaceAll('~0', '~');
    if (isList(items)) items = items[Number(plain)];
    else items = isObject(items) ? memberOf(items, plain) : undefined;
  }
  if (!isList(items)) throw readerFailed('Attempting to map over non-iterable node.');
  return items;
}
