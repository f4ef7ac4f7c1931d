// ListObjectVersions: merges the newest versions and the older ones in the order of their keys.
import type { Frozen } from '#core/records';
import { operation } from '#model/s3';
import { ownerOf } from '#services/s3/access/acl';
import { findBucket } from '#services/s3/access/find-bucket';
import { invalidArgument } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type LiveVersion, objects, olderVersions, type Version } from '#services/s3/state';
import { findVersion } from '#services/s3/versions/versions';
import { type Entry, encodingFor, listPage, type Marker, pageSize } from './list-page.ts';
import { describeObject } from './objects.ts';

interface Listed {
  readonly key: string;
  readonly version: Frozen<Version>;
  readonly latest: boolean;
}

/** Sorts before every order, so the newest version of a key comes first. */
const NEWEST = '';
/** Sorts after NEWEST and before every order: after it come all versions of a key, the newest included. */
const BEFORE_ALL = '!';

export const ListObjectVersions = operation('ListObjectVersions', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket } = found;
  const { Prefix = '', Delimiter, KeyMarker = '', VersionIdMarker } = input;
  const encode = encodingFor(input.EncodingType);
  const MaxKeys = pageSize(input.MaxKeys, 'max-keys');
  const marker = markerOf(found, KeyMarker, VersionIdMarker);
  const page = listPage<Listed>((after, limit) => merged(found, Prefix, after, limit), {
    prefix: Prefix,
    delimiter: Delimiter,
    limit: MaxKeys,
    ...(marker ? { marker } : {}),
  });
  const lastShown = page.items.at(-1);
  const wants = new Set(input.OptionalObjectAttributes);
  const Owner = ownerOf(bucket.account);
  const facts = ({ key, version, latest }: Listed) => ({
    Key: encode(key),
    VersionId: version.versionId,
    IsLatest: latest,
    LastModified: new Date(version.modifiedMs),
    Owner,
  });
  return {
    Name: bucket.name,
    Prefix: encode(Prefix),
    ...(Delimiter ? { Delimiter: encode(Delimiter) } : {}),
    KeyMarker: encode(KeyMarker),
    VersionIdMarker: VersionIdMarker ?? '',
    MaxKeys,
    EncodingType: input.EncodingType,
    IsTruncated: page.truncated,
    ...(page.truncated && page.last ? nextMarkers(encode(page.last.key), page.last, lastShown) : {}),
    Versions: page.items
      .filter(({ version }) => version.object)
      .map((each) => ({ ...describeObject(each.key, each.version as Frozen<LiveVersion>, wants, ctx.now()), ...facts(each) })),
    DeleteMarkers: page.items.filter(({ version }) => !version.object).map(facts),
    CommonPrefixes: page.prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  };
});

const nextMarkers = (NextKeyMarker: string, last: Marker, shown: Listed | undefined) => ({
  NextKeyMarker,
  ...(last.sub === undefined ? {} : { NextVersionIdMarker: shown?.version.versionId ?? '' }),
});

/**
 * The position of a version. Its id is its order, so this works for removed versions too. Only a removed `null` version has no position left:
 * the key is listed again from its newest version, so that nothing is left out.
 */
function markerOf(found: LocatedBucket, key: string, versionId: string | undefined): Marker | undefined {
  if (versionId && !key)
    throw invalidArgument('A version-id marker cannot be specified without a key marker.', 'version-id-marker', versionId);
  if (!key) return undefined;
  if (!versionId) return { key };
  const version = findVersion(found, key, versionId);
  const { bucket, there } = found;
  if (version && there.records(objects).get([bucket.name, key])?.order === version.order) return { key, sub: NEWEST };
  return { key, sub: version?.order ?? (versionId === 'null' ? BEFORE_ALL : versionId) };
}

type Position = { key: string; sub: string };

function merged(found: LocatedBucket, prefix: string, after: Position | undefined, limit: number): Entry<Listed>[] {
  const newest = newestAfter(found, prefix, after, limit);
  const older = olderAfter(found, prefix, after, limit);
  const all: Entry<Listed>[] = [];
  for (let i = 0, j = 0; all.length < limit && (i < newest.length || j < older.length); ) {
    const [one, other] = [newest[i], older[j]];
    // For equal keys the newest version comes first
    const first = one && (!other || Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) <= 0) ? one : other!;
    if (first === one) i++;
    else j++;
    all.push(first);
  }
  return all;
}

function newestAfter({ bucket, there }: LocatedBucket, startsWith: string, after: Position | undefined, limit: number): Entry<Listed>[] {
  const from = after ? { after: [bucket.name, after.key] as [string, string] } : {};
  const entries: [[string, string], Frozen<LiveVersion>][] = there.records(objects).entries([bucket.name], { ...from, startsWith, limit });
  const newest = entries.map(([[, key], version]) => ({ key, sub: NEWEST, item: { key, version, latest: true } }));
  // The version after the marker has become the newest of its key when those before it were removed
  const moved = after && after.sub !== NEWEST ? there.records(objects).get([bucket.name, after.key]) : undefined;
  if (!after || !moved || moved.order <= after.sub || !after.key.startsWith(startsWith)) return newest;
  return [{ key: after.key, sub: NEWEST, item: { key: after.key, version: moved, latest: true } }, ...newest.slice(0, limit - 1)];
}

function isFirst({ bucket, there }: LocatedBucket, key: string, order: string): boolean {
  return there.records(olderVersions).range([bucket.name, key], { limit: 1 })[0]?.order === order;
}

function olderAfter(found: LocatedBucket, startsWith: string, after: Position | undefined, limit: number): Entry<Listed>[] {
  const { bucket, there } = found;
  const from = after ? { after: [bucket.name, after.key, after.sub] as [string, string, string] } : {};
  const entries: [[string, string, string], Frozen<Version>][] = there
    .records(olderVersions)
    .entries([bucket.name], { ...from, startsWith, limit });
  let previous: string | undefined;
  return entries.map(([[, key, order], version]) => {
    // A delete marker is the latest version if it is the first of its key and the key has no object
    const first = key === after?.key ? isFirst(found, key, order) : key !== previous;
    const latest = first && !version.object && !there.records(objects).has([bucket.name, key]);
    previous = key;
    return { key, sub: order, item: { key, version, latest } };
  });
}
