// Adds tags to every resource whose type has tags: those of the stack, where a resource's own tag wins, and CloudFormation's own.
import { isList, isObject, type Json, type JsonObject } from '#resources/json';
import type { Types } from '#resources/resource-data';
import type { Tag } from '#services/cloudformation/state';
import type { Stack } from './find-stack.ts';

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

/** The tags that CloudFormation gives to resources by itself, in the order in which secrets list them (recorded in October 2024). Templates and change sets do not show them. */
export function withSystemTags(
  types: Types,
  type: string,
  properties: JsonObject,
  { stack, logicalId }: { readonly stack: Pick<Stack, 'id' | 'name'>; readonly logicalId: string },
): JsonObject {
  const tagged = types.of(type)?.tags;
  if (!tagged?.system) return properties;
  const own = properties[tagged.property];
  const tags = {
    'aws:cloudformation:stack-name': stack.name,
    'aws:cloudformation:logical-id': logicalId,
    'aws:cloudformation:stack-id': stack.id,
  };
  // They come first, so that tags which a template takes away and gives again stand where they stood.
  if (tagged.shape === 'map') return { ...properties, [tagged.property]: { ...tags, ...(isObject(own) ? own : {}) } };
  if (tagged.shape !== 'standard') return properties;
  const list = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  return { ...properties, [tagged.property]: [...list, ...(isList(own) ? own : [])] };
}
