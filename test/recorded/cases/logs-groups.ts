// Recorded answers of CloudWatch Logs about groups, streams and policies.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`logs/${name}`);
const group: Step = { call: 'logs.CreateLogGroup', input: { logGroupName: 'g' } };
const stream: Step = { call: 'logs.CreateLogStream', input: { logGroupName: 'g', logStreamName: 's' } };
const named = { logGroupName: 'g', logStreamName: 's' };
const MISSING = 'ResourceNotFoundException';
const INVALID = 'InvalidParameterException';
const LONG = 'X'.repeat(513);
const BOTH_TOO_LONG = 'Invalid LogGroup or LogStream, both must have length less than or equal to 512.';
const groups: RecordedCase[] = [
  {
    title: 'a group has one name, of 512 characters at most',
    source: test('test_logs_groups.py::TestLogsGroups::test_create_log_group_duplicate_error, test_create_log_group_invalid_name_length'),
    recorded: '2026-02',
    steps: [
      group,
      refused('logs.CreateLogGroup', { logGroupName: 'g' }, 'ResourceAlreadyExistsException', 'The specified log group already exists', {
        status: 400,
      }),
      refused('logs.CreateLogGroup', { logGroupName: LONG }, INVALID, BOTH_TOO_LONG),
    ],
  },
  {
    title: 'groups are listed by a prefix with all that is known of them',
    source: test('test_logs_groups.py::TestLogsGroups::test_describe_log_groups_with_prefix'),
    recorded: '2026-02',
    steps: [
      group,
      {
        call: 'logs.DescribeLogGroups',
        input: { logGroupNamePrefix: 'g' },
        answer: {
          logGroups: [
            {
              arn: 'arn:aws:logs:us-east-1:{account}:log-group:g:*',
              creationTime: ANY,
              deletionProtectionEnabled: false,
              logGroupArn: 'arn:aws:logs:us-east-1:{account}:log-group:g',
              logGroupClass: 'STANDARD',
              logGroupName: 'g',
              metricFilterCount: 0,
              storedBytes: 0,
            },
          ],
        },
      },
    ],
  },
  {
    title: 'groups are listed by a prefix or by a pattern',
    source: test('test_logs_groups.py::TestLogsGroups::test_describe_log_groups_prefix_and_pattern_error'),
    recorded: '2026-02',
    steps: [
      refused(
        'logs.DescribeLogGroups',
        { logGroupNamePrefix: 'g', logGroupNamePattern: 'g' },
        INVALID,
        'LogGroup name prefix and LogGroup name pattern are mutually exclusive parameters.',
      ),
    ],
  },
  {
    title: 'both kinds of operations see the tags of a group',
    source: test('test_logs_groups.py::TestLogsGroupsTags::test_tag_resource_api'),
    recorded: '2026-02',
    steps: [
      { call: 'logs.CreateLogGroup', input: { logGroupName: 'g', tags: { env: 'testing1' } } },
      {
        call: 'logs.TagResource',
        input: { resourceArn: 'arn:aws:logs:us-east-1:{account}:log-group:g', tags: { test1: 'val1', test2: 'val2' } },
      },
      { call: 'logs.ListTagsLogGroup', input: { logGroupName: 'g' }, answer: { tags: { env: 'testing1', test1: 'val1', test2: 'val2' } } },
      { call: 'logs.TagLogGroup', input: { logGroupName: 'g', tags: { test3: 'val3' } } },
      {
        call: 'logs.ListTagsForResource',
        input: { resourceArn: 'arn:aws:logs:us-east-1:{account}:log-group:g' },
        answer: { tags: { env: 'testing1', test1: 'val1', test2: 'val2', test3: 'val3' } },
      },
      { call: 'logs.UntagLogGroup', input: { logGroupName: 'g', tags: ['env', 'test1', 'test3'] } },
      { call: 'logs.ListTagsLogGroup', input: { logGroupName: 'g' }, answer: { tags: { test2: 'val2' } } },
    ],
  },
];

const streams: RecordedCase[] = [
  {
    title: 'a stream has one name, and is described with its ARN',
    source: test('test_logs_streams.py::TestLogsStreams::test_create_log_stream_duplicate_error, test_log_stream_arn_format'),
    recorded: '2026-02',
    steps: [
      group,
      stream,
      refused('logs.CreateLogStream', named, 'ResourceAlreadyExistsException', 'The specified log stream already exists'),
      {
        call: 'logs.DescribeLogStreams',
        input: { logGroupName: 'g' },
        answer: {
          logStreams: [
            {
              arn: 'arn:aws:logs:us-east-1:{account}:log-group:g:log-stream:s',
              creationTime: ANY,
              logStreamName: 's',
              storedBytes: 0,
            },
          ],
        },
      },
    ],
  },
  {
    title: 'the streams of a group are listed by its name, its identifier or its ARN',
    source: test('test_logs_streams.py::TestLogsStreams::test_describe_log_streams_with_log_group_identifier'),
    recorded: '2026-02',
    steps: [
      group,
      stream,
      ...['g', 'arn:aws:logs:us-east-1:{account}:log-group:g'].map(
        (logGroupIdentifier): Step => ({
          call: 'logs.DescribeLogStreams',
          input: { logGroupIdentifier },
          contains: { logStreams: [{ logStreamName: 's' }] },
        }),
      ),
      refused(
        'logs.DescribeLogStreams',
        { logGroupName: 'g', logGroupIdentifier: 'g' },
        'ValidationException',
        'LogGroup name and LogGroup ARN are mutually exclusive parameters.',
      ),
    ],
  },
];

const policies: RecordedCase[] = [
  {
    title: 'a resource policy is one of the account, and found by its name',
    source: test('test_logs_resource_policies.py::TestResourcePolicies::test_put_resource_policy, test_delete_resource_policy_not_found'),
    recorded: '2026-02',
    steps: [
      {
        call: 'logs.PutResourcePolicy',
        input: {
          policyName: 'p',
          policyDocument: JSON.stringify({
            Version: '2012-10-17',
            Statement: [
              {
                Sid: 'Route53LogsToCloudWatchLogs',
                Effect: 'Allow',
                Principal: { Service: ['route53.amazonaws.com'] },
                Action: 'logs:PutLogEvents',
                Resource: '*',
              },
            ],
          }),
        },
        answer: { resourcePolicy: { policyName: 'p', policyDocument: ANY, lastUpdatedTime: ANY, policyScope: 'ACCOUNT' } },
      },
      refused('logs.DeleteResourcePolicy', { policyName: 'non-existent' }, MISSING, 'Policy with name [non-existent] does not exist.'),
    ],
  },
  {
    title: 'a resource policy is described with a version, and one principal in a list as that principal',
    source: test('test_logs_resource_policies.py::TestResourcePolicies::test_put_resource_policy_update, test_describe_resource_policies'),
    recorded: '2026-02',
    steps: [
      {
        call: 'logs.PutResourcePolicy',
        input: {
          policyName: 'p',
          policyDocument:
            '{"Statement":[{"Action":"logs:*","Effect":"Allow","Principal":{"Service": ["route53.amazonaws.com"]},"Resource":"*"}]}',
        },
      },
      {
        call: 'logs.DescribeResourcePolicies',
        answer: {
          resourcePolicies: [
            {
              policyName: 'p',
              policyDocument:
                '{"Version":"2008-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"route53.amazonaws.com"},"Action":"logs:*","Resource":"*"}]}',
              lastUpdatedTime: ANY,
              policyScope: 'ACCOUNT',
            },
          ],
        },
      },
    ],
  },
  {
    title: 'an account has ten resource policies',
    source: test('test_logs_resource_policies.py::TestResourcePoliciesLimits::test_put_resource_policy_limit_exceeded'),
    recorded: '2026-02',
    steps: [
      ...Array.from({ length: 11 }, (_, number): Step => {
        const input = {
          policyName: `p${number}`,
          policyDocument: JSON.stringify({
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Principal: { Service: 'route53.amazonaws.com' }, Action: 'logs:PutLogEvents', Resource: '*' }],
          }),
        };
        return number < 10
          ? { call: 'logs.PutResourcePolicy', input }
          : refused('logs.PutResourcePolicy', input, 'LimitExceededException', 'Resource limit exceeded.');
      }),
    ],
  },
];

const empty: RecordedCase[] = [
  {
    title: 'lists of destinations, deliveries and export tasks are empty at first',
    source: test(
      'test_logs_destinations.py::TestDestinations::test_describe_destinations_empty; test_logs_export_tasks.py::TestExportTasks::test_describe_export_tasks_not_found',
    ),
    recorded: '2026-02',
    steps: [
      { call: 'logs.DescribeDestinations', answer: { destinations: [] } },
      {
        call: 'logs.DescribeExportTasks',
        input: { taskId: '11111111-2222-3333-4444-555555555555' },
        answer: { exportTasks: [], nextToken: NONE },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'logs', cases: [...groups, ...streams, ...policies, ...empty] };
