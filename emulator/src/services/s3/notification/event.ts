// The two forms of an event: a record for queues, functions and topics, and an event for the default bus.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { ownerOf } from '#services/s3/access/acl';
import { bucketArn, type LocatedBucket } from '#services/s3/located-bucket';
import type { Version } from '#services/s3/state';
import { countOf } from '#services/s3/versions/version-order';
import { BUS_EVENTS } from './event-kinds.ts';

export interface Happening {
  /** The kind without `s3:`. */
  readonly name: string;
  readonly key: string;
  readonly version: Frozen<Version>;
}

const ADDRESS = '127.0.0.1';
const REMOVALS = /^(?:ObjectRemoved|LifecycleExpiration)/;
/** Kinds introduced with version 2.3 of the record. */
const NEWER = /^(?:Lifecycle|IntelligentTiering|ObjectTagging|ObjectAcl|ObjectRestore:Delete)/;

/** Kinds that leave the bytes of the object alone: their events have neither its size nor a sequencer (recorded in January 2025). */
const WITHOUT_SIZE = /^Object(?:Tagging|Acl):/;
const MARKER_CREATED = 'ObjectRemoved:DeleteMarkerCreated';
/** MD5 of no bytes. */
const EMPTY_ETAG = 'd41d8cd98f00b204e9800998ecf8427e';

/** Grows with every event of a key: the time, then the number of versions before. */
export const sequencerOf = ({ name, version }: Happening, nowMs: number): string => {
  const count = countOf(version.order) * 2 + (REMOVALS.test(name) ? 1 : 0);
  return `${nowMs.toString(16).padStart(12, '0')}${count.toString(16).padStart(6, '0')}`.toUpperCase();
};

/** Keys in records are form-encoded: spaces become plus signs. */
export const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replace(/%20/g, '+')
    .replace(/%2F/g, '/')
    .replace(/[!'()]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

const versionOf = ({ bucket }: LocatedBucket, { versionId }: Frozen<Version>) =>
  bucket.versioning === undefined || versionId === 'null' ? undefined : versionId;

/** A record of `{ Records: […] }`. */
export function recordOf(found: LocatedBucket, happening: Happening, configurationId: string, ctx: Ctx) {
  const { bucket } = found;
  const { name, key, version } = happening;
  const nowMs = ctx.now();
  const versionId = versionOf(found, version);
  return {
    eventVersion: NEWER.test(name) ? '2.3' : '2.1',
    eventSource: 'aws:s3',
    awsRegion: bucket.region,
    eventTime: new Date(nowMs).toISOString(),
    eventName: name,
    userIdentity: { principalId: principalOf(ctx) },
    requestParameters: { sourceIPAddress: ADDRESS },
    responseElements: { 'x-amz-request-id': ctx.requestId, 'x-amz-id-2': `${ctx.requestId}/${ctx.trace.id}` },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId,
      bucket: { name: bucket.name, ownerIdentity: { principalId: ownerOf(bucket.account).ID }, arn: bucketArn(bucket.name) },
      object: {
        key: encodeKey(key),
        ...(version.object && !REMOVALS.test(name) && !WITHOUT_SIZE.test(name) ? { size: version.object.sizeBytes } : {}),
        ...(version.object && !REMOVALS.test(name) ? { eTag: version.object.etag } : {}),
        ...(name === MARKER_CREATED ? { eTag: EMPTY_ETAG } : {}),
        ...(versionId ? { versionId } : {}),
        ...(WITHOUT_SIZE.test(name) ? {} : { sequencer: sequencerOf(happening, nowMs) }),
      },
    },
    ...restoreData(happening),
  };
}

/** The further member that the record of a complete restoration has. */
function restoreData({ name, version: { object } }: Happening) {
  if (name !== 'ObjectRestore:Completed' || !object) return {};
  return {
    glacierEventData: {
      restoreEventData: {
        lifecycleRestorationExpiryTime: new Date(object.restoredUntilMs ?? 0).toISOString(),
        lifecycleRestoreStorageClass: object.storageClass,
      },
    },
  };
}

const principalOf = ({ principal }: Ctx): string =>
  principal.kind === 'key' && principal.accessKeyId
    ? `AWS:${principal.accessKeyId}`
    : principal.kind === 'service'
      ? principal.service
      : 'Anonymous';

/** The event for the default bus; undefined for kinds that are not sent to it. */
export function busEventOf(found: LocatedBucket, happening: Happening, ctx: Ctx) {
  const { bucket } = found;
  const { name, key, version } = happening;
  const kind = BUS_EVENTS[name];
  if (!kind) return undefined;
  const nowMs = ctx.now();
  const versionId = versionOf(found, version);
  const removed = kind.deletion !== undefined;
  return {
    version: '0',
    id: ctx.id(),
    'detail-type': kind.type,
    source: 'aws.s3',
    account: bucket.account,
    time: new Date(nowMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: bucket.region,
    resources: [bucketArn(bucket.name)],
    detail: {
      version: '0',
      bucket: { name: bucket.name },
      object: {
        key,
        ...(version.object && !removed && !WITHOUT_SIZE.test(name) ? { size: version.object.sizeBytes } : {}),
        ...(version.object && !removed ? { etag: version.object.etag } : {}),
        ...(versionId ? { 'version-id': versionId } : {}),
        ...(WITHOUT_SIZE.test(name) || name.startsWith('ObjectRestore:') ? {} : { sequencer: sequencerOf(happening, nowMs) }),
      },
      'request-id': ctx.requestId,
      requester: ctx.principal.kind === 'service' ? ctx.principal.service : ctx.principal.account,
      // A restoration is completed by the service, from no address
      ...(name === 'ObjectRestore:Completed' ? {} : { 'source-ip-address': ADDRESS }),
      ...(kind.reason ? { reason: kind.reason } : {}),
      ...(kind.deletion ? { 'deletion-type': kind.deletion } : {}),
      ...extras(name, happening),
    },
  };
}

function extras(name: string, { version }: Happening): Record<string, string> {
  if (name === 'LifecycleTransition') return { 'destination-storage-class': version.object?.storageClass ?? '' };
  if (name === 'ObjectRestore:Completed' && version.object)
    return {
      'restore-expiry-time': new Date(version.object.restoredUntilMs ?? 0).toISOString(),
      'source-storage-class': version.object.storageClass,
    };
  return name === 'ObjectRestore:Post' && version.object ? { 'source-storage-class': version.object.storageClass } : {};
}
