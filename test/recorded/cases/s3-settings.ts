// Recorded answers of object storage about small configurations of buckets, and about replications.
import { localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const recorded_ = '2026-02';
const s3 = (name: string): string => localstack(`s3/test_s3.py::${name}`);
const create: Step = { call: 's3.CreateBucket', input: { Bucket } };

const others: RecordedCase[] = [
  {
    title: 'an ownership that is none is named in the error',
    source: localstack('s3/test_s3_api.py::TestS3BucketOwnershipControls::test_bucket_ownership_controls_exc'),
    recorded: recorded_,
    steps: [
      {
        call: 's3.CreateBucket',
        input: { Bucket, ObjectOwnership: 'RandomValue' },
        error: {
          code: 'InvalidArgument',
          message: 'Invalid x-amz-object-ownership header: RandomValue',
          contains: { ArgumentName: 'x-amz-object-ownership' },
        },
      },
      create,
      ...[[{ ObjectOwnership: 'BucketOwnerPreferred' }, { ObjectOwnership: 'ObjectWriter' }], [{ ObjectOwnership: 'Random' }], [{}]].map(
        (Rules): Step => ({
          call: 's3.PutBucketOwnershipControls',
          input: { Bucket, OwnershipControls: { Rules } },
          error: { code: 'MalformedXML', status: 400 },
        }),
      ),
    ],
  },
  {
    title: 'ownership controls and public access blocks are there from the start, and may be removed',
    source: localstack(
      's3/test_s3_api.py::TestS3BucketOwnershipControls::test_crud_bucket_ownership_controls, TestS3PublicAccessBlock::test_crud_public_access_block',
    ),
    recorded: recorded_,
    steps: [
      create,
      {
        call: 's3.GetBucketOwnershipControls',
        input: { Bucket },
        answer: { OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] } },
      },
      { call: 's3.DeleteBucketOwnershipControls', input: { Bucket } },
      {
        call: 's3.GetBucketOwnershipControls',
        input: { Bucket },
        error: { code: 'OwnershipControlsNotFoundError', message: 'The bucket ownership controls were not found', status: 404 },
      },
      { call: 's3.DeleteBucketOwnershipControls', input: { Bucket } },
      {
        call: 's3.GetPublicAccessBlock',
        input: { Bucket },
        answer: {
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
        },
      },
      { call: 's3.DeletePublicAccessBlock', input: { Bucket } },
      {
        call: 's3.GetPublicAccessBlock',
        input: { Bucket },
        error: {
          code: 'NoSuchPublicAccessBlockConfiguration',
          message: 'The public access block configuration was not found',
          status: 404,
        },
      },
      { call: 's3.DeletePublicAccessBlock', input: { Bucket } },
    ],
  },
  {
    title: 'a replication needs versions on both sides, and rules',
    source: s3('TestS3BucketReplication::test_replication_config, test_replication_config_without_filter'),
    recorded: recorded_,
    steps: [
      create,
      {
        call: 's3.GetBucketReplication',
        input: { Bucket },
        error: { code: 'ReplicationConfigurationNotFoundError', message: 'The replication configuration was not found', status: 404 },
      },
      replication('arn:aws:s3:::{id}-to', "Versioning must be 'Enabled' on the bucket to apply a replication configuration"),
      versions(Bucket),
      replication('arn:aws:s3:::{id}-to', 'Destination bucket must have versioning enabled.'),
      { call: 's3.CreateBucket', input: { Bucket: '{id}-to' } },
      replication('arn:aws:s3:::{id}-to', 'Destination bucket must have versioning enabled.'),
      versions('{id}-to'),
      replication('arn:aws:s3:::{id}-to'),
      {
        call: 's3.PutBucketReplication',
        input: { Bucket, ReplicationConfiguration: { Role: 'role', Rules: [] } },
        error: { code: 'MalformedXML', status: 400 },
      },
      { call: 's3.DeleteBucketReplication', input: { Bucket } },
      { call: 's3.DeleteBucketReplication', input: { Bucket } },
    ],
  },
];

function replication(destination: string, message?: string): Step {
  const rule = {
    ID: 'id',
    Priority: 1,
    Filter: { Prefix: 'Tax' },
    Status: 'Enabled',
    DeleteMarkerReplication: { Status: 'Disabled' },
    Destination: { Bucket: destination },
  };
  return {
    call: 's3.PutBucketReplication',
    input: { Bucket, ReplicationConfiguration: { Role: 'arn:aws:iam::{account}:role/r', Rules: [rule] } },
    ...(message === undefined ? {} : { error: { code: 'InvalidRequest', message, status: 400 } }),
  };
}

function versions(bucket: string): Step {
  return { call: 's3.PutBucketVersioning', input: { Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } } };
}

export const recorded: RecordedCases = { service: 's3', cases: others };
