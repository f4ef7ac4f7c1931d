// Object lock: a bucket's default retention, and the retention and legal hold of single versions.
import { type DefaultRetention, fault, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf, putConfig } from '#services/s3/bucket-configs';
import { accessDenied, invalidArgument, malformedXml, refuseMembers } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import { buckets, type LiveVersion, type Retention } from '#services/s3/state';
import { readable } from '#services/s3/versions/readable';
import { replaceVersion } from '#services/s3/versions/versions';
import { checkedRetention, missingLock, RETENTION_MODES } from './retention.ts';

/** Limit: days of a default retention. */
const MAX_DAYS = 36_500;
/** Limit: years of a default retention. */
const MAX_YEARS = 100;

export const GetObjectLockConfiguration = operation('GetObjectLockConfiguration', (input, ctx) => {
  const ObjectLockConfiguration = configOf(findBucket(input, ctx), 'object-lock');
  if (!ObjectLockConfiguration)
    throw fault('ObjectLockConfigurationNotFoundError', 'Object Lock configuration does not exist for this bucket', {
      BucketName: input.Bucket,
    });
  return { ObjectLockConfiguration };
});

export const PutObjectLockConfiguration = operation('PutObjectLockConfiguration', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  if (input.ObjectLockConfiguration === undefined) throw fault('MissingRequestBodyError', 'Request Body is empty');
  const { ObjectLockEnabled, Rule } = input.ObjectLockConfiguration;
  if (ObjectLockEnabled !== 'Enabled') throw malformedXml();
  if (Rule) checkDefault(Rule.DefaultRetention);
  if (bucket.versioning !== 'Enabled')
    throw fault('InvalidBucketState', "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration");
  there.write((tx) => {
    tx.put(there.records(buckets), [bucket.name], { ...bucket, objectLock: true });
    putConfig(found, 'object-lock', { ObjectLockEnabled, ...(Rule ? { Rule } : {}) });
  });
  return {};
});

function checkDefault(retention: DefaultRetention | undefined): void {
  if (!retention) throw malformedXml();
  refuseMembers(retention, 'DefaultEventHold');
  const { Mode, Days, Years } = retention;
  if ((Mode !== 'COMPLIANCE' && Mode !== 'GOVERNANCE') || (Days === undefined) === (Years === undefined)) throw malformedXml();
  if ((Days ?? 1) < 1 || (Years ?? 1) < 1) throw invalidArgument('Default retention period must be a positive integer value.');
  if ((Days ?? 0) > MAX_DAYS) throw invalidArgument(`Default retention period too large.`);
  if ((Years ?? 0) > MAX_YEARS) throw invalidArgument(`Default retention period too large.`);
}

/** The version that the request names; throws unless its bucket has object lock. */
function lockable(
  input: { Bucket: string; Key: string; VersionId?: string | undefined; ExpectedBucketOwner?: string | undefined },
  found: LocatedBucket,
  method: 'GET' | 'PUT' = 'GET',
) {
  if (!found.bucket.objectLock) throw missingLock();
  return readable(found, input.Key, input.VersionId, { method });
}

const noLock = () => fault('NoSuchObjectLockConfiguration', 'The specified object does not have a ObjectLock configuration');

export const GetObjectRetention = operation('GetObjectRetention', (input, ctx) => {
  const { retention } = lockable(input, findBucket(input, ctx)).object;
  if (!retention) throw noLock();
  return { Retention: { Mode: retention.mode, RetainUntilDate: new Date(retention.untilMs) } };
});

export const PutObjectRetention = operation('PutObjectRetention', (input, ctx) => {
  const found = findBucket(input, ctx);
  const version = lockable(input, found, 'PUT');
  refuseMembers(input.Retention ?? {}, 'EventHold', 'EventHoldDuration');
  const { Mode, RetainUntilDate } = input.Retention ?? {};
  if ((Mode === undefined) !== (RetainUntilDate === undefined)) throw malformedXml();
  if (Mode !== undefined && !RETENTION_MODES.includes(Mode)) throw malformedXml();
  const wanted = Mode !== undefined && RetainUntilDate ? checkedRetention(Mode, RetainUntilDate, ctx.now(), 'RetainUntilDate') : undefined;
  checkChange(version.object.retention, wanted, input.BypassGovernanceRetention === true, ctx.now());
  const { retention: _, ...object } = version.object;
  const changed = { ...version, object: { ...object, ...(wanted ? { retention: wanted } : {}) } } as LiveVersion;
  found.there.write((tx) => replaceVersion(found, tx, input.Key, changed));
  return {};
});

/** Throws for forbidden changes. Retention may always grow in its mode; with a bypass governance mode may shrink, compliance mode never. */
function checkChange(now: Retention | undefined, wanted: Retention | undefined, bypass: boolean, nowMs: number): void {
  if (!now || now.untilMs <= nowMs) return;
  const grows = wanted !== undefined && wanted.untilMs >= now.untilMs && wanted.mode === now.mode;
  if (grows || (now.mode === 'GOVERNANCE' && bypass)) return;
  throw accessDenied('Access Denied because object protected by object lock.');
}

export const GetObjectLegalHold = operation('GetObjectLegalHold', (input, ctx) => {
  const { legalHold } = lockable(input, findBucket(input, ctx)).object;
  if (!legalHold) throw noLock();
  return { LegalHold: { Status: legalHold } };
});

export const PutObjectLegalHold = operation('PutObjectLegalHold', (input, ctx) => {
  const found = findBucket(input, ctx);
  const Status = input.LegalHold?.Status;
  if (Status !== 'ON' && Status !== 'OFF') throw malformedXml();
  const version = lockable(input, found, 'PUT');
  const changed = { ...version, object: { ...version.object, legalHold: Status } } as LiveVersion;
  found.there.write((tx) => replaceVersion(found, tx, input.Key, changed));
  return {};
});
