// Recorded answers about setups of the objects service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const Bucket = '{id}';
const Id = '1';

export const recorded: RecordedCases = {
  service: 's3',
  cases: [
    {
      title: 'a metrics configuration is written over',
      source: localstack('s3/test_s3_api.py::TestS3MetricsConfiguration::test_overwrite_bucket_metrics_configuration'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketMetricsConfiguration', { Bucket, Id, MetricsConfiguration: { Id, Filter: { Prefix: 'logs/' } } }),
        call(
          's3.PutBucketMetricsConfiguration',
          { Bucket, Id, MetricsConfiguration: { Id, Filter: { Prefix: 'logs/new-prefix' } } },
          { answer: {} },
        ),
        call('s3.GetBucketMetricsConfiguration', { Bucket, Id }, { contains: { MetricsConfiguration: { Filter: {}, Id: '1' } } }),
      ],
    },
    {
      title: 'a metrics configuration is read back',
      source: localstack('s3/test_s3_api.py::TestS3MetricsConfiguration::test_get_bucket_metrics_configuration'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketMetricsConfiguration', { Bucket, Id, MetricsConfiguration: { Id, Filter: { Prefix: 'logs/' } } }),
        call('s3.GetBucketMetricsConfiguration', { Bucket, Id }, { contains: { MetricsConfiguration: { Filter: {}, Id: '1' } } }),
      ],
    },
    {
      title: 'a deleted metrics configuration is gone',
      source: localstack('s3/test_s3_api.py::TestS3MetricsConfiguration::test_delete_metrics_configuration'),
      recorded: '2026-02',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('s3.PutBucketMetricsConfiguration', { Bucket, Id, MetricsConfiguration: { Id, Filter: { Prefix: 'logs/' } } }),
        call('s3.DeleteBucketMetricsConfiguration', { Bucket, Id }, { answer: {} }),
        refused('s3.GetBucketMetricsConfiguration', { Bucket, Id }, 'NoSuchConfiguration', 'The specified configuration does not exist.', {
          status: 404,
        }),
      ],
    },
    {
      title: "the name of a filter's rule may be in any case",
      source: localstack('s3/test_s3_notifications_sqs.py::TestS3NotificationsToSQS::test_filter_rules_case_insensitive'),
      recorded: '2025-01',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('sqs.CreateQueue', { QueueName: 'my-queue-1' }),
        call('s3.PutBucketNotificationConfiguration', {
          Bucket,
          NotificationConfiguration: {
            QueueConfigurations: [
              {
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:my-queue-1',
                Events: ['s3:ObjectCreated:*'],
                Filter: {
                  Key: {
                    FilterRules: [
                      { Name: 'suffix', Value: '.txt' },
                      { Name: 'PREFIX', Value: 'notif-' },
                    ],
                  },
                },
              },
            ],
          },
          SkipDestinationValidation: true,
        }),
        call(
          's3.GetBucketNotificationConfiguration',
          { Bucket },
          {
            contains: {
              QueueConfigurations: [
                {
                  Events: ['s3:ObjectCreated:*'],
                  Filter: { Key: { FilterRules: [{}, {}] } },
                  QueueArn: 'arn:aws:sqs:us-east-1:{account}:my-queue-1',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: "the value of a filter's rule may be empty",
      source: localstack('s3/test_s3_notifications_sqs.py::TestS3NotificationsToSQS::test_filter_rules_empty_value'),
      recorded: '2025-09',
      steps: [
        call('s3.CreateBucket', { Bucket }),
        call('sqs.CreateQueue', { QueueName: 'my-queue-1' }),
        call('s3.PutBucketNotificationConfiguration', {
          Bucket,
          NotificationConfiguration: {
            QueueConfigurations: [
              {
                QueueArn: 'arn:aws:sqs:us-east-1:{account}:my-queue-1',
                Events: ['s3:ObjectCreated:*'],
                Filter: { Key: { FilterRules: [{ Name: 'suffix', Value: '' }] } },
              },
            ],
          },
          SkipDestinationValidation: true,
        }),
        call(
          's3.GetBucketNotificationConfiguration',
          { Bucket },
          {
            contains: {
              QueueConfigurations: [
                {
                  Events: ['s3:ObjectCreated:*'],
                  Filter: { Key: { FilterRules: [{ Value: '' }] } },
                  QueueArn: 'arn:aws:sqs:us-east-1:{account}:my-queue-1',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
