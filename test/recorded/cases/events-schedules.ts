// Recorded answers about schedules of the event buses service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events_schedule.py::TestScheduleRate::${name}`);

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a rule has a rate',
      source: test('test_put_rule_with_schedule_rate'),
      recorded: '2024-05',
      steps: [
        call(
          'events.PutRule',
          { Name: 'rule-1', ScheduleExpression: 'rate(1 minute)' },
          { contains: { RuleArn: 'arn:aws:events:us-east-1:{account}:rule/rule-1' } },
        ),
        call(
          'events.ListRules',
          { NamePrefix: 'rule-1' },
          {
            contains: {
              Rules: [
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/rule-1',
                  EventBusName: 'default',
                  ScheduleExpression: 'rate(1 minute)',
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
  ],
};
