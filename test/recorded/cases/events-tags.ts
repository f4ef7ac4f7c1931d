// Recorded answers about tags of the event buses service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events_tags.py::${name}`);
const ResourceARN = 'arn:aws:events:us-east-1:{account}:event-bus/default';
const Key = 'tag1';
const Value = 'value1';

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'tags are put, listed and removed (event_bus-event_bus_default)',
      source: test('tests_tag_untag_resource[event_bus-event_bus_default]'),
      recorded: '2024-05',
      steps: [
        call(
          'events.TagResource',
          {
            ResourceARN,
            Tags: [
              { Key, Value },
              { Key: 'tag2', Value: 'value2' },
            ],
          },
          { answer: {} },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN },
          {
            contains: {
              Tags: [
                { Key: 'tag1', Value: 'value1' },
                { Key: 'tag2', Value: 'value2' },
              ],
            },
          },
        ),
        call('events.UntagResource', { ResourceARN, TagKeys: ['tag2'] }, { answer: {} }),
        call('events.ListTagsForResource', { ResourceARN }, { contains: { Tags: [{ Key: 'tag1', Value: 'value1' }] } }),
        call('events.UntagResource', { ResourceARN, TagKeys: ['not_existing_tag-1'] }, { answer: {} }),
      ],
    },
    {
      title: 'tags are put, listed and removed (event_bus-event_bus_custom)',
      source: test('tests_tag_untag_resource[event_bus-event_bus_custom]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateEventBus', { Name: 'test_bus-1' }),
        call(
          'events.TagResource',
          {
            ResourceARN: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1',
            Tags: [
              { Key, Value },
              { Key: 'tag2', Value: 'value2' },
            ],
          },
          { answer: {} },
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
        call(
          'events.UntagResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1', TagKeys: ['tag2'] },
          { answer: {} },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1' },
          { contains: { Tags: [{ Key: 'tag1', Value: 'value1' }] } },
        ),
        call(
          'events.UntagResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:event-bus/test_bus-1', TagKeys: ['not_existing_tag-2'] },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'tags are put, listed and removed (rule-event_bus_default)',
      source: test('tests_tag_untag_resource[rule-event_bus_default]'),
      recorded: '2024-05',
      steps: [
        call('events.PutRule', {
          Name: 'test_rule-1',
          EventBusName: 'default',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call(
          'events.TagResource',
          {
            ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_rule-1',
            Tags: [
              { Key, Value },
              { Key: 'tag2', Value: 'value2' },
            ],
          },
          { answer: {} },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_rule-1' },
          {
            contains: {
              Tags: [
                { Key: 'tag1', Value: 'value1' },
                { Key: 'tag2', Value: 'value2' },
              ],
            },
          },
        ),
        call(
          'events.UntagResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_rule-1', TagKeys: ['tag2'] },
          { answer: {} },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_rule-1' },
          { contains: { Tags: [{ Key: 'tag1', Value: 'value1' }] } },
        ),
        call(
          'events.UntagResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_rule-1', TagKeys: ['not_existing_tag-2'] },
          { answer: {} },
        ),
      ],
    },
    {
      title: 'tags are put, listed and removed (rule-event_bus_custom)',
      source: test('tests_tag_untag_resource[rule-event_bus_custom]'),
      recorded: '2024-05',
      steps: [
        call('events.CreateEventBus', { Name: 'test_bus-1' }),
        call('events.PutRule', {
          Name: 'test_rule-2',
          EventBusName: 'test_bus-1',
          EventPattern:
            '{"source": ["core.update-account-command"], "detail-type": ["core.update-account-command"], "detail": {"command": ["update-account"]}}',
        }),
        call(
          'events.TagResource',
          {
            ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_bus-1/test_rule-2',
            Tags: [
              { Key, Value },
              { Key: 'tag2', Value: 'value2' },
            ],
          },
          { answer: {} },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_bus-1/test_rule-2' },
          {
            contains: {
              Tags: [
                { Key: 'tag1', Value: 'value1' },
                { Key: 'tag2', Value: 'value2' },
              ],
            },
          },
        ),
        call(
          'events.UntagResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_bus-1/test_rule-2', TagKeys: ['tag2'] },
          { answer: {} },
        ),
        call(
          'events.ListTagsForResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_bus-1/test_rule-2' },
          { contains: { Tags: [{ Key: 'tag1', Value: 'value1' }] } },
        ),
        call(
          'events.UntagResource',
          { ResourceARN: 'arn:aws:events:us-east-1:{account}:rule/test_bus-1/test_rule-2', TagKeys: ['not_existing_tag-3'] },
          { answer: {} },
        ),
      ],
    },
  ],
};
