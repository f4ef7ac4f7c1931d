// The replication configuration of a bucket. It concerns versions that are written from then on.
import { fault, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf, deleteConfig, putConfig } from '#services/s3/bucket-configs';
import { invalidRequest, malformedXml } from '#services/s3/faults';
import { lookUpBucket } from '#services/s3/located-bucket';
import { nameOf } from './replicate.ts';

const STATES = ['Enabled', 'Disabled'];

export const GetBucketReplication = operation('GetBucketReplication', (input, ctx) => {
  const ReplicationConfiguration = configOf(findBucket(input, ctx), 'replication');
  if (!ReplicationConfiguration)
    throw fault('ReplicationConfigurationNotFoundError', 'The replication configuration was not found', { BucketName: input.Bucket });
  return { ReplicationConfiguration };
});

export const PutBucketReplication = operation('PutBucketReplication', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { Role, Rules = [] } = input.ReplicationConfiguration ?? {};
  if (Role === undefined || Rules.length === 0) throw malformedXml();
  if (found.bucket.versioning !== 'Enabled')
    throw invalidRequest("Versioning must be 'Enabled' on the bucket to apply a replication configuration");
  const rules = Rules.map((rule) => ({ ...rule, ID: rule.ID ?? ctx.random(48) }));
  for (const { Status, Destination } of rules) {
    if (!STATES.includes(Status) || !Destination?.Bucket) throw malformedXml();
    if (lookUpBucket(nameOf(Destination), ctx)?.bucket.versioning !== 'Enabled')
      throw invalidRequest('Destination bucket must have versioning enabled.');
  }
  putConfig(found, 'replication', { Role, Rules: rules });
});

export const DeleteBucketReplication = operation('DeleteBucketReplication', (input, ctx) =>
  deleteConfig(findBucket(input, ctx), 'replication'),
);
