// Recorded answers of EventBridge about buses, targets and tags.
import { ANY, localstack, NONE, type RecordedCase, type RecordedCases, refused, type Step } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events.py::${name}`);
const MISSING = 'ResourceNotFoundException';
const INVALID = 'ValidationException';
const EXISTS = 'ResourceAlreadyExistsException';
const ARN = 'arn:aws:events:us-east-1:{account}:';
const bus: Step = { call: 'events.CreateEventBus', input: { Name: 'bus' }, answer: { EventBusArn: `${ARN}event-bus/bus` } };
const EventPattern = '{"source":["core.update-account-command"]}';
const queue = (QueueName = 'q'): Step => ({ call: 'sqs.CreateQueue', input: { QueueName } });
const QUEUE = 'arn:aws:sqs:us-east-1:{account}:q';
const on = (kind: string): { EventBusName?: string } => (kind === 'custom' ? { EventBusName: 'bus' } : {});
const buses: RecordedCase[] = [
  {
    title: 'a bus is made once, listed, described and deleted',
    source: test('TestEventBus::test_create_list_describe_delete_custom_event_buses, test_create_multiple_event_buses_same_name'),
    recorded: '2025-01',
    steps: [
      bus,
      refused('events.CreateEventBus', { Name: 'bus' }, EXISTS, 'Event bus bus already exists.', { status: 400 }),
      {
        call: 'events.ListEventBuses',
        input: { NamePrefix: 'bus' },
        answer: { EventBuses: [{ Arn: `${ARN}event-bus/bus`, CreationTime: ANY, LastModifiedTime: ANY, Name: 'bus' }] },
      },
      {
        call: 'events.DescribeEventBus',
        input: { Name: 'bus' },
        answer: { Arn: `${ARN}event-bus/bus`, CreationTime: ANY, LastModifiedTime: ANY, Name: 'bus' },
      },
      { call: 'events.DeleteEventBus', input: { Name: 'bus' }, answer: {} },
      { call: 'events.ListEventBuses', input: { NamePrefix: 'bus' }, answer: { EventBuses: [] } },
    ],
  },
  {
    title: 'a bus that is not there is not described',
    source: test('TestEventBus::test_describe_delete_not_existing_event_bus'),
    recorded: '2025-03',
    steps: [refused('events.DescribeEventBus', { Name: 'none' }, MISSING, 'Event bus none does not exist.', { status: 400 })],
  },
  {
    title: 'the default bus is not deleted',
    source: test('TestEventBus::test_delete_default_event_bus'),
    recorded: '2025-03',
    steps: [refused('events.DeleteEventBus', { Name: 'default' }, INVALID, 'Cannot delete event bus default.')],
  },
  {
    title: 'buses are listed in pages',
    source: test('TestEventBus::test_list_event_buses_with_limit'),
    recorded: '2025-01',
    steps: [
      ...[0, 1, 2, 3, 4, 5].map((n): Step => ({ call: 'events.CreateEventBus', input: { Name: `many-${n}` } })),
      {
        call: 'events.ListEventBuses',
        input: { NamePrefix: 'many', Limit: 3 },
        as: 'page',
        contains: { EventBuses: [{ Name: 'many-0' }, { Name: 'many-1' }, { Name: 'many-2' }], NextToken: ANY },
      },
      {
        call: 'events.ListEventBuses',
        input: { NamePrefix: 'many', Limit: 3, NextToken: '{page.NextToken}' },
        contains: { EventBuses: [{ Name: 'many-3' }, { Name: 'many-4' }, { Name: 'many-5' }], NextToken: NONE },
      },
    ],
  },
  {
    title: 'a permission is one of a bus that is there',
    source: test('TestEventBus::test_put_permission_non_existing_event_bus'),
    recorded: '2025-03',
    steps: [
      refused(
        'events.PutPermission',
        { EventBusName: 'none', Action: 'events:PutEvents', Principal: '*', StatementId: 's' },
        MISSING,
        'Event bus none does not exist.',
      ),
    ],
  },
  ...(['default', 'custom'] as const).flatMap((kind) =>
    [true, false].map(
      (hasPolicy): RecordedCase => ({
        title: `a statement that the ${kind} bus does not have is not removed (${hasPolicy ? 'it has others' : 'it has none'})`,
        source: test(`TestEventBus::test_remove_permission_non_existing_sid[${hasPolicy ? 'True' : 'False'}-${kind}]`),
        recorded: '2025-03',
        steps: [
          ...(kind === 'custom' ? [bus] : []),
          ...(hasPolicy
            ? [
                {
                  call: 'events.PutPermission',
                  input: { ...on(kind), Action: 'events:PutEvents', Principal: '*', StatementId: 's' },
                } as Step,
              ]
            : []),
          refused(
            'events.RemovePermission',
            { ...on(kind), StatementId: 'none' },
            MISSING,
            'Statement with the provided id does not exist.',
          ),
        ],
      }),
    ),
  ),
  {
    title: 'an event for a bus that is not there counts as taken',
    source: test('TestEventBus::test_put_events_nonexistent_event_bus'),
    recorded: '2025-01',
    steps: [
      {
        call: 'events.PutEvents',
        input: { Entries: ['default', 'none'].map((EventBusName) => ({ Source: 's', DetailType: 't', Detail: '{}', EventBusName })) },
        answer: { Entries: [{ EventId: ANY }, { EventId: ANY }], FailedEntryCount: 0 },
      },
    ],
  },
];

const targets: RecordedCase[] = [
  {
    title: 'a rule has five targets',
    source: test('TestEventTarget::test_add_exceed_fife_targets_per_rule'),
    recorded: '2025-03',
    steps: [
      queue(),
      { call: 'events.PutRule', input: { Name: 'r', EventPattern } },
      refused(
        'events.PutTargets',
        { Rule: 'r', Targets: [0, 1, 2, 3, 4, 5].map((n) => ({ Id: `t${n}`, Arn: QUEUE })) },
        'LimitExceededException',
        'The requested resource exceeds the maximum number allowed.',
      ),
    ],
  },
  {
    title: 'the id of a target has letters and digits, 64 at most',
    source: test('TestEventTarget::test_put_target_id_validation'),
    recorded: '2025-01',
    steps: [
      { call: 'events.PutRule', input: { Name: 'r', EventPattern } },
      refused(
        'events.PutTargets',
        { Rule: 'r', Targets: [{ Id: '!@#$@!#$', Arn: QUEUE }] },
        INVALID,
        "1 validation error detected: Value '!@#$@!#$' at 'targets.1.member.id' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+",
      ),
      refused(
        'events.PutTargets',
        { Rule: 'r', Targets: [{ Id: 'x'.repeat(65), Arn: QUEUE }] },
        INVALID,
        `1 validation error detected: Value '${'x'.repeat(65)}' at 'targets.1.member.id' failed to satisfy constraint: Member must have length less than or equal to 64`,
      ),
    ],
  },
  {
    title: 'a target with an id that there is replaces the other, one with the same ARN does not',
    source: test(
      'TestEventTarget::test_put_multiple_targets_with_same_id_single_rule, test_put_multiple_targets_with_same_arn_single_rule',
    ),
    recorded: '2025-01',
    steps: [
      queue(),
      { call: 'events.PutRule', input: { Name: 'r', EventPattern } },
      ...[
        ['t', '$.detail'],
        ['t', '$.notexisting'],
        ['u', '$.doesnotexist'],
      ].map(([Id, InputPath]): Step => ({ call: 'events.PutTargets', input: { Rule: 'r', Targets: [{ Id, Arn: QUEUE, InputPath }] } })),
      {
        call: 'events.ListTargetsByRule',
        input: { Rule: 'r' },
        answer: {
          Targets: [
            { Arn: QUEUE, Id: 't', InputPath: '$.notexisting' },
            { Arn: QUEUE, Id: 'u', InputPath: '$.doesnotexist' },
          ],
        },
      },
    ],
  },
];

const tag = (Key: string, Value: string) => ({ Key, Value });
const tags: RecordedCase[] = [
  ...(
    [
      ['rule', `${ARN}rule/none`, 'Rule none does not exist on EventBus default.'],
      ['event_bus', `${ARN}event-bus/none`, 'Event bus none does not exist.'],
    ] as const
  ).map(
    ([kind, ResourceARN, message]): RecordedCase => ({
      title: `a ${kind.replace('event_', '')} that is not there has no tags`,
      source: localstack(`events/test_events_tags.py::tests_tag_list_untag_not_existing_resource[not_existing_${kind}]`),
      recorded: '2025-03',
      steps: [
        refused('events.TagResource', { ResourceARN, Tags: [tag('k', 'v')] }, MISSING, message),
        refused('events.ListTagsForResource', { ResourceARN }, MISSING, message),
        refused('events.UntagResource', { ResourceARN, TagKeys: ['k'] }, MISSING, message),
      ],
    }),
  ),
  {
    title: 'a rule that is put again without tags keeps those that it has',
    source: localstack('events/test_events_tags.py::test_recreate_tagged_resource_without_tags[rule-event_bus_default]'),
    recorded: '2024-05',
    steps: [
      { call: 'events.PutRule', input: { Name: 'r', EventPattern, Tags: [tag('tag1', 'value1')] } },
      { call: 'events.PutRule', input: { Name: 'r', EventPattern } },
      {
        call: 'events.ListTagsForResource',
        input: { ResourceARN: `${ARN}rule/r` },
        answer: { Tags: [tag('tag1', 'value1')] },
      },
    ],
  },
];

export const recorded: RecordedCases = { service: 'events', cases: [...buses, ...targets, ...tags] };
