// Tag operations of buckets and objects.
import type { Ctx } from '#core/ctx';
import { isReservedTagKey, isTagOfCaller } from '#core/tags';
import { type Tag as BucketTag, fault, operation, type Tagging } from '#model/s3';
import { findBucket } from './access/find-bucket.ts';
import { malformedXml } from './faults.ts';
import { planExpiry } from './lifecycle/plan-expiry.ts';
import { announce } from './notification/announce.ts';
import { buckets, type LiveVersion } from './state.ts';
import { checkTags, MAX_BUCKET_TAGS, MAX_OBJECT_TAGS } from './tag-rules.ts';
import { readable } from './versions/readable.ts';
import { replaceVersion, shownVersionId } from './versions/versions.ts';

function tagsIn(tagging: Tagging | undefined): BucketTag[] {
  if (!tagging) throw malformedXml();
  // A document without a set has no tags (recorded in February 2026)
  const { TagSet: tags = [] } = tagging;
  if (tags.some(({ Key, Value }) => Key === undefined || Value === undefined)) throw malformedXml();
  return tags.map(({ Key, Value }) => ({ Key, Value }));
}

/** Tags that a stack gave to its bucket stay, and a client sends them back with its own. */
function bucketTags(tagging: Tagging | undefined, before: readonly BucketTag[], ctx: Ctx): BucketTag[] {
  const tags = tagsIn(tagging);
  const system = before.filter(isSystemTag);
  const isSame = (a: BucketTag) => (b: BucketTag) => a.Key === b.Key && a.Value === b.Value;
  checkTags(
    tags.filter((tag) => !isTagOfCaller(tag.Key!, ctx) && !system.some(isSame(tag))),
    MAX_BUCKET_TAGS,
  );
  if (ctx.calledVia === undefined && !system.every((tag) => tags.some(isSame(tag))))
    throw fault('InvalidTag', 'System tags cannot be removed by requester');
  return tags;
}

const isSystemTag = ({ Key = '' }: BucketTag): boolean => isReservedTagKey(Key);

export const GetBucketTagging = operation('GetBucketTagging', (input, ctx) => {
  const { tags } = findBucket(input, ctx).bucket;
  if (tags.length === 0) throw fault('NoSuchTagSet', 'The TagSet does not exist', { BucketName: input.Bucket });
  return { TagSet: tags };
});

export const PutBucketTagging = operation('PutBucketTagging', (input, ctx) => {
  const { bucket, there } = findBucket(input, ctx);
  const tags = bucketTags(input.Tagging, bucket.tags, ctx);
  there.write((tx) => tx.put(there.records(buckets), [bucket.name], { ...bucket, tags }));
});

export const DeleteBucketTagging = operation('DeleteBucketTagging', (input, ctx) => {
  const { bucket, there } = findBucket(input, ctx);
  const tags = bucket.tags.filter(isSystemTag);
  there.write((tx) => tx.put(there.records(buckets), [bucket.name], { ...bucket, tags }));
});

export const GetObjectTagging = operation('GetObjectTagging', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId, {
    method: 'GET',
    namesMarker: true,
    shownKey: `${input.Bucket}/${input.Key}`,
  });
  return { TagSet: version.object.tags, ...shownVersionId(found, version) };
});

export const PutObjectTagging = operation('PutObjectTagging', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId, { method: 'PUT', namesMarker: true });
  const tags = tagsIn(input.Tagging);
  checkTags(tags, MAX_OBJECT_TAGS);
  const changed = { ...version, object: { ...version.object, tags } } as LiveVersion;
  found.there.write((tx) => {
    replaceVersion(found, tx, input.Key, changed);
    planExpiry(found, tx, input.Key, changed);
    announce(found, tx, { name: 'ObjectTagging:Put', key: input.Key, version: changed }, ctx);
  });
  return shownVersionId(found, version);
});

export const DeleteObjectTagging = operation('DeleteObjectTagging', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = readable(found, input.Key, input.VersionId, { method: 'DELETE', namesMarker: true });
  const changed = { ...version, object: { ...version.object, tags: [] } } as LiveVersion;
  found.there.write((tx) => {
    replaceVersion(found, tx, input.Key, changed);
    announce(found, tx, { name: 'ObjectTagging:Delete', key: input.Key, version: changed }, ctx);
  });
  return shownVersionId(found, version);
});
