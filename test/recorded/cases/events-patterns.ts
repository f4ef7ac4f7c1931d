// Recorded answers about patterns of the event buses service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events_patterns.py::TestEventPattern::${name}`);

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'a pattern tells events by their source',
      source: test('test_event_pattern_source'),
      recorded: '2024-07',
      steps: [
        call(
          'events.TestEventPattern',
          {
            Event:
              '{"id": "1", "source": "order", "detail-type": "Test", "account": "{account}", "region": "us-east-1", "time": "2026-11-30T01:26:30Z"}',
            EventPattern: '{"source": ["order"], "detail-type": ["Test"]}',
          },
          { contains: { Result: true } },
        ),
        call(
          'events.TestEventPattern',
          {
            Event:
              '{"id": "1", "source": "order", "detail-type": "Test", "account": "{account}", "region": "us-east-1", "time": "2026-11-30T01:26:30Z"}',
            EventPattern: '{"source": ["shipment"], "detail-type": ["Test"]}',
          },
          { contains: { Result: false } },
        ),
      ],
    },
    {
      title: "a pattern is JSON ({'bad': 'quotation'})",
      source: test("test_invalid_json_event_pattern[{'bad': 'quotation'}]"),
      recorded: '2024-11',
      steps: [
        refused(
          'events.TestEventPattern',
          {
            Event:
              '{"id": "1", "source": "test-source", "detail-type": "test-detail-type", "account": "123456789012", "region": "us-east-2", "time": "2022-07-13T13:48:01Z", "detail": {"test": "test"}}',
            EventPattern: "{'bad': 'quotation'}",
          },
          'InvalidEventPatternException',
          "Event pattern is not valid. Reason: Unexpected character (''' (code 39)): was expecting double-quote to start field name\n at [Source: (String)\"{'bad': 'quotation'}\"; line: 1, column: 2]",
        ),
      ],
    },
    {
      title: 'a text is no event',
      source: test('test_plain_string_payload'),
      recorded: '2024-12',
      steps: [
        refused(
          'events.TestEventPattern',
          { Event: 'plain string', EventPattern: '{"body": {"test2": [{"numeric": [">", 100]}]}}' },
          'ValidationException',
          'Parameter Event is not valid.',
        ),
      ],
    },
    {
      title: 'a list is no event',
      source: test('test_array_event_payload'),
      recorded: '2024-12',
      steps: [
        refused(
          'events.TestEventPattern',
          { Event: '["plain string"]', EventPattern: '{"body": {"test2": [{"numeric": [">", 100]}]}}' },
          'ValidationException',
          'Parameter Event is not valid.',
        ),
      ],
    },
    {
      title: 'an event has its members',
      source: test('test_invalid_event_payload'),
      recorded: '2024-12',
      steps: [
        refused(
          'events.TestEventPattern',
          { Event: '{"testEvent": "value"}', EventPattern: '{"body": {"test2": [{"numeric": [">", 100]}]}}' },
          'ValidationException',
          'Parameter Event is not valid.',
        ),
      ],
    },
  ],
};
