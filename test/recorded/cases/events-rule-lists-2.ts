// Recorded answers about rule lists of the event buses service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events.py::TestEventTarget::${name}`);
const Rule = 'test-rule-1';
const Arn = 'arn:aws:sqs:us-east-1:{account}:test-queue-2';
const EventBusName = 'bus-1';
const State = 'ENABLED';
const Id = 'test-With_valid.Characters-4';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a target is put, listed and removed (custom)',
      source: test('test_put_list_remove_target[custom]'),
      recorded: '2025-01',
      steps: [
        call('events.CreateEventBus', { Name: 'bus-1' }),
        call('events.PutRule', {
          Name: 'test-rule-2',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          EventBusName,
        }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-3' }),
        call(
          'events.PutTargets',
          { Rule: 'test-rule-2', Targets: [{ Id: 'test-target-4', Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-3' }], EventBusName },
          { contains: { FailedEntries: [], FailedEntryCount: 0 } },
        ),
        call(
          'events.ListTargetsByRule',
          { Rule: 'test-rule-2', EventBusName },
          { contains: { Targets: [{ Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-3', Id: 'test-target-4' }] } },
        ),
        call(
          'events.RemoveTargets',
          { Rule: 'test-rule-2', Ids: ['test-target-4'], EventBusName },
          { contains: { FailedEntries: [], FailedEntryCount: 0 } },
        ),
        call('events.ListTargetsByRule', { Rule: 'test-rule-2', EventBusName }, { contains: { Targets: [] } }),
      ],
    },
    {
      title: 'a target is put, listed and removed (default)',
      source: test('test_put_list_remove_target[default]'),
      recorded: '2025-01',
      steps: [
        call('events.PutRule', {
          Name: 'test-rule-1',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          EventBusName: 'default',
        }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call(
          'events.PutTargets',
          { Rule, Targets: [{ Id: 'test-target-3', Arn }] },
          { contains: { FailedEntries: [], FailedEntryCount: 0 } },
        ),
        call(
          'events.ListTargetsByRule',
          { Rule },
          { contains: { Targets: [{ Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2', Id: 'test-target-3' }] } },
        ),
        call('events.RemoveTargets', { Rule, Ids: ['test-target-3'] }, { contains: { FailedEntries: [], FailedEntryCount: 0 } }),
        call('events.ListTargetsByRule', { Rule }, { contains: { Targets: [] } }),
      ],
    },
    {
      title: 'targets are listed in pages',
      source: test('test_list_target_by_rule_limit'),
      recorded: '2025-01',
      steps: [
        call('events.PutRule', {
          Name: 'test-rule-1',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('sqs.CreateQueue', { QueueName: 'test-queue-2' }),
        call('events.PutTargets', {
          Rule,
          Targets: [
            { Id: 'test-target-0', Arn },
            { Id: 'test-target-1', Arn },
            { Id: 'test-target-2', Arn },
            { Id: 'test-target-3', Arn },
            { Id: 'test-target-4', Arn },
          ],
        }),
        call(
          'events.ListTargetsByRule',
          { Rule, Limit: 3 },
          {
            as: 'rule2',
            contains: {
              Targets: [
                { Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2', Id: 'test-target-0' },
                { Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2', Id: 'test-target-1' },
                { Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2', Id: 'test-target-2' },
              ],
            },
          },
        ),
        call(
          'events.ListTargetsByRule',
          { Rule, NextToken: '{rule2.NextToken}' },
          {
            contains: {
              Targets: [
                { Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2', Id: 'test-target-3' },
                { Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-2', Id: 'test-target-4' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'ids of targets are of one rule',
      source: test('test_put_multiple_targets_with_same_id_across_different_rules'),
      recorded: '2025-01',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('events.PutRule', {
          Name: 'test-rule-one-2',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          State,
        }),
        call('events.PutRule', {
          Name: 'test-rule-two-3',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          State,
        }),
        call('events.PutTargets', {
          Rule: 'test-rule-one-2',
          Targets: [{ Id, Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1', InputPath: '$.detail' }],
        }),
        call('events.PutTargets', {
          Rule: 'test-rule-two-3',
          Targets: [{ Id, Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1', InputPath: '$.notexisting' }],
        }),
        call('events.ListTargetsByRule', { Rule: 'test-rule-one-2' }, { contains: { Targets: [{ InputPath: '$.detail' }] } }),
        call('events.ListTargetsByRule', { Rule: 'test-rule-two-3' }, { contains: { Targets: [{ InputPath: '$.notexisting' }] } }),
      ],
    },
    {
      title: 'rules may share a target',
      source: test('test_put_multiple_targets_with_same_arn_across_different_rules'),
      recorded: '2025-01',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'test-queue-1' }),
        call('events.PutRule', {
          Name: 'test-rule-one-2',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          State,
        }),
        call('events.PutRule', {
          Name: 'test-rule-two-3',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          State,
        }),
        call('events.PutTargets', {
          Rule: 'test-rule-one-2',
          Targets: [{ Id, Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1', InputPath: '$.detail' }],
        }),
        call('events.PutTargets', {
          Rule: 'test-rule-two-3',
          Targets: [{ Id, Arn: 'arn:aws:sqs:us-east-1:{account}:test-queue-1', InputPath: '$.doesnotexist' }],
        }),
        call('events.ListTargetsByRule', { Rule: 'test-rule-one-2' }, { contains: { Targets: [{ InputPath: '$.detail' }] } }),
        call('events.ListTargetsByRule', { Rule: 'test-rule-two-3' }, { contains: { Targets: [{ InputPath: '$.doesnotexist' }] } }),
      ],
    },
  ],
};
