// Recorded answers about tags of the event buses service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events_tags.py::${name}`);
const Name = 'test_bus-1';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a bus is made with tags',
      source: test('TestEventBusTags::test_create_event_bus_with_tags'),
      recorded: '2024-05',
      steps: [
        call(
          'events.CreateEventBus',
          {
            Name,
            Tags: [
              { Key: 'tag1', Value: 'value1' },
              { Key: 'tag2', Value: 'value2' },
            ],
          },
          { contains: { EventBusArn: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1' } },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1' },
          {
            contains: {
              Tags: [
                { Key: 'tag1', Value: 'value1' },
                { Key: 'tag2', Value: 'value2' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a deleted bus has no tags',
      source: test('TestEventBusTags::test_list_tags_for_deleted_event_bus'),
      recorded: '2025-03',
      steps: [
        call('events.CreateEventBus', { Name }),
        call('events.DeleteEventBus', { Name }),
        refused(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1' },
          'ResourceNotFoundException',
          'Event bus test_bus-1 does not exist.',
        ),
      ],
    },
    {
      title: 'a rule is made with tags',
      source: test('TestRuleTags::test_put_rule_with_tags'),
      recorded: '2024-05',
      steps: [
        call('events.CreateEventBus', { Name }),
        call(
          'events.PutRule',
          {
            Name: 'test_rule-2',
            EventPattern:
              '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
            Tags: [
              { Key: 'tag1', Value: 'value1' },
              { Key: 'tag2', Value: 'value2' },
            ],
          },
          { contains: { RuleArn: 'arn:aws:events:us-east-1:{account}:rule/test_rule-2' } },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_rule-2' },
          {
            contains: {
              Tags: [
                { Key: 'tag1', Value: 'value1' },
                { Key: 'tag2', Value: 'value2' },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a deleted rule has no tags',
      source: test('TestRuleTags::test_list_tags_for_deleted_rule'),
      recorded: '2025-03',
      steps: [
        call('events.CreateEventBus', { Name }),
        call('events.PutRule', {
          Name: 'test_rule-2',
          EventBusName: 'test_bus-1',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call('events.DeleteRule', { Name: 'test_rule-2', EventBusName: 'test_bus-1' }),
        refused(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_bus-1/test_rule-2' },
          'ResourceNotFoundException',
          'Rule test_rule-2 does not exist on EventBus test_bus-1.',
        ),
      ],
    },
  ],
};
