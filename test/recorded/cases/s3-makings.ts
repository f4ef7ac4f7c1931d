// Recorded answers about makings of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'EU is no location for a bucket of another region',
      source: localstack('s3/test_s3.py::TestS3::test_create_bucket_with_eu_location_constraint_raises'),
      recorded: '2026-02',
      steps: [
        {
          ...refused(
            's3.CreateBucket',
            { Bucket, CreateBucketConfiguration: { LocationConstraint: 'EU' } },
            'IllegalLocationConstraintException',
            'The EU location constraint is incompatible for the region specific endpoint this request was sent to.',
          ),
          region: 'us-east-2',
        },
      ],
    },
    {
      title: 'the settings of a bucket are read from another region',
      source: localstack('s3/test_s3.py::TestS3::test_bucket_operation_between_regions'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket, CreateBucketConfiguration: { LocationConstraint: 'us-west-2' } }, { region: 'us-west-2' }),
        call(
          's3.PutBucketWebsite',
          { Bucket, WebsiteConfiguration: { IndexDocument: { Suffix: 'index.html' } } },
          { region: 'us-west-2', answer: {} },
        ),
        call(
          's3.PutBucketCors',
          { Bucket, CORSConfiguration: { CORSRules: [{ AllowedOrigins: ['*'], AllowedMethods: ['GET'] }] } },
          { region: 'us-west-2', answer: {} },
        ),
        call('s3.GetBucketWebsite', { Bucket }, { contains: { IndexDocument: { Suffix: 'index.html' } } }),
        call('s3.GetBucketCors', { Bucket }, { contains: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] } }),
      ],
    },
    {
      title: 'whether a bucket is there is told by its settings',
      source: localstack('s3/test_s3.py::TestS3::test_bucket_exists'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketCors', {
          Bucket,
          CORSConfiguration: { CORSRules: [{ AllowedMethods: ['GET', 'POST', 'PUT', 'DELETE'], AllowedOrigins: ['localhost'] }] },
        }),
        call(
          's3.GetBucketCors',
          { Bucket },
          { contains: { CORSRules: [{ AllowedMethods: ['GET', 'POST', 'PUT', 'DELETE'], AllowedOrigins: ['localhost'] }] } },
        ),
        call('s3.GetBucketAcl', { Bucket }, { contains: { Grants: [{ Grantee: { Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }] } }),
        refused('s3.GetBucketAcl', { Bucket: 'bucket-not-exists' }, 'NoSuchBucket', 'The specified bucket does not exist', { status: 404 }),
      ],
    },
    {
      title: 'a bucket that its owner makes again in another region is refused',
      source: localstack('s3/test_s3.py::TestS3::test_create_bucket_with_existing_name'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket, CreateBucketConfiguration: { LocationConstraint: 'us-west-1' } }),
        refused(
          's3.CreateBucket',
          { Bucket, CreateBucketConfiguration: { LocationConstraint: 'us-west-1' } },
          'BucketAlreadyOwnedByYou',
          'Your previous request to create the named bucket succeeded and you already own it.',
          { status: 409 },
        ),
        refused(
          's3.CreateBucket',
          { Bucket, CreateBucketConfiguration: { LocationConstraint: 'us-east-2' } },
          'BucketAlreadyOwnedByYou',
          'Your previous request to create the named bucket succeeded and you already own it.',
          { status: 409 },
        ),
      ],
    },
    {
      title: 'aws-global is no location for a bucket (us-east-1)',
      source: localstack('s3/test_s3.py::TestS3::test_bucket_constraint_aws_global[us-east-1]'),
      recorded: '2026-02',
      steps: [
        refused(
          's3.CreateBucket',
          { Bucket, CreateBucketConfiguration: { LocationConstraint: 'aws-global' } },
          'InvalidLocationConstraint',
          'The specified location-constraint is not valid',
        ),
      ],
    },
    {
      title: 'aws-global is no location for a bucket (us-west-1)',
      source: localstack('s3/test_s3.py::TestS3::test_bucket_constraint_aws_global[us-west-1]'),
      recorded: '2026-02',
      steps: [
        {
          ...refused(
            's3.CreateBucket',
            { Bucket, CreateBucketConfiguration: { LocationConstraint: 'aws-global' } },
            'IllegalLocationConstraintException',
            'The aws-global location constraint is incompatible for the region specific endpoint this request was sent to.',
          ),
          region: 'us-west-1',
        },
      ],
    },
    {
      title: 'an emptied bucket lists nothing',
      source: localstack('s3/test_s3.py::TestS3::test_empty_bucket_fixture'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutObject', { Bucket, Key: 'key0', Body: '123' }),
        call('s3.PutObject', { Bucket, Key: 'key1', Body: '123' }),
        call('s3.PutObject', { Bucket, Key: 'key2', Body: '123' }),
        call(
          's3.ListObjectsV2',
          { Bucket },
          {
            contains: {
              Contents: [
                { Key: 'key0', Size: 3 },
                { Key: 'key1', Size: 3 },
                { Key: 'key2', Size: 3 },
              ],
            },
          },
        ),
        call('s3.DeleteObjects', { Bucket, Delete: { Objects: [{ Key: 'key0' }, { Key: 'key1' }, { Key: 'key2' }] } }),
        call('s3.ListObjectsV2', { Bucket }, { contains: { IsTruncated: false, KeyCount: 0, MaxKeys: 1000, Name: '{id}', Prefix: '' } }),
      ],
    },
    {
      title: 'a bucket that is not there takes no notifications',
      source: localstack('s3/test_s3_notifications_sns.py::TestS3NotificationsToSns::test_bucket_not_exist'),
      recorded: '2025-01',
      steps: [
        refused(
          's3.PutBucketNotificationConfiguration',
          {
            Bucket: 'this-bucket-does-not-exist-1',
            NotificationConfiguration: {
              TopicConfigurations: [{ Id: 'id123', Events: ['s3:ObjectCreated:*'], TopicArn: 'arn:aws:sns:us-east-1:{account}:my-topic' }],
            },
            SkipDestinationValidation: true,
          },
          'NoSuchBucket',
          'The specified bucket does not exist',
          { status: 404 },
        ),
      ],
    },
  ],
};
