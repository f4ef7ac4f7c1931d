// DeleteObject and DeleteObjects: adds a delete marker in versioned buckets, removes the object in others.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { writeOnceThereIsRoom } from '#core/no-room';
import type { Frozen, Tx } from '#core/records';
import { type DeletedObject, fault, operation } from '#model/s3';
import { authorize } from '#services/s3/access/authorize';
import { findBucket, locateBucket } from '#services/s3/access/find-bucket';
import { headerRefused, invalidArgument, malformedXml, noSuchKey, noSuchVersion, preconditionFailed } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { checkRemovable } from '#services/s3/lock/retention';
import { announce } from '#services/s3/notification/announce';
import { replicate } from '#services/s3/replication/replicate';
import type { Version } from '#services/s3/state';
import { isGenuine, looksLikeVersionId, versionOrder } from '#services/s3/versions/version-order';
import { addVersion, findVersion, newestVersion, removeVersion } from '#services/s3/versions/versions';
import { namesEtag } from './conditions.ts';

/** Limit: keys of a DeleteObjects. */
const MAX_DELETES = 1000;
/** Objects that one write removes: on a full disk there is no room to remove a thousand at once. */
const AT_ONCE = 25;

interface Doomed {
  readonly Key: string;
  readonly VersionId?: string | undefined;
  readonly bypass: boolean;
  readonly ifMatch?: string | undefined;
  readonly ifSize?: number | undefined;
  readonly ifModified?: Date | undefined;
}

export const DeleteObject = operation('DeleteObject', (input, ctx) => {
  const found = findBucket(input, ctx);
  checkBypass(input, found);
  // Directory buckets alone take these
  if (input.IfMatchLastModifiedTime !== undefined) throw headerRefused('x-amz-if-match-last-modified-time');
  if (input.IfMatchSize !== undefined) throw headerRefused('x-amz-if-match-size');
  // A version never changes, so that there is no condition on it (measured in eu-west-1, ministack issue 1475)
  if (input.IfMatch !== undefined && input.VersionId !== undefined) throw headerRefused('If-Match');
  const bypass = input.BypassGovernanceRetention === true;
  const doomed = { Key: input.Key, VersionId: input.VersionId, bypass, ifMatch: input.IfMatch };
  const { DeleteMarker, VersionId, DeleteMarkerVersionId } = found.there.write((tx) => remove(found, tx, doomed, ctx));
  return { DeleteMarker, VersionId: VersionId ?? DeleteMarkerVersionId };
});

export const DeleteObjects = operation('DeleteObjects', async (input, ctx) => {
  checkBypass(input, locateBucket(input, ctx));
  const { Objects, Quiet } = input.Delete ?? {};
  if (!Objects || Objects.length === 0 || Objects.length > MAX_DELETES) throw malformedXml();
  const Deleted: DeletedObject[] = [];
  const Errors: { Key: string; VersionId?: string | undefined; Code: string; Message: string }[] = [];
  const bypass = input.BypassGovernanceRetention === true;
  for (let at = 0; at < Objects.length; at += AT_ONCE) {
    const some = Objects.slice(at, at + AT_ONCE);
    const outcomes = await writeOnceThereIsRoom(() => {
      const found = locateBucket(input, ctx);
      return found.there.write((outer) =>
        some.map(({ Key, VersionId, ETag, Size, LastModifiedTime }) => {
          const doomed = { Key, VersionId, bypass, ifMatch: ETag, ifSize: Size, ifModified: LastModifiedTime };
          return attempt(() => {
            const asked = { Bucket: input.Bucket, Key, VersionId, BypassGovernanceRetention: bypass };
            authorize(found, 'DeleteObject', asked, ctx);
            return removeListed(found, outer, doomed, ctx);
          });
        }),
      );
    }, ctx);
    for (const [index, done] of outcomes.entries()) {
      const { Key, VersionId } = some[index]!;
      if (done instanceof Fault) Errors.push({ Key, VersionId, Code: done.code, Message: done.message });
      else if (!Quiet) Deleted.push(done);
    }
  }
  return { Deleted, Errors };
});

/**
 * Removes an object of a list. Unlike alone, an id that no version ever had is an error of the entry there, and an object that does not exist
 * causes an event (recorded in February 2026).
 */
function removeListed(found: LocatedBucket, tx: Tx, doomed: Doomed, ctx: Ctx): DeletedObject {
  const { Key, VersionId } = doomed;
  if (VersionId === undefined) {
    if (found.bucket.versioning === undefined && !findVersion(found, Key, undefined)) {
      checkConditions(found, doomed);
      const version = { versionId: 'null', order: versionOrder(undefined, ''), owner: found.bucket.account, modifiedMs: ctx.now() };
      announce(found, tx, { name: 'ObjectRemoved:Delete', key: Key, version }, ctx);
      return { Key };
    }
  } else if (!isVersion(found, Key, VersionId)) throw noSuchVersion(Key, VersionId);
  return remove(found, tx, doomed, ctx);
}

const isVersion = (found: LocatedBucket, key: string, versionId: string): boolean =>
  (found.bucket.versioning !== undefined || versionId === 'null') &&
  looksLikeVersionId(versionId) &&
  (isGenuine(versionId) || findVersion(found, key, versionId) !== undefined);

/** A bucket without object lock refuses the header, whatever it says. */
function checkBypass({ BypassGovernanceRetention }: { BypassGovernanceRetention?: boolean | undefined }, { bucket }: LocatedBucket): void {
  if (BypassGovernanceRetention === undefined || bucket.objectLock) return;
  throw fault('InvalidArgument', 'x-amz-bypass-governance-retention is only applicable to Object Lock enabled buckets.', {
    ArgumentName: 'x-amz-bypass-governance-retention',
  });
}

/** Returns the fault of a refused deletion, so that the others go on. Faults are thrown before anything is written. */
function attempt<T>(run: () => T): T | Fault {
  try {
    return run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

function remove(found: LocatedBucket, tx: Tx, doomed: Doomed, ctx: Ctx): DeletedObject {
  const { Key, VersionId } = doomed;
  checkConditions(found, doomed);
  return VersionId === undefined ? removeNewest(found, tx, Key, doomed, ctx) : removeOne(found, tx, doomed, VersionId, ctx);
}

/** Deletes without a version id: a versioned bucket gets a delete marker, any other loses the object. */
function removeNewest(found: LocatedBucket, tx: Tx, Key: string, { bypass }: Doomed, ctx: Ctx): DeletedObject {
  const { versioning } = found.bucket;
  if (versioning === undefined) {
    const version = findVersion(found, Key, undefined);
    if (!version) return { Key };
    checkRemovable(version.object, bypass, ctx.now());
    removeVersion(found, tx, Key, version);
    announce(found, tx, { name: 'ObjectRemoved:Delete', key: Key, version }, ctx);
    return { Key };
  }
  if (versioning === 'Suspended') checkRemovable(findVersion(found, Key, 'null')?.object, bypass, ctx.now());
  const marker = addVersion(found, tx, Key, { owner: ctx.principal.account, modifiedMs: ctx.now() });
  replicate({ found, key: Key, version: marker }, tx, ctx);
  announce(found, tx, { name: 'ObjectRemoved:DeleteMarkerCreated', key: Key, version: marker }, ctx);
  return { Key, DeleteMarker: true, DeleteMarkerVersionId: marker.versionId };
}

function removeOne(found: LocatedBucket, tx: Tx, { Key, bypass }: Doomed, VersionId: string, ctx: Ctx): DeletedObject {
  const version = findVersion(found, Key, VersionId);
  if (!version && VersionId !== 'null' && !isGenuine(VersionId))
    throw invalidArgument('Invalid version id specified', 'versionId', VersionId);
  if (!version) return { Key, VersionId };
  checkRemovable(version.object, bypass, ctx.now());
  removeVersion(found, tx, Key, version);
  announce(found, tx, { name: 'ObjectRemoved:Delete', key: Key, version }, ctx);
  return { Key, VersionId, ...(version.object ? {} : { DeleteMarker: true, DeleteMarkerVersionId: VersionId }) };
}

function checkConditions(found: LocatedBucket, doomed: Doomed): void {
  const { Key, ifMatch, ifSize, ifModified } = doomed;
  if (ifMatch === undefined && ifSize === undefined && ifModified === undefined) return;
  const there = doomed.VersionId === undefined ? newestVersion(found, Key) : findVersion(found, Key, doomed.VersionId);
  if (!there?.object) throw noSuchKey(Key);
  if (ifMatch !== undefined && !namesEtag(ifMatch, there.object.etag)) throw preconditionFailed('If-Match');
  if (ifSize !== undefined && ifSize !== there.object.sizeBytes) throw preconditionFailed('x-amz-if-match-size');
  if (ifModified && !sameSecond(ifModified, there)) throw preconditionFailed('x-amz-if-match-last-modified-time');
}

const sameSecond = (moment: Date, { modifiedMs }: Frozen<Version>): boolean =>
  Math.floor(moment.getTime() / 1000) === Math.floor(modifiedMs / 1000);
