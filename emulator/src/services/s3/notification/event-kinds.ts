// The kinds of events of a bucket.
import { table } from '#lib/table';

export const EVENT_KINDS = [
  'ObjectCreated:Put',
  'ObjectCreated:Post',
  'ObjectCreated:Copy',
  'ObjectCreated:CompleteMultipartUpload',
  'ObjectRemoved:Delete',
  'ObjectRemoved:DeleteMarkerCreated',
  'ObjectRestore:Post',
  'ObjectRestore:Completed',
  'ObjectRestore:Delete',
  'ObjectTagging:Put',
  'ObjectTagging:Delete',
  'ObjectAcl:Put',
  'LifecycleExpiration:Delete',
  'LifecycleExpiration:DeleteMarkerCreated',
  'LifecycleTransition',
  'IntelligentTiering',
  'ReducedRedundancyLostObject',
  'Replication:OperationFailedReplication',
  'Replication:OperationMissedThreshold',
  'Replication:OperationNotTracked',
  'Replication:OperationReplicatedAfterThreshold',
] as const;

/** The kinds that a name such as `s3:ObjectCreated:*` includes; none if the name is unknown. */
export function kindsNamed(name: string): readonly string[] {
  const kind = name.replace(/^s3:/, '');
  if (!name.startsWith('s3:')) return [];
  return kind.endsWith(':*')
    ? EVENT_KINDS.filter((each) => each.startsWith(kind.slice(0, -1)))
    : EVENT_KINDS.filter((each) => each === kind);
}

/** The detail type of a kind on the default bus, and the reason that goes with it. */
export const BUS_EVENTS: Readonly<Record<string, { readonly type: string; readonly reason?: string; readonly deletion?: string }>> = table({
  'ObjectCreated:Put': { type: 'Object Created', reason: 'PutObject' },
  'ObjectCreated:Post': { type: 'Object Created', reason: 'POST Object' },
  'ObjectCreated:Copy': { type: 'Object Created', reason: 'CopyObject' },
  'ObjectCreated:CompleteMultipartUpload': { type: 'Object Created', reason: 'CompleteMultipartUpload' },
  'ObjectRemoved:Delete': { type: 'Object Deleted', reason: 'DeleteObject', deletion: 'Permanently Deleted' },
  'ObjectRemoved:DeleteMarkerCreated': { type: 'Object Deleted', reason: 'DeleteObject', deletion: 'Delete Marker Created' },
  'LifecycleExpiration:Delete': { type: 'Object Deleted', reason: 'Lifecycle Expiration', deletion: 'Permanently Deleted' },
  'LifecycleExpiration:DeleteMarkerCreated': { type: 'Object Deleted', reason: 'Lifecycle Expiration', deletion: 'Delete Marker Created' },
  'ObjectRestore:Post': { type: 'Object Restore Initiated' },
  'ObjectRestore:Completed': { type: 'Object Restore Completed' },
  'ObjectRestore:Delete': { type: 'Object Restore Expired' },
  LifecycleTransition: { type: 'Object Storage Class Changed' },
  'ObjectTagging:Put': { type: 'Object Tags Added' },
  'ObjectTagging:Delete': { type: 'Object Tags Deleted' },
  'ObjectAcl:Put': { type: 'Object ACL Updated' },
});
