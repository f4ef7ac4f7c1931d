import { expect, it } from 'vitest';
import { eventRows, executionsByStart } from './state.ts';

it('reads the events of a turn in the first version, where each had its time', () => {
  const events = [
    { previous: 0, atMs: 5, type: 'ExecutionStarted', details: { input: {} } },
    { previous: 0, atMs: 5, type: 'PassStateEntered', details: undefined },
  ];
  expect(eventRows.upgrade!({ events } as never, 1)).toMatchObject({
    atMs: 5,
    events: [{ previous: 0, type: 'ExecutionStarted', details: { input: {} } }, { type: 'PassStateEntered' }],
  });
});

it('takes nothing from an entry of the list of executions in the first version', () => {
  expect(executionsByStart.upgrade!({ name: 'first' } as never, 1)).toEqual({});
});
