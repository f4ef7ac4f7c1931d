// Properties of resources as handlers read them: numbers and booleans may stand as text, documents as text or as objects.
import type { Properties, Value } from './resource-handlers.ts';

export const text = (value: Value | undefined): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
export const number = (value: Value | undefined): number | undefined => (value === undefined ? undefined : Number(value));
export const flag = (value: Value | undefined): boolean | undefined =>
  value === undefined ? undefined : String(value).toLowerCase() === 'true';
/** A JSON document: text as it is, an object written out. */
export const document = (value: Value | undefined): string | undefined => text(value);
export const list = (value: Value | undefined): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : value === undefined ? [] : [value];
export const texts = (value: Value | undefined): string[] => list(value).map((each) => text(each) ?? '');
export const object = (value: Value | undefined): Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Properties) : {};

export interface KeyValue {
  readonly Key: string;
  readonly Value: string;
}
/** `[{ Key, Value }]`, the standard shape of tags. */
export const tagList = (value: Value | undefined): KeyValue[] =>
  list(value).map((each) => ({ Key: text(object(each).Key) ?? '', Value: text(object(each).Value) ?? '' }));
export const tagMap = (value: Value | undefined): Record<string, string> =>
  Object.fromEntries(tagList(value).map(({ Key, Value: of }) => [Key, of]));

/** What must be done to tags so that they are as they should be. */
export function tagChanges(before: Value | undefined, after: Value | undefined): { readonly put: KeyValue[]; readonly remove: string[] } {
  const [old, next] = [tagMap(before), tagMap(after)];
  return {
    put: tagList(after).filter(({ Key, Value: of }) => old[Key] !== of),
    remove: Object.keys(old).filter((key) => !(key in next)),
  };
}

/** Rejections with one of these error codes count as done: what is to go is gone. */
export async function ignoring<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}
