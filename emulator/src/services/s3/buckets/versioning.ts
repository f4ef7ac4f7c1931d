// GetBucketVersioning, PutBucketVersioning.
import { fault, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf } from '#services/s3/bucket-configs';
import { malformedXml, notImplemented } from '#services/s3/faults';
import { buckets } from '#services/s3/state';

export const GetBucketVersioning = operation('GetBucketVersioning', (input, ctx) => {
  const { versioning, mfaDelete } = findBucket(input, ctx).bucket;
  return { Status: versioning, MFADelete: mfaDelete };
});

export const PutBucketVersioning = operation('PutBucketVersioning', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  const { Status, MFADelete } = input.VersioningConfiguration ?? {};
  if (Status === undefined) throw fault('IllegalVersioningConfigurationException', 'The Versioning element must be specified');
  if (Status !== 'Enabled' && Status !== 'Suspended') throw malformedXml();
  if (MFADelete === 'Enabled') throw notImplemented('MFADelete');
  if (Status === 'Suspended' && bucket.objectLock)
    throw fault('InvalidBucketState', 'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.');
  if (Status === 'Suspended' && configOf(found, 'replication'))
    throw fault(
      'InvalidBucketState',
      'A replication configuration is present on this bucket, so you cannot change the versioning state. To change the versioning state, first delete the replication configuration.',
    );
  const changed = {
    ...bucket,
    versioning: Status as 'Enabled' | 'Suspended',
    ...(MFADelete ? { mfaDelete: MFADelete as 'Disabled' } : {}),
  } as const;
  there.write((tx) => tx.put(there.records(buckets), [bucket.name], changed));
});
