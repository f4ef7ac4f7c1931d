// Recorded answers about grants of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a canned list of a bucket is shown as grants',
      source: localstack('s3/test_s3.py::TestS3::test_s3_bucket_acl'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call('s3.ListBuckets', {}, { as: 'buckets' }),
        call('s3.PutBucketAcl', { Bucket, ACL: 'public-read' }),
        call(
          's3.GetBucketAcl',
          { Bucket },
          {
            as: 'acl2',
            contains: {
              Grants: [
                { Grantee: { ID: '{buckets.Owner.ID}', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' },
                { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/global/AllUsers' }, Permission: 'READ' },
              ],
              Owner: { ID: '{buckets.Owner.ID}' },
            },
          },
        ),
        call('s3.PutBucketAcl', { Bucket, ACL: 'private' }),
        call(
          's3.GetBucketAcl',
          { Bucket },
          {
            as: 'acl4',
            contains: {
              Grants: [{ Grantee: { ID: '{acl2.Grants.0.Grantee.ID}', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }],
              Owner: { ID: '{acl2.Grants.0.Grantee.ID}' },
            },
          },
        ),
        call('s3.PutBucketAcl', { Bucket, GrantRead: 'uri="http://acs.amazonaws.com/groups/s3/LogDelivery"' }),
        call(
          's3.GetBucketAcl',
          { Bucket },
          {
            as: 'acl6',
            contains: {
              Grants: [{ Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery' }, Permission: 'READ' }],
              Owner: { ID: '{acl4.Grants.0.Grantee.ID}' },
            },
          },
        ),
        call('s3.PutBucketAcl', {
          Bucket,
          AccessControlPolicy: {
            Owner: { ID: '{acl6.Owner.ID}' },
            Grants: [
              { Grantee: { ID: '{acl6.Owner.ID}', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' },
              { Grantee: { URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery', Type: 'Group' }, Permission: 'WRITE' },
            ],
          },
        }),
        call(
          's3.GetBucketAcl',
          { Bucket },
          {
            contains: {
              Grants: [
                { Grantee: { ID: '{acl6.Owner.ID}', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' },
                { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery' }, Permission: 'WRITE' },
              ],
              Owner: { ID: '{acl6.Owner.ID}' },
            },
          },
        ),
      ],
    },
    {
      title: 'an object that is open to everybody is read without a signature',
      source: localstack('s3/test_s3.py::TestS3::test_get_object_with_anon_credentials'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call('s3.PutBucketAcl', { Bucket, ACL: 'public-read' }),
        call('s3.PutObject', { Bucket, Key: 'key-1', Body: 'body data' }),
        call('s3.PutObjectAcl', { Bucket, Key: 'key-1', ACL: 'public-read' }),
        call(
          's3.GetObject',
          { Bucket, Key: 'key-1' },
          {
            contains: {
              AcceptRanges: 'bytes',
              ChecksumCRC32: 'g/U4Hw==',
              ChecksumType: 'FULL_OBJECT',
              ContentLength: 9,
              ETag: '"53ebc26c3ff5decfe9ffc7bdbaa02459"',
              Metadata: {},
              ServerSideEncryption: 'AES256',
            },
          },
        ),
      ],
    },
    {
      title: 'logging takes grants to nobody',
      source: localstack('s3/test_s3.py::TestS3BucketLogging::test_put_bucket_logging_accept_wrong_grants'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateBucket', { Bucket: '{id}-2' }),
        call('s3.DeleteBucketOwnershipControls', { Bucket: '{id}-2' }),
        call(
          's3.PutBucketLogging',
          {
            Bucket,
            BucketLoggingStatus: {
              LoggingEnabled: {
                TargetBucket: '{id}-2',
                TargetPrefix: 'log',
                TargetGrants: [
                  { Grantee: { URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery', Type: 'Group' }, Permission: 'WRITE' },
                  { Grantee: { URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery', Type: 'Group' }, Permission: 'READ_ACP' },
                ],
              },
            },
          },
          { answer: {} },
        ),
        call(
          's3.GetBucketLogging',
          { Bucket },
          {
            contains: {
              LoggingEnabled: {
                TargetBucket: '{id}-2',
                TargetGrants: [
                  { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery' }, Permission: 'WRITE' },
                  { Grantee: { Type: 'Group', URI: 'http://acs.amazonaws.com/groups/s3/LogDelivery' }, Permission: 'READ_ACP' },
                ],
                TargetPrefix: 'log',
              },
            },
          },
        ),
      ],
    },
    {
      title: 'a bucket without rules for origins says so',
      source: localstack('s3/test_s3_cors.py::TestS3Cors::test_get_cors'),
      recorded: '2023-07',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        refused('s3.GetBucketCors', { Bucket }, 'NoSuchCORSConfiguration', 'The CORS configuration does not exist', { status: 404 }),
        call('s3.PutBucketCors', { Bucket, CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] } }),
        call('s3.GetBucketCors', { Bucket }, { contains: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] } }),
      ],
    },
    {
      title: 'rules for origins are read back',
      source: localstack('s3/test_s3_cors.py::TestS3Cors::test_put_cors'),
      recorded: '2023-07',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.DeleteBucketOwnershipControls', { Bucket }),
        call('s3.DeletePublicAccessBlock', { Bucket }),
        call(
          's3.PutBucketCors',
          {
            Bucket,
            CORSConfiguration: {
              CORSRules: [
                {
                  AllowedOrigins: ['https://test.com', 'https://app.test.com', 'http://test.com:80'],
                  AllowedMethods: ['GET', 'PUT', 'HEAD'],
                  MaxAgeSeconds: 3000,
                  AllowedHeaders: ['x-amz-expected-bucket-owner', 'x-amz-server-side-encryption-customer-algorithm'],
                },
              ],
            },
          },
          { answer: {} },
        ),
        call(
          's3.GetBucketCors',
          { Bucket },
          {
            contains: {
              CORSRules: [
                {
                  AllowedHeaders: ['x-amz-expected-bucket-owner', 'x-amz-server-side-encryption-customer-algorithm'],
                  AllowedMethods: ['GET', 'PUT', 'HEAD'],
                  AllowedOrigins: ['https://test.com', 'https://app.test.com', 'http://test.com:80'],
                  MaxAgeSeconds: 3000,
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
