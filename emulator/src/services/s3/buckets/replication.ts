// Replication: the configuration is checked, stored and returned; nothing is replicated.
import { fault, operation } from '#model/s3';
import { invalidRequest, malformedXml } from '#services/s3/faults';
import { REPLICATION_RECORDED } from '#services/s3/messages';
import { configOf, deleteConfig, putConfig } from './configs.ts';
import { findBucket } from './find-bucket.ts';
import { lookUpBucket } from './located-bucket.ts';

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
    const target = lookUpBucket(Destination.Bucket.split(':::').at(-1)!, ctx);
    if (!target) throw invalidRequest('Destination bucket must exist.');
    if (target.bucket.versioning !== 'Enabled') throw invalidRequest('Destination bucket must have versioning enabled.');
  }
  putConfig(found, 'replication', { Role, Rules: rules });
  const destinations = [...new Set(rules.map(({ Destination }) => Destination!.Bucket))];
  ctx.log.in('s3').write(REPLICATION_RECORDED, { bucket: input.Bucket, destinations });
});

export const DeleteBucketReplication = operation('DeleteBucketReplication', (input, ctx) =>
  deleteConfig(findBucket(input, ctx), 'replication'),
);
