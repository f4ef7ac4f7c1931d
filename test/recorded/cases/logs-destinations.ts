// Recorded answers of CloudWatch Logs about destinations and exports.
import { ANY, call, json, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`logs/${name}`);
const FEBRUARY = '2026-02';
const MISSING = 'ResourceNotFoundException';
const BUCKET = '{id}-logs';

const ROLE = 'arn:aws:iam::{account}:role/logs';
const TARGET = 'arn:aws:kinesis:us-east-1:{account}:stream/central';
const shown = {
  destinationName: 'd',
  arn: 'arn:aws:logs:us-east-1:{account}:destination:d',
  targetArn: TARGET,
  roleArn: ROLE,
  creationTime: ANY,
};
const put = (tags: object): Step =>
  call('logs.PutDestination', { destinationName: 'd', targetArn: TARGET, roleArn: ROLE, tags }, { answer: { destination: shown } });
const destination: readonly Step[] = [call('kinesis.CreateStream', { StreamName: 'central', ShardCount: 1 }), put({ tag: 'test' })];
const described = (destinations: readonly object[]): Step =>
  call('logs.DescribeDestinations', { DestinationNamePrefix: 'd' }, { answer: { destinations } });
const POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: 'logs.amazonaws.com' }, Action: 'logs:PutSubscriptionFilter', Resource: TARGET }],
};
const ofDestinations = (name: string) => ({ source: test(`test_logs_destinations.py::${name}`), recorded: FEBRUARY });
const destinations: RecordedCase[] = [
  {
    title: 'a destination is described by its name, and may be put again',
    ...ofDestinations('TestDestinations::test_put_destination, test_describe_destinations_with_prefix, test_update_destination'),
    steps: [...destination, described([shown]), put({ tag1: 'value1' }), described([shown])],
  },
  {
    title: 'a destination shows its access policy',
    ...ofDestinations('TestDestinations::test_put_destination_policy'),
    steps: [
      ...destination,
      call('logs.PutDestinationPolicy', { destinationName: 'd', accessPolicy: JSON.stringify(POLICY) }, { answer: {} }),
      described([{ ...shown, accessPolicy: json(POLICY) }]),
    ],
  },
  {
    title: 'no destination is left once it is deleted, and none is found by the beginning of another name',
    ...ofDestinations('TestDestinations::test_delete_destination, test_describe_destinations_empty'),
    steps: [...destination, call('logs.DeleteDestination', { destinationName: 'd' }, { answer: {} }), described([])],
  },
  {
    title: 'destinations have tags',
    ...ofDestinations('TestDestinationsTags::test_destination_tags'),
    steps: [
      ...destination,
      call('logs.TagResource', { resourceArn: shown.arn, tags: { key2: 'val2' } }),
      call('logs.ListTagsForResource', { resourceArn: shown.arn }, { answer: { tags: { tag: 'test', key2: 'val2' } } }),
      call('logs.UntagResource', { resourceArn: shown.arn, tagKeys: ['key2'] }),
      call('logs.ListTagsForResource', { resourceArn: shown.arn }, { answer: { tags: { tag: 'test' } } }),
    ],
  },
];

const group = call('logs.CreateLogGroup', { logGroupName: 'g' });
const bucket: readonly Step[] = [
  call('s3.CreateBucket', { Bucket: BUCKET }),
  call('s3.PutBucketPolicy', {
    Bucket: BUCKET,
    Policy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Action: 's3:GetBucketAcl', Effect: 'Allow', Resource: `arn:aws:s3:::${BUCKET}`, Principal: { Service: 'logs.amazonaws.com' } },
        { Action: 's3:PutObject', Effect: 'Allow', Resource: `arn:aws:s3:::${BUCKET}/*`, Principal: { Service: 'logs.amazonaws.com' } },
      ],
    }),
  }),
];
const TASK = { logGroupName: 'g', from: 1_611_316_574, to: 1_642_852_574, destination: BUCKET };
const ofExports = (name: string) => ({ source: test(`test_logs_export_tasks.py::${name}`), recorded: FEBRUARY });
const exportTasks: RecordedCase[] = [
  {
    title: 'an export task is described with the prefix that it writes under',
    ...ofExports('TestExportTasks::test_create_export_task; TestExportTasksWithLogs::test_create_export_task_with_logs'),
    steps: [
      group,
      ...bucket,
      call('logs.CreateExportTask', TASK, { as: 'task', answer: { taskId: ANY } }),
      call(
        'logs.DescribeExportTasks',
        { taskId: '{task.taskId}' },
        {
          answer: {
            exportTasks: [{ ...TASK, taskId: '{task.taskId}', destinationPrefix: 'exportedlogs', status: ANY, executionInfo: ANY }],
          },
        },
      ),
    ],
  },
  {
    title: 'an export task needs a bucket and a log group that are there',
    ...ofExports('TestExportTasks::test_create_export_task_bucket_not_found, test_create_export_task_log_group_not_found'),
    steps: [
      group,
      refused(
        'logs.CreateExportTask',
        { ...TASK, destination: '{id}-none' },
        'InvalidParameterException',
        'The given bucket does not exist. Please make sure the bucket is valid.',
      ),
      ...bucket,
      refused('logs.CreateExportTask', { ...TASK, logGroupName: 'none' }, MISSING, 'The specified log group does not exist.'),
    ],
  },
  {
    title: 'an export task that is not there is in no list, and cannot be cancelled',
    ...ofExports('TestExportTasks::test_describe_export_tasks_not_found, test_cancel_export_task_not_found'),
    steps: [
      call('logs.DescribeExportTasks', { taskId: 'non-existent-task-id' }, { answer: { exportTasks: [] } }),
      refused('logs.CancelExportTask', { taskId: 'a-b' }, MISSING, 'The specified export task does not exist.'),
    ],
  },
];

export const recorded: RecordedCases = { service: 'logs', cases: [...destinations, ...exportTasks] };
