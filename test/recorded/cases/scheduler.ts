// Recorded answers of EventBridge Scheduler.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`scheduler/test_scheduler.py::${name}`);
const schedule = (ScheduleExpression: string) => ({
  Name: 'schedule',
  ScheduleExpression,
  FlexibleTimeWindow: { MaximumWindowInMinutes: 4, Mode: 'FLEXIBLE' },
  Target: { Arn: 'arn:aws:lambda:us-east-1:{account}:function:f', RoleArn: 'arn:aws:iam::{account}:role/r' },
});

/** No schedule expressions, with the spaces that they begin and end with. */
const INVALID = [
  'cron(0 1 * * * *)',
  'cron(7 20 * * NOT *)',
  'cron(INVALID)',
  'cron(0 dummy ? * MON-FRI *)',
  'cron(71 8 1 * ? *)',
  'cron()',
  'rate(10 seconds)',
  'rate(10 years)',
  'rate()',
  'rate(10)',
  'rate(10 minutess)',
  'rate(foo minutes)',
  'rate(-10 minutes)',
  'rate( 10 minutes )',
  ' rate(10 minutes)',
  'at(2021-12-31T23:59:59Z)',
  'at(2021-12-31)',
];

const VALID = [
  'cron(0-15/1 8-8 ? * 2,3,4,5,6,7 *)',
  'cron(30-30 13-13 ? * 2,4,6 *)',
  'cron(1-31/30 1-1 ? * 1,7 *)',
  'cron(0 18 ? * MON-FRI *)',
  'cron(*/15 * * * ? *)',
  'cron(0-59/10 0-23/2 ? * * *)',
];

const role = {
  call: 'iam.CreateRole',
  input: {
    RoleName: 'r',
    AssumeRolePolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Principal: { Service: 'scheduler.amazonaws.com' }, Action: 'sts:AssumeRole' }],
    }),
  },
};

export const recorded: RecordedCases = {
  service: 'scheduler',
  cases: [
    ...INVALID.map(
      (expression): RecordedCase => ({
        title: `"${expression}" is no schedule`,
        source: test(`tests_create_schedule_with_invalid_schedule_expression[${expression}]`),
        recorded: '2025-01',
        steps: [
          refused('scheduler.CreateSchedule', schedule(expression), 'ValidationException', `Invalid Schedule Expression ${expression}.`, {
            status: 400,
          }),
        ],
      }),
    ),
    ...VALID.map(
      (expression): RecordedCase => ({
        title: `"${expression}" is a schedule`,
        source: test(`test_create_schedule_with_valid_cron_expressions[${expression}]`),
        recorded: '2026-01',
        steps: [
          role,
          {
            call: 'scheduler.CreateSchedule',
            input: schedule(expression),
            answer: { ScheduleArn: 'arn:aws:scheduler:us-east-1:{account}:schedule/default/schedule' },
          },
        ],
      }),
    ),
    {
      title: 'the tags of a group are listed, and none are an empty list',
      source: test('test_tag_resource, test_untag_resource'),
      recorded: '2024-12',
      steps: [
        { call: 'scheduler.CreateScheduleGroup', input: { Name: 'g' }, as: 'group', answer: { ScheduleGroupArn: ANY } },
        {
          call: 'scheduler.TagResource',
          input: { ResourceArn: '{group.ScheduleGroupArn}', Tags: [{ Key: 'TagKey', Value: 'TagValue' }] },
          answer: {},
        },
        {
          call: 'scheduler.ListTagsForResource',
          input: { ResourceArn: '{group.ScheduleGroupArn}' },
          answer: { Tags: [{ Key: 'TagKey', Value: 'TagValue' }] },
        },
        { call: 'scheduler.UntagResource', input: { ResourceArn: '{group.ScheduleGroupArn}', TagKeys: ['TagKey'] } },
        { call: 'scheduler.ListTagsForResource', input: { ResourceArn: '{group.ScheduleGroupArn}' }, answer: { Tags: [] } },
      ],
    },
  ],
};
