// Versions of a key: finds the newest, adds and removes versions, and keeps the newest one where reads look for it.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { release } from '#services/s3/bodies/segments';
import { invalidArgument } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { type LiveVersion, nullVersions, objects, olderVersions, type StoredObject, type Version } from '#services/s3/state';
import { CHANCE_LENGTH, looksLikeVersionId, VERSION_ALPHABET, versionOrder } from './version-order.ts';

const isLive = (version: Frozen<Version>): version is Frozen<LiveVersion> => version.object !== undefined;

/** The newest version of the key; a delete marker if it is deleted. */
export function newestVersion({ bucket, there }: LocatedBucket, key: string): Frozen<Version> | undefined {
  const live = there.records(objects).get([bucket.name, key]);
  if (live || bucket.versioning === undefined) return live;
  return there.records(olderVersions).range([bucket.name, key], { limit: 1 })[0];
}

/** The object as reads see it; undefined if a delete marker hides it. */
export const liveObject = ({ bucket, there }: LocatedBucket, key: string): Frozen<LiveVersion> | undefined =>
  there.records(objects).get([bucket.name, key]);

/** A version by its id; the newest one without an id. */
export function findVersion(found: LocatedBucket, key: string, versionId: string | undefined): Frozen<Version> | undefined {
  if (versionId === undefined) return newestVersion(found, key);
  if (!looksLikeVersionId(versionId) || (found.bucket.versioning === undefined && versionId !== 'null'))
    throw invalidArgument('Invalid version id specified', 'versionId', versionId);
  const { bucket, there } = found;
  const live = there.records(objects).get([bucket.name, key]);
  if (live?.versionId === versionId) return live;
  const order = versionId === 'null' ? there.records(nullVersions).get([bucket.name, key])?.order : versionId;
  return order === undefined ? undefined : there.records(olderVersions).get([bucket.name, key, order]);
}

interface NewVersion {
  readonly object?: StoredObject | undefined;
  readonly owner: string;
  readonly modifiedMs: number;
  readonly replication?: Version['replication'];
  /** The position of a replica among the versions: kept, unless the key has a newer version here already. */
  readonly order?: string;
}

/** Makes this the newest version. Releases a `null` version that it replaces with a `null` version. */
export function addVersion(found: LocatedBucket, tx: Tx, key: string, given: NewVersion): Version {
  const { bucket, there } = found;
  const newest = newestVersion(found, key);
  const isOldest = given.order === undefined || (newest !== undefined && newest.order <= given.order);
  const versioned = bucket.versioning === 'Enabled';
  const order = isOldest ? versionOrder(newest?.order, chance(versioned, there)) : given.order;
  const version: Version = { ...given, versionId: versioned ? order : 'null', order };
  if (!versioned) {
    const replaced = findVersion(found, key, 'null');
    if (replaced) forgetVersion(found, tx, key, replaced);
  }
  const current = there.records(objects).get([bucket.name, key]);
  if (current) putOlder(found, tx, key, current);
  if (isLiveNow(version)) tx.put(there.records(objects), [bucket.name, key], version);
  else {
    if (current) tx.delete(there.records(objects), [bucket.name, key]);
    putOlder(found, tx, key, version);
  }
  return version;
}

/** The random end of a version id. The id of a `null` version is never shown: what costs less will do. */
const chance = (isShown: boolean, there: Ctx): string =>
  isShown ? there.random(CHANCE_LENGTH, VERSION_ALPHABET) : there.id().slice(0, CHANCE_LENGTH);

const isLiveNow = (version: Version): version is LiveVersion => version.object !== undefined;

/** Removes a version for good. If the next older one is an object, reads see that from then on. */
export function removeVersion(found: LocatedBucket, tx: Tx, key: string, version: Frozen<Version>): void {
  const { bucket, there } = found;
  forgetVersion(found, tx, key, version);
  if (there.records(objects).has([bucket.name, key])) return;
  const next = there.records(olderVersions).range([bucket.name, key], { limit: 1 })[0];
  if (!next || !isLive(next)) return;
  tx.delete(there.records(olderVersions), [bucket.name, key, next.order]);
  if (next.versionId === 'null') tx.delete(there.records(nullVersions), [bucket.name, key]);
  tx.put(there.records(objects), [bucket.name, key], next);
}

/** Stores the changed properties of a version. */
export function replaceVersion(found: LocatedBucket, tx: Tx, key: string, version: LiveVersion): void {
  const { bucket, there } = found;
  const live = there.records(objects).get([bucket.name, key]);
  if (live?.order === version.order) tx.put(there.records(objects), [bucket.name, key], version);
  else tx.put(there.records(olderVersions), [bucket.name, key, version.order], version);
}

function putOlder({ bucket, there }: LocatedBucket, tx: Tx, key: string, version: Frozen<Version>): void {
  tx.put(there.records(olderVersions), [bucket.name, key, version.order], version);
  if (version.versionId === 'null') tx.put(there.records(nullVersions), [bucket.name, key], { order: version.order });
}

function forgetVersion({ bucket, there }: LocatedBucket, tx: Tx, key: string, version: Frozen<Version>): void {
  if (version.object) release(tx, version.object.body, there);
  if (there.records(objects).get([bucket.name, key])?.order === version.order) tx.delete(there.records(objects), [bucket.name, key]);
  else tx.delete(there.records(olderVersions), [bucket.name, key, version.order]);
  if (version.versionId === 'null' && there.records(nullVersions).has([bucket.name, key]))
    tx.delete(there.records(nullVersions), [bucket.name, key]);
}

/** The version id in answers to uploads: only where versioning is on. A suspended bucket writes `null` versions without saying so. */
export const writtenVersionId = (found: Pick<LocatedBucket, 'bucket'>, version: Frozen<Version>): { VersionId?: string } =>
  found.bucket.versioning === 'Enabled' ? { VersionId: version.versionId } : {};

/** The version id in answers to reads; none for buckets that never had versioning. */
export const shownVersionId = (found: Pick<LocatedBucket, 'bucket'>, version: Frozen<Version>): { VersionId?: string } =>
  found.bucket.versioning === undefined ? {} : { VersionId: version.versionId };
