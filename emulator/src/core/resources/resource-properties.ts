// Reads properties of resources for handlers: numbers and booleans may be text, documents may be text or objects.

import { isObject } from '#lib/json-object';
import type { Properties, Value } from './resource-handlers.ts';

export const text = (value: Value | undefined): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
export const number = (value: Value | undefined): number | undefined => (value === undefined ? undefined : Number(value));
export const flag = (value: Value | undefined): boolean | undefined =>
  value === undefined ? undefined : String(value).toLowerCase() === 'true';
/** A JSON document: text as it is, an object serialized. */
export const document = (value: Value | undefined): string | undefined => text(value);
export const list = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : value === undefined ? [] : [value];
export const texts = (value: Value | undefined): string[] => list(value).map((each) => text(each) ?? '');
export const object = (value: Value | undefined): Properties => (isObject<Properties>(value) ? value : {});

export interface KeyValue {
  readonly Key: string;
  readonly Value: string;
}
/** `[{ Key, Value }]`, the standard shape of tags. */
export const tagList = (value: Value | undefined): KeyValue[] =>
  list(value).map((each) => ({ Key: text(object(each).Key) ?? '', Value: text(object(each).Value) ?? '' }));
export const tagsByKey = (tags: readonly KeyValue[]): Record<string, string> =>
  Object.fromEntries(tags.map(({ Key, Value: of }) => [Key, of]));
export const tagMap = (value: Value | undefined): Record<string, string> => tagsByKey(tagList(value));

type ValuesOf<N extends string> = { readonly [name in N]?: unknown };

/** The names whose values differ, compared as JSON. */
export const changed = <N extends string>(names: readonly N[], next: ValuesOf<N>, before: ValuesOf<N>): N[] =>
  names.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(before[name]));

/** The changes that turn the tags `before` into the tags `after`. */
export function tagChanges(before: Value | undefined, after: Value | undefined): { readonly put: KeyValue[]; readonly remove: string[] } {
  const [old, next] = [tagMap(before), tagMap(after)];
  return {
    put: tagList(after).filter(({ Key, Value: of }) => old[Key] !== of),
    remove: Object.keys(old).filter((key) => !Object.hasOwn(next, key)),
  };
}

/** Treats rejections with one of these error codes as success, e.g. when something to be deleted is gone already. */
export async function ignoring<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}
