// Copies new versions to the destinations of their bucket's replication rules, in the write that stores them: no reader sees one without the other.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/replication-what-is-isnot-replicated.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import type { Destination, ReplicationRule } from '#model/s3';
import { privateAcl } from '#services/s3/access/acl';
import { authorize } from '#services/s3/access/authorize';
import { keepAgain } from '#services/s3/bodies/segments';
import { configOf } from '#services/s3/bucket-configs';
import { planExpiry } from '#services/s3/lifecycle/plan-expiry';
import { type LocatedBucket, lookUpBucket } from '#services/s3/located-bucket';
import { REPLICATION_FAILED } from '#services/s3/messages';
import { announce } from '#services/s3/notification/announce';
import type { LiveVersion, StoredObject, Version } from '#services/s3/state';
import { addVersion, replaceVersion } from '#services/s3/versions/versions';
import { rulesFor } from './replication-rules.ts';

interface Source {
  readonly found: LocatedBucket;
  readonly key: string;
  readonly version: Frozen<Version>;
}

/** Returns the version as it is stored from then on: with the outcome, if a rule concerns it. */
export function replicate<V extends Version>(source: Source & { readonly version: V }, tx: Tx, ctx: Ctx): V {
  const { found, key, version } = source;
  const config = configOf(found, 'replication');
  if (!config || found.bucket.versioning !== 'Enabled') return version;
  const outcomes = rulesFor(config, key, version).map((rule) => copyTo(rule, source, tx, ctx));
  if (outcomes.length === 0 || !version.object) return version;
  const shown: V = { ...version, replication: outcomes.every(Boolean) ? 'COMPLETED' : 'FAILED' };
  replaceVersion(found, tx, key, shown as Version as LiveVersion);
  return shown;
}

/** False where the destination cannot take it; the log says why. */
function copyTo(rule: Frozen<ReplicationRule>, source: Source, tx: Tx, ctx: Ctx): boolean {
  const destination = rule.Destination!;
  const name = nameOf(destination);
  const target = lookUpBucket(name, ctx);
  const refusal = target ? refusalOf(target, destination, source, ctx) : 'it does not exist';
  if (target && refusal === undefined) {
    store(rule, source, target, tx, ctx);
    return true;
  }
  const { found, key } = source;
  const { bucket } = found;
  const facts = { bucket: bucket.name, key, destination: name, reason: refusal ?? '' };
  ctx.report(REPLICATION_FAILED, facts, { what: 'problem', resource: `arn:aws:s3:::${bucket.name}` });
  return false;
}

export const nameOf = ({ Bucket = '' }: Frozen<Partial<Destination>>): string => Bucket.split(':::').at(-1)!;

/** Why the destination does not take it; undefined if it does. The bucket of another account needs a policy that lets the writer replicate. */
function refusalOf(target: LocatedBucket, { Account }: Frozen<Destination>, { found, key, version }: Source, ctx: Ctx): string | undefined {
  const { bucket } = target;
  if (bucket.versioning !== 'Enabled') return 'its versioning is not enabled';
  if (Account !== undefined && Account !== bucket.account) return `it does not belong to the account ${Account}`;
  if (bucket.account === found.bucket.account) return undefined;
  try {
    authorize(target, version.object ? 'ReplicateObject' : 'ReplicateDelete', { Bucket: bucket.name, Key: key }, ctx);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return 'its policy does not allow s3:ReplicateObject and s3:ReplicateDelete';
    throw error;
  }
}

function store(rule: Frozen<ReplicationRule>, { found, key, version }: Source, target: LocatedBucket, tx: Tx, ctx: Ctx): void {
  const object = version.object && replicaOf(version.object as StoredObject, rule, found, target, tx);
  const owner = changesOwner(rule) ? target.bucket.account : version.owner;
  const facts = { object, owner, modifiedMs: version.modifiedMs, order: version.order, replication: 'REPLICA' as const };
  const replica = addVersion(target, tx, key, facts);
  if (replica.object) planExpiry(target, tx, key, replica);
  announce(target, tx, { name: replica.object ? 'ObjectCreated:Put' : 'ObjectRemoved:DeleteMarkerCreated', key, version: replica }, ctx);
}

const changesOwner = ({ Destination }: Frozen<ReplicationRule>): boolean => Destination?.AccessControlTranslation?.Owner === 'Destination';

function replicaOf(object: StoredObject, rule: Frozen<ReplicationRule>, found: LocatedBucket, target: LocatedBucket, tx: Tx): StoredObject {
  const { StorageClass, EncryptionConfiguration } = rule.Destination!;
  const { retention, legalHold, ...others } = object;
  const { encryption } = object;
  const kmsKeyId = encryption.algorithm.startsWith('aws:kms')
    ? (EncryptionConfiguration?.ReplicaKmsKeyID ?? encryption.kmsKeyId)
    : undefined;
  return {
    ...others,
    ...(target.bucket.objectLock ? { retention, legalHold } : {}),
    body: object.body.map((segment) => keepAgain(tx, segment, found.there, target.there)),
    storageClass: StorageClass ?? object.storageClass,
    encryption: kmsKeyId === undefined ? encryption : { ...encryption, kmsKeyId },
    ...(changesOwner(rule) ? { grants: privateAcl(target.bucket.account) } : {}),
  };
}
