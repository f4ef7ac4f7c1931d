// Tags of keys: TagResource, UntagResource, ListResourceTags.
import type { Frozen } from '#core/records';
import { isReservedTagKey, mergeTags, withoutTags } from '#core/tags';
import { fault, operation, type Tag } from '#model/kms';
import { locateById, locateOwn, requireNotDeleted } from './find-key.ts';
import { pageOfList } from './pages.ts';
import { type Key, keys } from './state.ts';

const MAX_TAGS = 50;
const PAGE_SIZE = 50;
type Tags = Frozen<Key['tags']>;

/** The key's tags with the added ones, sorted by key. */
export function addTags(before: Tags, added: readonly Tag[]): Tags {
  if (added.some(({ TagKey }) => isReservedTagKey(TagKey))) throw fault('TagException', 'Tags beginning with aws: are reserved');
  if (new Set(added.map(({ TagKey }) => TagKey)).size < added.length) throw fault('TagException', 'Duplicate tag keys');
  const merged = mergeTags(
    before,
    added.map(({ TagKey, TagValue }) => ({ key: TagKey, value: TagValue })),
  );
  if (merged.length > MAX_TAGS) throw fault('TagException', 'Too many tags');
  return merged.sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const tagList = (tags: Tags): Tag[] => tags.map(({ key, value }) => ({ TagKey: key, TagValue: value }));

export const TagResource = operation('TagResource', ({ KeyId, Tags }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotDeleted(found);
  const tags = addTags(found.key.tags, Tags);
  found.there.write((tx) => tx.put(found.there.records(keys), [found.key.id], { ...found.key, tags }));
});

export const UntagResource = operation('UntagResource', ({ KeyId, TagKeys }, ctx) => {
  const found = locateOwn(KeyId, ctx);
  requireNotDeleted(found);
  const tags = withoutTags(found.key.tags, TagKeys);
  found.there.write((tx) => tx.put(found.there.records(keys), [found.key.id], { ...found.key, tags }));
});

export const ListResourceTags = operation('ListResourceTags', ({ KeyId, ...page }, ctx) => {
  const { key } = locateById(KeyId, ctx);
  const { found, ...rest } = pageOfList(page, PAGE_SIZE, key.tags, (tag) => tag.key);
  return { Tags: tagList(found), ...rest };
});
