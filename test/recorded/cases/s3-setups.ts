// Recorded answers about setups of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';
const Id = 'test-inventory';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a bucket that is not there has no notifications',
      source: localstack('s3/test_s3.py::TestS3::test_get_bucket_notification_configuration_no_such_bucket'),
      recorded: '2026-02',
      steps: [
        refused(
          's3.GetBucketNotificationConfiguration',
          { Bucket: 'doesnotexist-1' },
          'NoSuchBucket',
          'The specified bucket does not exist',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'inventory configurations are made, listed and gone',
      source: localstack('s3/test_s3.py::TestS3::test_s3_inventory_report_crud'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateBucket', { Bucket: '{id}-2' }),
        call('s3.PutBucketPolicy', {
          Bucket: '{id}-2',
          Policy:
            '{"Version": "2012-10-17", "Statement": [{"Sid": "InventoryPolicy", "Effect": "Allow", "Principal": {"Service": "s3.amazonaws.com"}, "Action": "s3:PutObject", "Resource": ["arn:aws:s3:::{id}-2/*"], "Condition": {"ArnLike": {"aws:SourceArn": "arn:aws:s3:::{id}"}}}]}',
        }),
        call(
          's3.PutBucketInventoryConfiguration',
          {
            Bucket,
            Id,
            InventoryConfiguration: {
              Id,
              Destination: { S3BucketDestination: { Bucket: 'arn:aws:s3:::{id}-2', Format: 'CSV' } },
              IsEnabled: true,
              IncludedObjectVersions: 'All',
              OptionalFields: ['Size', 'ETag'],
              Schedule: { Frequency: 'Daily' },
            },
          },
          { answer: {} },
        ),
        call(
          's3.ListBucketInventoryConfigurations',
          { Bucket },
          {
            contains: {
              InventoryConfigurationList: [
                {
                  Destination: { S3BucketDestination: { Format: 'CSV' } },
                  Id: 'test-inventory',
                  IncludedObjectVersions: 'All',
                  IsEnabled: true,
                  OptionalFields: ['Size', 'ETag'],
                  Schedule: { Frequency: 'Daily' },
                },
              ],
            },
          },
        ),
        call(
          's3.GetBucketInventoryConfiguration',
          { Bucket, Id },
          {
            contains: {
              InventoryConfiguration: {
                Destination: { S3BucketDestination: { Format: 'CSV' } },
                Id: 'test-inventory',
                IncludedObjectVersions: 'All',
                IsEnabled: true,
                OptionalFields: ['Size', 'ETag'],
                Schedule: { Frequency: 'Daily' },
              },
            },
          },
        ),
        call('s3.DeleteBucketInventoryConfiguration', { Bucket, Id }, { answer: {} }),
        call('s3.ListBucketInventoryConfigurations', { Bucket }, { contains: { IsTruncated: false } }),
        refused(
          's3.GetBucketInventoryConfiguration',
          { Bucket, Id },
          'NoSuchConfiguration',
          'The specified configuration does not exist.',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'logging of a bucket is put, read back and removed',
      source: localstack('s3/test_s3.py::TestS3BucketLogging::test_put_bucket_logging'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.CreateBucket', { Bucket: '{id}-2' }),
        call('s3.GetBucketLogging', { Bucket }, { answer: {} }),
        call(
          's3.GetBucketAcl',
          { Bucket: '{id}-2' },
          { contains: { Grants: [{ Grantee: { Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }] } },
        ),
        call(
          's3.PutBucketLogging',
          { Bucket, BucketLoggingStatus: { LoggingEnabled: { TargetBucket: '{id}-2', TargetPrefix: 'log' } } },
          { answer: {} },
        ),
        call('s3.GetBucketLogging', { Bucket }, { contains: { LoggingEnabled: { TargetBucket: '{id}-2', TargetPrefix: 'log' } } }),
        call('s3.PutBucketLogging', { Bucket, BucketLoggingStatus: {} }, { answer: {} }),
      ],
    },
    {
      title: 'a website configuration is made, read and gone',
      source: localstack('s3/test_s3.py::TestS3StaticWebsiteHosting::test_crud_website_configuration'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        refused(
          's3.GetBucketWebsite',
          { Bucket },
          'NoSuchWebsiteConfiguration',
          'The specified bucket does not have a website configuration',
          { status: 404 },
        ),
        call('s3.DeleteBucketWebsite', { Bucket }, { answer: {} }),
        call('s3.PutBucketWebsite', { Bucket, WebsiteConfiguration: { IndexDocument: { Suffix: 'index.html' } } }, { answer: {} }),
        call('s3.GetBucketWebsite', { Bucket }, { contains: { IndexDocument: { Suffix: 'index.html' } } }),
      ],
    },
    {
      title: 'acceleration is configured and suspended',
      source: localstack('s3/test_s3_api.py::TestS3BucketAccelerateConfiguration::test_bucket_acceleration_configuration_crud'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.GetBucketAccelerateConfiguration', { Bucket }, { answer: {} }),
        call('s3.PutBucketAccelerateConfiguration', { Bucket, AccelerateConfiguration: { Status: 'Enabled' } }, { answer: {} }),
        call('s3.GetBucketAccelerateConfiguration', { Bucket }, { contains: { Status: 'Enabled' } }),
        call('s3.PutBucketAccelerateConfiguration', { Bucket, AccelerateConfiguration: { Status: 'Suspended' } }, { answer: {} }),
        call('s3.GetBucketAccelerateConfiguration', { Bucket }, { contains: { Status: 'Suspended' } }),
      ],
    },
    {
      title: 'a bucket encrypts with AES256 by default',
      source: localstack('s3/test_s3_api.py::TestS3BucketEncryption::test_s3_default_bucket_encryption'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.GetBucketEncryption',
          { Bucket },
          {
            contains: {
              ServerSideEncryptionConfiguration: {
                Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: false }],
              },
            },
          },
        ),
        call('s3.DeleteBucketEncryption', { Bucket }, { answer: {} }),
        call('s3.DeleteBucketEncryption', { Bucket }, { answer: {} }),
        call('s3.GetBucketVersioning', { Bucket }, { answer: {} }),
      ],
    },
    {
      title: 'objects have the encryption of their bucket',
      source: localstack('s3/test_s3_api.py::TestS3BucketEncryption::test_s3_bucket_encryption_sse_s3'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call(
          's3.PutBucketEncryption',
          {
            Bucket,
            ServerSideEncryptionConfiguration: {
              Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' }, BucketKeyEnabled: true }],
            },
          },
          { answer: {} },
        ),
        call('s3.PutObject', { Bucket, Key: 'key-encrypted', Body: 'test-encrypted' }, { contains: { ServerSideEncryption: 'AES256' } }),
        call('s3.HeadObject', { Bucket, Key: 'key-encrypted' }, { contains: { ServerSideEncryption: 'AES256' } }),
        call('s3.GetObject', { Bucket, Key: 'key-encrypted' }, { contains: { ServerSideEncryption: 'AES256' } }),
      ],
    },
    {
      title: 'a filter of notifications is by prefix or suffix',
      source: localstack('s3/test_s3_api.py::TestS3BucketNotificationConfiguration::test_bucket_notification_with_invalid_filter_rules'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        refused(
          's3.PutBucketNotificationConfiguration',
          {
            Bucket,
            NotificationConfiguration: {
              QueueConfigurations: [
                {
                  QueueArn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1',
                  Events: ['s3:ObjectCreated:*'],
                  Filter: { Key: { FilterRules: [{ Name: 'INVALID', Value: 'does not matter' }] } },
                },
              ],
            },
          },
          'InvalidArgument',
          'filter rule name must be either prefix or suffix',
        ),
      ],
    },
  ],
};
