// Adds the tags of a stack to every resource whose type has tags. A resource's own tag wins.
import { isList, isObject, type Json, type JsonObject } from '#resources/json';
import type { Types } from '#resources/resource-data';
import type { Tag } from '#services/cloudformation/state';

export function withStackTags(types: Types, type: string, properties: JsonObject, tags: readonly Tag[]): JsonObject {
  const tagged = types.of(type)?.tags;
  if (!tagged || tags.length === 0) return properties;
  const own = properties[tagged.property];
  if (tagged.shape === 'map') {
    const merged: Record<string, Json> = Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
    return { ...properties, [tagged.property]: { ...merged, ...(isObject(own) ? own : {}) } };
  }
  if (tagged.shape !== 'standard') return properties;
  const list = isList(own) ? own : [];
  const taken = new Set(list.map((each) => (isObject(each) ? String(each.Key) : '')));
  return {
    ...properties,
    [tagged.property]: [...list, ...tags.filter(({ Key }) => !taken.has(Key)).map(({ Key, Value }) => ({ Key, Value }))],
  };
}
