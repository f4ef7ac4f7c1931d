// Recorded answers about rule lists of the event buses service.
import { call, json, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events.py::TestEventRule::${name}`);
const EventBusName = 'bus-1';
const Arn = 'arn:aws:sqs:us-east-1:{account}:queue-1';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a rule that is put again is the same one',
      source: test('test_put_multiple_rules_with_same_name'),
      recorded: '2025-01',
      steps: [
        call('events.CreateEventBus', { Name: 'bus-1' }),
        call(
          'events.PutRule',
          {
            Name: 'test-rule-2',
            EventBusName,
            EventPattern:
              '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          },
          { contains: { RuleArn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2' } },
        ),
        call(
          'events.PutRule',
          {
            Name: 'test-rule-2',
            EventBusName,
            EventPattern:
              '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
          },
          { contains: { RuleArn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2' } },
        ),
        call(
          'events.ListRules',
          { EventBusName },
          {
            contains: {
              Rules: [
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'rules are listed in pages',
      source: test('test_list_rule_with_limit'),
      recorded: '2025-01',
      steps: [
        call('events.CreateEventBus', { Name: 'bus-1' }),
        call('events.PutRule', {
          Name: 'test-rule-2-0',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('events.PutRule', {
          Name: 'test-rule-2-1',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('events.PutRule', {
          Name: 'test-rule-2-2',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('events.PutRule', {
          Name: 'test-rule-2-3',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('events.PutRule', {
          Name: 'test-rule-2-4',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('events.PutRule', {
          Name: 'test-rule-2-5',
          EventBusName,
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call(
          'events.ListRules',
          { Limit: 3, EventBusName },
          {
            as: 'rules',
            contains: {
              Rules: [
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2-0',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2-1',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2-2',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
        call(
          'events.ListRules',
          { Limit: 5, NextToken: '{rules.NextToken}', EventBusName },
          {
            contains: {
              Rules: [
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2-3',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2-4',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
                {
                  Arn: 'arn:aws:events:us-east-1:{account}:rule/bus-1/test-rule-2-5',
                  EventBusName: 'bus-1',
                  EventPattern: json({
                    source: ['core.update-account-command'],
                    'detail-type': ['core.update-account-command'],
                    detail: { command: ['update-account'] },
                  }),
                  State: 'ENABLED',
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'rules are listed by their target (custom)',
      source: test('test_list_rule_names_by_target[custom]'),
      recorded: '2025-05',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'queue-1' }),
        call('events.CreateEventBus', { Name: 'bus-2' }),
        call('events.PutRule', { Name: 'rule-3-0', EventBusName: 'bus-2', EventPattern: '{"source": ["source-0"]}' }),
        call('events.PutTargets', { Rule: 'rule-3-0', EventBusName: 'bus-2', Targets: [{ Id: 'target-0', Arn }] }),
        call('events.PutRule', { Name: 'rule-3-1', EventBusName: 'bus-2', EventPattern: '{"source": ["source-1"]}' }),
        call('events.PutTargets', { Rule: 'rule-3-1', EventBusName: 'bus-2', Targets: [{ Id: 'target-1', Arn }] }),
        call('events.PutRule', { Name: 'rule-3-2', EventBusName: 'bus-2', EventPattern: '{"source": ["source-2"]}' }),
        call('events.PutTargets', { Rule: 'rule-3-2', EventBusName: 'bus-2', Targets: [{ Id: 'target-2', Arn }] }),
        call('events.PutRule', { Name: 'rule-3-other', EventBusName: 'bus-2', EventPattern: '{"source": ["other-source"]}' }),
        call(
          'events.ListRuleNamesByTarget',
          { TargetArn: 'arn:aws:sqs:us-east-1:{account}:queue-1', EventBusName: 'bus-2' },
          { contains: { RuleNames: ['rule-3-0', 'rule-3-1', 'rule-3-2'] } },
        ),
      ],
    },
    {
      title: 'rules are listed by their target (default)',
      source: test('test_list_rule_names_by_target[default]'),
      recorded: '2025-05',
      steps: [
        call('sqs.CreateQueue', { QueueName: 'queue-1' }),
        call('events.PutRule', { Name: 'rule-2-0', EventBusName: 'default', EventPattern: '{"source": ["source-0"]}' }),
        call('events.PutTargets', { Rule: 'rule-2-0', EventBusName: 'default', Targets: [{ Id: 'target-0', Arn }] }),
        call('events.PutRule', { Name: 'rule-2-1', EventBusName: 'default', EventPattern: '{"source": ["source-1"]}' }),
        call('events.PutTargets', { Rule: 'rule-2-1', EventBusName: 'default', Targets: [{ Id: 'target-1', Arn }] }),
        call('events.PutRule', { Name: 'rule-2-2', EventBusName: 'default', EventPattern: '{"source": ["source-2"]}' }),
        call('events.PutTargets', { Rule: 'rule-2-2', EventBusName: 'default', Targets: [{ Id: 'target-2', Arn }] }),
        call('events.PutRule', { Name: 'rule-2-other', EventBusName: 'default', EventPattern: '{"source": ["other-source"]}' }),
        call(
          'events.ListRuleNamesByTarget',
          { TargetArn: 'arn:aws:sqs:us-east-1:{account}:queue-1', EventBusName: 'default' },
          { contains: { RuleNames: ['rule-2-0', 'rule-2-1', 'rule-2-2'] } },
        ),
      ],
    },
  ],
};
