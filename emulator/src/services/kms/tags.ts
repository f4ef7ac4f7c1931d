// Tags of keys: TagResource, UntagResource, ListResourceTags.
import type { Frozen } from '#core/records';
import { fault, operation, type Tag } from '#model/kms';
import { locateById, locateOwn, requireNotDeleted } from './keys/find-key.ts';
import { pageOfList } from './pages.ts';
import { type Key, keys } from './state.ts';

const MAX_TAGS = 50;
const PAGE_SIZE = 50;
type Tags = Frozen<Key['tags']>;

/** The key's tags changed by the given ones, sorted by key. */
export function mergeTags(before: Tags, given: readonly Tag[]): Tags {
  const merged = new Map(before.map((tag) => [tag.key, tag.value]));
  for (const { TagKey } of given)
    if (/^aws:/i.test(TagKey)) throw fault('TagException', 'aws: prefixed tag key names are not allowed for external use.');
  if (new Set(given.map(({ TagKey }) => TagKey)).size < given.length) throw fault('TagException', 'Duplicate tag keys');
  for (const { TagKey, TagValue } of given) merged.set(TagKey, TagValue);
  if (merged.size > MAX_TAGS) throw fault('TagException', 'Too many tags');
  return [...merged].map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const tagList = (tags: Tags): Tag[] => tags.map(({ key, value }) => ({ TagKey: key, TagValue: value }));

export const TagResource = operation('TagResource', ({ KeyId, Tags }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotDeleted(found);
  const tags = mergeTags(found.key.tags, Tags);
  found.there.write((tx) => tx.put(found.there.records(keys), [found.key.id], { ...found.key, tags }));
});

export const UntagResource = operation('UntagResource', ({ KeyId, TagKeys }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotDeleted(found);
  const gone = new Set(TagKeys);
  const tags = found.key.tags.filter(({ key }) => !gone.has(key));
  found.there.write((tx) => tx.put(found.there.records(keys), [found.key.id], { ...found.key, tags }));
});

export const ListResourceTags = operation('ListResourceTags', ({ KeyId, ...page }, ctx) => {
  const { key } = locateById(KeyId, ctx);
  const { found, ...rest } = pageOfList(page, PAGE_SIZE, key.tags, (tag) => tag.key);
  return { Tags: tagList(found), ...rest };
});
