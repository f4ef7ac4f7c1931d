// The default encryption of objects in a bucket. Every bucket has one; AES256 unless it is configured.
import { fault, operation, type ServerSideEncryptionRule } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf, putConfig } from '#services/s3/bucket-configs';
import { malformedXml } from '#services/s3/faults';

const ALGORITHMS = ['AES256', 'aws:kms', 'aws:kms:dsse'];
const DEFAULT_RULES: readonly ServerSideEncryptionRule[] = [
  { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false },
];

export const GetBucketEncryption = operation('GetBucketEncryption', (input, ctx) => ({
  ServerSideEncryptionConfiguration: { Rules: configOf(findBucket(input, ctx), 'encryption')?.rules ?? DEFAULT_RULES },
}));

export const PutBucketEncryption = operation('PutBucketEncryption', (input, ctx) => {
  const found = findBucket(input, ctx);
  const given = input.ServerSideEncryptionConfiguration?.Rules ?? [];
  if (given.length !== 1) throw malformedXml();
  const [rule] = given as [ServerSideEncryptionRule];
  const byDefault = rule.ApplyServerSideEncryptionByDefault;
  if (!byDefault && !rule.BlockedEncryptionTypes && rule.BucketKeyEnabled === undefined) throw malformedXml();
  if (byDefault && !ALGORITHMS.includes(byDefault.SSEAlgorithm)) throw malformedXml();
  if (byDefault?.SSEAlgorithm === 'AES256' && byDefault.KMSMasterKeyID !== undefined)
    throw fault('InvalidArgument', 'a KMSMasterKeyID is not applicable if the default sse algorithm is not aws:kms or aws:kms:dsse', {
      ArgumentName: 'ApplyServerSideEncryptionByDefault',
    });
  putConfig(found, 'encryption', { rules: [{ ...rule, BucketKeyEnabled: rule.BucketKeyEnabled ?? false }], isConfigured: true });
});

/** Restores AES256: a bucket always has a default encryption. */
export const DeleteBucketEncryption = operation('DeleteBucketEncryption', (input, ctx) =>
  putConfig(findBucket(input, ctx), 'encryption', { rules: DEFAULT_RULES }),
);
