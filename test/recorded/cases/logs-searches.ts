// Recorded answers about searches of the logs service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';
import { ZipFile } from '../functions.ts';

const logGroupName = 'test-log-group-1';
const metricValue = '1';

export const recorded: RecordedCases = {
  service: 'logs',
  cases: [
    {
      title: 'a log group has a key',
      source: localstack('logs/test_logs_groups.py::TestLogsGroups::test_create_log_group_with_kms_key'),
      recorded: '2026-02',
      steps: [
        call(
          'kms.CreateKey',
          {
            Policy: '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*", "Action": "kms:*", "Resource": "*"}]}',
            Description: 'test description - 1',
          },
          { as: 'key' },
        ),
        call('logs.CreateLogGroup', { logGroupName: 'test-log-group-kms-2', kmsKeyId: '{key.KeyMetadata.Arn}' }),
        call(
          'logs.DescribeLogGroups',
          { logGroupNamePrefix: 'test-log-group-kms-2' },
          {
            contains: {
              logGroups: [
                {
                  arn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-kms-2:*',
                  deletionProtectionEnabled: false,
                  kmsKeyId: '{key.KeyMetadata.Arn}',
                  logGroupArn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-kms-2',
                  logGroupClass: 'STANDARD',
                  logGroupName: 'test-log-group-kms-2',
                  metricFilterCount: 0,
                  storedBytes: 0,
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a log group is made with tags',
      source: localstack('logs/test_logs_groups.py::TestLogsGroupsTags::test_create_log_group_with_tags'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName: 'test-tags-1', tags: { env: 'testing' } }),
        call('logs.ListTagsLogGroup', { logGroupName: 'test-tags-1' }, { contains: { tags: { env: 'testing' } } }),
      ],
    },
    {
      title: 'metric filters are listed by their group',
      source: localstack('logs/test_logs_metric_filters.py::TestMetricFilters::test_describe_metric_filters_by_log_group'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('logs.PutMetricFilter', {
          logGroupName,
          filterName: 'filter-2',
          filterPattern: 'pattern',
          metricTransformations: [{ metricNamespace: 'namespace', metricName: 'metric', metricValue }],
        }),
        call('logs.CreateLogGroup', { logGroupName: 'test-log-group-3' }),
        call('logs.PutMetricFilter', {
          logGroupName: 'test-log-group-3',
          filterName: 'filter-4',
          filterPattern: 'pattern',
          metricTransformations: [{ metricNamespace: 'namespace', metricName: 'metric', metricValue }],
        }),
        call(
          'logs.DescribeMetricFilters',
          { logGroupName },
          {
            contains: {
              metricFilters: [
                {
                  applyOnTransformedLogs: false,
                  filterName: 'filter-2',
                  filterPattern: 'pattern',
                  logGroupName: 'test-log-group-1',
                  metricTransformations: [{ metricName: 'metric', metricNamespace: 'namespace', metricValue: '1' }],
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'metric filters are listed by their metric',
      source: localstack('logs/test_logs_metric_filters.py::TestMetricFilters::test_describe_metric_filters_by_metric_name'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('logs.PutMetricFilter', {
          logGroupName,
          filterName: 'filter-2',
          filterPattern: 'pattern',
          metricTransformations: [{ metricNamespace: 'test-namespace-3', metricName: 'test-metric-4', metricValue }],
        }),
        call(
          'logs.DescribeMetricFilters',
          { metricName: 'test-metric-4', metricNamespace: 'test-namespace-3' },
          {
            contains: {
              metricFilters: [
                {
                  applyOnTransformedLogs: false,
                  filterName: 'filter-2',
                  filterPattern: 'pattern',
                  logGroupName: 'test-log-group-1',
                  metricTransformations: [{ metricName: 'test-metric-4', metricNamespace: 'test-namespace-3', metricValue: '1' }],
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'the pattern of a metric filter is checked',
      source: localstack('logs/test_logs_metric_filters.py::TestMetricFiltersValidation::test_put_metric_filter_invalid_filter_pattern'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        refused(
          'logs.PutMetricFilter',
          {
            logGroupName,
            filterName: 'valid-filter',
            filterPattern:
              'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
            metricTransformations: [{ metricNamespace: 'namespace', metricName: 'metric', metricValue }],
          },
          'InvalidParameterException',
          "1 validation error detected: Value 'XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX' at 'filterPattern' failed to satisfy constraint: Member must have length less than or equal to 1024",
        ),
      ],
    },
    {
      title: 'a log stream is made and gone',
      source: localstack('logs/test_logs_streams.py::TestLogsStreams::test_create_and_delete_log_stream'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('logs.CreateLogStream', { logGroupName, logStreamName: 'test-log-stream-2' }),
        call(
          'logs.DescribeLogStreams',
          { logGroupName },
          {
            contains: {
              logStreams: [
                {
                  arn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:log-stream:test-log-stream-2',
                  logStreamName: 'test-log-stream-2',
                  storedBytes: 0,
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'log streams are listed by the beginning of their names',
      source: localstack('logs/test_logs_streams.py::TestLogsStreams::test_describe_log_streams_with_prefix'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('logs.CreateLogStream', { logGroupName, logStreamName: 'test-prefix-2-stream-0' }),
        call('logs.CreateLogStream', { logGroupName, logStreamName: 'test-prefix-2-stream-1' }),
        call('logs.CreateLogStream', { logGroupName, logStreamName: 'test-prefix-2-stream-2' }),
        call(
          'logs.DescribeLogStreams',
          { logGroupName, logStreamNamePrefix: 'test-prefix-2' },
          {
            contains: {
              logStreams: [
                {
                  arn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:log-stream:test-prefix-2-stream-0',
                  logStreamName: 'test-prefix-2-stream-0',
                  storedBytes: 0,
                },
                {
                  arn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:log-stream:test-prefix-2-stream-1',
                  logStreamName: 'test-prefix-2-stream-1',
                  storedBytes: 0,
                },
                {
                  arn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:log-stream:test-prefix-2-stream-2',
                  logStreamName: 'test-prefix-2-stream-2',
                  storedBytes: 0,
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a subscription of a log group is changed',
      source: localstack('logs/test_logs_subscription_filters.py::TestSubscriptionFilterUpdates::test_put_subscription_filter_update'),
      recorded: '2026-02',
      steps: [
        call('logs.CreateLogGroup', { logGroupName }),
        call('lambda.CreateFunction', {
          FunctionName: 'test-lambda-2',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: {} },
          Tags: {},
        }),
        call('lambda.AddPermission', {
          FunctionName: 'test-lambda-2',
          StatementId: 'test-lambda-2',
          Principal: 'logs.us-east-1.amazonaws.com',
          Action: 'lambda:InvokeFunction',
          SourceArn: 'arn:aws:logs:us-east-1:{account}:log-group:test-log-group-1:*',
          SourceAccount: '{account}',
        }),
        call('logs.PutSubscriptionFilter', {
          logGroupName,
          filterName: 'test',
          filterPattern: '',
          destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-2',
        }),
        call('logs.PutSubscriptionFilter', {
          logGroupName,
          filterName: 'test',
          filterPattern: '[]',
          destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-2',
        }),
        call(
          'logs.DescribeSubscriptionFilters',
          { logGroupName },
          {
            contains: {
              subscriptionFilters: [
                {
                  applyOnTransformedLogs: false,
                  destinationArn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-2',
                  distribution: 'ByLogStream',
                  filterName: 'test',
                  filterPattern: '[]',
                  logGroupName: 'test-log-group-1',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
