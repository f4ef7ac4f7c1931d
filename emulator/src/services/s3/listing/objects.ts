// ListObjects and ListObjectsV2: the same page in two forms.
import type { Frozen } from '#core/records';
import { type ListObjectsV2Request, operation } from '#model/s3';
import { ownerOf } from '#services/s3/access/acl';
import { findBucket } from '#services/s3/access/find-bucket';
import { invalidArgument } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type LiveVersion, objects } from '#services/s3/state';
import { encodingFor, listPage, type Page, pageSize } from './list-page.ts';

type Listed = readonly [key: string, version: Frozen<LiveVersion>];

interface KeyFilter {
  readonly Prefix?: string | undefined;
  readonly Delimiter?: string | undefined;
}

interface Start {
  readonly after?: string | undefined;
  readonly showsPrefixOfMarker?: boolean;
}

function page(
  { bucket, there }: LocatedBucket,
  { Prefix = '', Delimiter }: KeyFilter,
  limit: number,
  { after, showsPrefixOfMarker }: Start,
): Page<Listed> {
  return listPage<Listed>(
    (from, count) => {
      const options = { startsWith: Prefix, limit: count, ...(from ? { after: [bucket.name, from.key] as [string, string] } : {}) };
      const entries: [[string, string], Frozen<LiveVersion>][] = there.records(objects).entries([bucket.name], options);
      return entries.map(([[, key], version]) => ({ key, item: [key, version] }));
    },
    { prefix: Prefix, delimiter: Delimiter, limit, showsPrefixOfMarker, ...(after ? { marker: { key: after } } : {}) },
  );
}

export const describeObject = (key: string, version: Frozen<LiveVersion>, wants: ReadonlySet<string>, nowMs: number) => {
  const { object } = version;
  return {
    Key: key,
    LastModified: new Date(version.modifiedMs),
    ETag: `"${object.etag}"`,
    ChecksumAlgorithm: [object.checksum.algorithm],
    ChecksumType: object.checksum.type,
    Size: object.sizeBytes,
    StorageClass: object.storageClass,
    ...(wants.has('RestoreStatus') && (object.restoredUntilMs ?? 0) > nowMs
      ? { RestoreStatus: { IsRestoreInProgress: false, RestoreExpiryDate: new Date(object.restoredUntilMs!) } }
      : {}),
  };
};

export const ListObjects = operation('ListObjects', (input, ctx) => {
  const found = findBucket(input, ctx);
  const encode = encodingFor(input.EncodingType);
  const MaxKeys = pageSize(input.MaxKeys, 'max-keys');
  const { items, prefixes, truncated, last } = page(found, input, MaxKeys, { after: input.Marker });
  const wants = new Set(input.OptionalObjectAttributes);
  const Owner = ownerOf(found.bucket.account);
  return {
    Name: found.bucket.name,
    Prefix: encode(input.Prefix ?? ''),
    Marker: encode(input.Marker ?? ''),
    ...(input.Delimiter ? { Delimiter: encode(input.Delimiter) } : {}),
    MaxKeys,
    EncodingType: input.EncodingType,
    IsTruncated: truncated,
    // Without a delimiter clients continue from the last key
    ...(truncated && input.Delimiter && last ? { NextMarker: encode(last.key) } : {}),
    Contents: items.map(([key, version]) => ({ ...describeObject(encode(key), version, wants, ctx.now()), Owner })),
    CommonPrefixes: prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  };
});

export const ListObjectsV2 = operation('ListObjectsV2', (input, ctx) => {
  const found = findBucket(input, ctx);
  const encode = encodingFor(input.EncodingType);
  const MaxKeys = pageSize(input.MaxKeys, 'max-keys');
  const { items, prefixes, truncated, last } = page(found, input, MaxKeys, startOf(input));
  const wants = new Set(input.OptionalObjectAttributes);
  const owner = input.FetchOwner ? { Owner: ownerOf(found.bucket.account) } : {};
  return {
    Name: found.bucket.name,
    Prefix: encode(input.Prefix ?? ''),
    ...(input.Delimiter ? { Delimiter: encode(input.Delimiter) } : {}),
    ...(input.StartAfter && input.ContinuationToken === undefined ? { StartAfter: encode(input.StartAfter) } : {}),
    MaxKeys,
    BucketRegion: found.bucket.region,
    KeyCount: items.length + prefixes.length,
    EncodingType: input.EncodingType,
    IsTruncated: truncated,
    ContinuationToken: input.ContinuationToken,
    ...(truncated && last ? { NextContinuationToken: Buffer.from(`1:${last.key}`).toString('base64url') } : {}),
    Contents: items.map(([key, version]) => ({ ...describeObject(encode(key), version, wants, ctx.now()), ...owner })),
    CommonPrefixes: prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  };
});

/** Where the list starts. The token overrides `start-after`, which is for the first page only. */
function startOf({ ContinuationToken, StartAfter }: ListObjectsV2Request): Start {
  if (ContinuationToken === undefined) return { after: StartAfter, showsPrefixOfMarker: true };
  const text = Buffer.from(ContinuationToken, 'base64url').toString();
  if (!text.startsWith('1:')) throw invalidArgument('The continuation token provided is incorrect', 'continuation-token');
  return { after: text.slice(2) };
}
