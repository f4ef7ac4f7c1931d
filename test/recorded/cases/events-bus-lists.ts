// Recorded answers about bus lists of the event buses service.
import { call, localstack, type RecordedCases } from '../case.ts';

const test = (name: string): string => localstack(`events/test_events.py::TestEventBus::${name}`);

export const recorded: RecordedCases = {
  service: 'events',
  cases: [
    {
      title: 'buses are listed by the beginning of their names',
      source: test('test_list_event_buses_with_prefix'),
      recorded: '2025-01',
      steps: [
        call('events.CreateEventBus', { Name: 'unique-prefix-1234567890-1' }),
        call('events.CreateEventBus', { Name: 'no-prefix-match' }),
        call('events.ListEventBuses', { NamePrefix: 'unique-prefix-1234567890-1' }, { contains: { EventBuses: [{}] } }),
        call('events.ListEventBuses', { NamePrefix: 'unique' }, { contains: { EventBuses: [{}] } }),
      ],
    },
  ],
};
