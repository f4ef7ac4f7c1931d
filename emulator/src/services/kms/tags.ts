// Tags of keys: TagResource, UntagResource, ListResourceTags.
import type { Ctx } from '#core/ctx';
import { atMostTags, noRepeatedKeys, noReservedKeys, taggedRecord, tagRules } from '#core/tag-rules';
import { PLAIN_TAGS, type Tag as PlainTag, type TagForm } from '#core/tags';
import { fault, operation, type Tag } from '#model/kms';
import { locateById, locateOwn, requireNotDeleted } from './find-key.ts';
import { pagesOf } from './pages.ts';
import { keys } from './state.ts';

const PAGE_SIZE = 50;

const SENT: TagForm<readonly Tag[], Tag[]> = {
  read: (tags) => tags.map(({ TagKey, TagValue }) => ({ key: TagKey, value: TagValue })),
  write: (tags) => tags.map(({ key, value }) => ({ TagKey: key, TagValue: value })),
};

export const KEY_TAGS = tagRules({
  sent: SENT,
  kept: PLAIN_TAGS,
  isSorted: true,
  checks: [
    noReservedKeys(() => fault('TagException', 'Tags beginning with aws: are reserved')),
    noRepeatedKeys(() => fault('TagException', 'Duplicate tag keys')),
    atMostTags(50, () => fault('TagException', 'Too many tags')),
  ],
});

function tagged(keyId: string, ctx: Ctx) {
  const found = locateOwn(keyId, ctx);
  requireNotDeleted(found);
  return taggedRecord(found.there.records(keys), [found.key.id], found.key, found.there);
}

export const TagResource = operation('TagResource', ({ KeyId, Tags }, ctx) => KEY_TAGS.add(tagged(KeyId, ctx), Tags, ctx));

export const UntagResource = operation('UntagResource', ({ KeyId, TagKeys }, ctx) => KEY_TAGS.remove(tagged(KeyId, ctx), TagKeys));

export const ListResourceTags = operation('ListResourceTags', ({ KeyId, ...page }, ctx) => {
  const { key } = locateById(KeyId, ctx);
  const { items, ...rest } = pagesOf(PAGE_SIZE).pageOfItems(key.tags as readonly PlainTag[], (tag) => tag.key, page);
  return { Tags: SENT.write(items), ...rest };
});
