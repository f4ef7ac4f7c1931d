// Recorded answers of EventBridge about rules.
import { ANY, localstack, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events.py::${name}`);
const MISSING = 'ResourceNotFoundException';
const INVALID = 'ValidationException';
const ARN = 'arn:aws:events:us-east-1:{account}:';
const bus: Step = { call: 'events.CreateEventBus', input: { Name: 'bus' }, answer: { EventBusArn: `${ARN}event-bus/bus` } };
const EventPattern = '{"source":["core.update-account-command"]}';
const queue = (QueueName = 'q'): Step => ({ call: 'sqs.CreateQueue', input: { QueueName } });
const QUEUE = 'arn:aws:sqs:us-east-1:{account}:q';
/** The default bus, and one of the client's. */
const BUSES = [
  ['default', [] as readonly Step[], 'rule/r'],
  ['custom', [bus], 'rule/bus/r'],
] as const;
const on = (kind: string): { EventBusName?: string } => (kind === 'custom' ? { EventBusName: 'bus' } : {});
const rules: RecordedCase[] = [
  ...BUSES.map(
    ([kind, made, resource]): RecordedCase => ({
      title: `a rule of the ${kind} bus is put, listed, described, disabled and deleted`,
      source: test(`TestEventRule::test_put_list_with_prefix_describe_delete_rule[${kind}], test_disable_re_enable_rule[${kind}]`),
      recorded: '2025-01',
      steps: [
        ...made,
        { call: 'events.PutRule', input: { Name: 'r', EventPattern, ...on(kind) }, answer: { RuleArn: `${ARN}${resource}` } },
        {
          call: 'events.ListRules',
          input: { NamePrefix: 'r', ...on(kind) },
          answer: {
            Rules: [
              { Arn: `${ARN}${resource}`, EventBusName: kind === 'custom' ? 'bus' : 'default', EventPattern, Name: 'r', State: 'ENABLED' },
            ],
          },
        },
        { call: 'events.DisableRule', input: { Name: 'r', ...on(kind) }, answer: {} },
        {
          call: 'events.DescribeRule',
          input: { Name: 'r', ...on(kind) },
          answer: {
            Arn: `${ARN}${resource}`,
            CreatedBy: '{account}',
            EventBusName: kind === 'custom' ? 'bus' : 'default',
            EventPattern,
            Name: 'r',
            State: 'DISABLED',
          },
        },
        { call: 'events.DeleteRule', input: { Name: 'r', ...on(kind) }, answer: {} },
        { call: 'events.ListRules', input: { NamePrefix: 'r', ...on(kind) }, answer: { Rules: [] } },
      ],
    }),
  ),
  {
    title: 'a rule that is not there is missed on its bus',
    source: test('TestEventRule::test_describe_nonexistent_rule'),
    recorded: '2025-03',
    steps: [refused('events.DescribeRule', { Name: 'none' }, MISSING, 'Rule none does not exist on EventBus default.')],
  },
  {
    title: 'a rule that has targets is not deleted, and keeps them when it is put again',
    source: test('TestEventRule::test_delete_rule_with_targets, test_update_rule_with_targets'),
    recorded: '2025-03',
    steps: [
      queue(),
      { call: 'events.PutRule', input: { Name: 'r', EventPattern } },
      {
        call: 'events.PutTargets',
        input: { Rule: 'r', Targets: [{ Id: 't', Arn: QUEUE }] },
        answer: { FailedEntries: [], FailedEntryCount: 0 },
      },
      refused('events.DeleteRule', { Name: 'r' }, INVALID, "Rule can't be deleted since it has targets."),
      { call: 'events.PutRule', input: { Name: 'r', EventPattern: '{"source":["other"]}' } },
      { call: 'events.ListTargetsByRule', input: { Rule: 'r' }, answer: { Targets: [{ Arn: QUEUE, Id: 't' }] } },
    ],
  },
  {
    title: 'the rules of a target are listed in pages',
    source: test('TestEventRule::test_list_rule_names_by_target_with_limit[default], test_list_rule_names_by_target_no_matches[default]'),
    recorded: '2025-05',
    steps: [
      queue(),
      { call: 'events.ListRuleNamesByTarget', input: { TargetArn: QUEUE }, answer: { RuleNames: [] } },
      ...[0, 1, 2, 3, 4].flatMap((n): Step[] => [
        { call: 'events.PutRule', input: { Name: `r${n}`, EventPattern } },
        { call: 'events.PutTargets', input: { Rule: `r${n}`, Targets: [{ Id: 't', Arn: QUEUE }] } },
      ]),
      {
        call: 'events.ListRuleNamesByTarget',
        input: { TargetArn: QUEUE, Limit: 2 },
        as: 'first',
        answer: { RuleNames: ['r0', 'r1'], NextToken: ANY },
      },
      {
        call: 'events.ListRuleNamesByTarget',
        input: { TargetArn: QUEUE, Limit: 2, NextToken: '{first.NextToken}' },
        as: 'second',
        answer: { RuleNames: ['r2', 'r3'], NextToken: ANY },
      },
      {
        call: 'events.ListRuleNamesByTarget',
        input: { TargetArn: QUEUE, Limit: 2, NextToken: '{second.NextToken}' },
        answer: { RuleNames: ['r4'] },
      },
    ],
  },
  ...['cron(INVALID)', 'cron(0 dummy ? * MON-FRI *)', 'cron(7 20 * * NOT *)', 'cron(71 8 1 * ? *)', 'cron(0 1 * * * *)'].map(
    (ScheduleExpression): RecordedCase => ({
      title: `"${ScheduleExpression}" is no schedule of a rule`,
      source: localstack(
        `events/test_events_schedule.py::TestScheduleCron::tests_put_rule_with_invalid_schedule_cron[${ScheduleExpression}]`,
      ),
      recorded: '2025-01',
      steps: [refused('events.PutRule', { Name: 'r', ScheduleExpression }, INVALID, 'Parameter ScheduleExpression is not valid.')],
    }),
  ),
  ...[
    'cron(0 2 ? * SAT *)',
    'cron(5,35 14 * * ? *)',
    'cron(15 10 ? * 6L 2002-2005)',
    'cron(0 2 ? * SAT#3 *)',
    'cron(* * ? * SAT#3 *)',
    'cron(0/5 5 ? JAN 1-5 2022)',
    'cron(0/30 20-23 ? * MON-FRI *)',
  ].map(
    (ScheduleExpression): RecordedCase => ({
      title: `"${ScheduleExpression}" is a schedule of a rule`,
      source: localstack(`events/test_events_schedule.py::TestScheduleCron::tests_put_rule_with_schedule_cron[${ScheduleExpression}]`),
      recorded: '2025-01',
      steps: [
        { call: 'events.PutRule', input: { Name: 'r', ScheduleExpression } },
        { call: 'events.ListRules', input: { NamePrefix: 'r' }, contains: { Rules: [{ ScheduleExpression, State: 'ENABLED' }] } },
      ],
    }),
  ),
  {
    title: 'a schedule is one of the default bus',
    source: localstack('events/test_events_schedule.py::TestScheduleRate::tests_put_rule_with_schedule_custom_event_bus'),
    recorded: '2025-03',
    steps: [
      bus,
      refused(
        'events.PutRule',
        { Name: 'r', ScheduleExpression: 'rate(1 minute)', EventBusName: 'bus' },
        INVALID,
        'ScheduleExpression is supported only on the default event bus.',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'events', cases: [...rules] };
