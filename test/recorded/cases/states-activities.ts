// Recorded answers of the service of state machines about activities and logs.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused } from '../case.ts';
import { definitionOf, ROLE } from '../states-steps.ts';

const test = (name: string): string => localstack(`stepfunctions/v2/${name}`);
const PASS = definitionOf({ State_1: { Type: 'Pass', End: true } });

const activityTest = (name: string): string => test(`test_sfn_api_activities.py::TestSfnApiActivities::${name}`);
const ACTIVITY = 'arn:aws:states:us-east-1:{account}:activity:{id}';
const activities: RecordedCase[] = [
  {
    title: 'an activity that was deleted does not exist',
    source: `${activityTest('test_describe_deleted_activity')}, …test_get_activity_task_deleted`,
    recorded: '2024-03',
    steps: [
      { call: 'states.CreateActivity', input: { name: '{id}' }, answer: { activityArn: ACTIVITY, creationDate: ANY } },
      {
        call: 'states.DescribeActivity',
        input: { activityArn: ACTIVITY },
        contains: { activityArn: ACTIVITY, creationDate: ANY, name: '{id}' },
      },
      { call: 'states.DeleteActivity', input: { activityArn: ACTIVITY }, answer: {} },
      ...['DescribeActivity', 'GetActivityTask'].map((operation) =>
        refused(`states.${operation}`, { activityArn: ACTIVITY }, 'ActivityDoesNotExist', `Activity Does Not Exist: '${ACTIVITY}'`),
      ),
    ],
  },
  {
    title: 'what is no ARN of an activity is told by its beginning',
    source: `${activityTest('test_describe_activity_invalid_arn')}, …test_get_activity_task_invalid_arn`,
    recorded: '2024-03',
    steps: ['DescribeActivity', 'GetActivityTask'].map((operation) =>
      refused(
        `states.${operation}`,
        { activityArn: 'no_an_activity_arn' },
        'InvalidArn',
        "Invalid Arn: 'Invalid ARN prefix: no_an_activity_arn'",
      ),
    ),
  },
  {
    title: 'the name of an activity has none of these characters',
    source: activityTest('test_create_activity_invalid_name'),
    recorded: '2024-11',
    steps: [...' <>{}[]?*"#%\\^|~`$&,;:/'].map((sign) =>
      refused('states.CreateActivity', { name: `activity${sign}name` }, 'InvalidName', `Invalid Name: 'activity${sign}name'`),
    ),
  },
];

const LOG_GROUP = 'arn:aws:logs:us-east-1:{account}:log-group:{id}:*';
const destination = (logGroupArn: string) => ({ cloudWatchLogsLogGroup: { logGroupArn } });
const logged = (loggingConfiguration: object) =>
  ({ name: '{id}', definition: PASS, roleArn: ROLE, loggingConfiguration }) as Record<string, unknown>;
const NOT_ONE = 'Invalid Logging Configuration: Must specify exactly one Log Destination.';
const logging: RecordedCase[] = [
  {
    title: 'a machine logs to exactly one group',
    source: test('test_sfn_api_logs.py::TestSnfApiLogs::test_invalid_logging_configuration, …test_multiple_destinations'),
    recorded: '2024-06',
    steps: [
      ...[
        { level: 'ALL' },
        { level: 'ALL', destinations: [] },
        { level: 'ALL', destinations: [destination(LOG_GROUP), destination(LOG_GROUP)] },
      ].map((configuration) => refused('states.CreateStateMachine', logged(configuration), 'InvalidLoggingConfiguration', NOT_ONE)),
    ],
  },
  {
    title: 'a machine logs to a group that is there',
    source: test('test_sfn_api_logs.py::TestSnfApiLogs::test_deleted_log_group'),
    recorded: '2024-06',
    steps: [
      refused(
        'states.CreateStateMachine',
        logged({ level: 'ALL', destinations: [destination(LOG_GROUP)] }),
        'InvalidLoggingConfiguration',
        'Invalid Logging Configuration: Log Destination not found.',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'states', cases: [...activities, ...logging] };
