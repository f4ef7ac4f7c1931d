// Recorded answers about expressions of the scheduler service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`scheduler/test_scheduler.py::${name}`);

export const recorded: RecordedCases = {
  service: 'scheduler',
  cases: [
    {
      title: 'a schedule is made at a time',
      source: test('tests_create_schedule_with_valid_schedule_expression'),
      recorded: '2025-02',
      steps: [
        call(
          'scheduler.CreateSchedule',
          {
            Name: 'test-scheduler-1',
            ScheduleExpression: 'at(2022-12-31T23:59:59)',
            FlexibleTimeWindow: { MaximumWindowInMinutes: 4, Mode: 'FLEXIBLE' },
            Target: {
              Arn: 'arn:aws:lambda:us-east-1:{account}:function:test-lambda-function-2',
              RoleArn: 'arn:aws:iam::{account}:role/any',
            },
          },
          { contains: { ScheduleArn: 'arn:aws:scheduler:us-east-1:{account}:schedule/default/test-scheduler-1' } },
        ),
      ],
    },
  ],
};
