import { expect, it } from 'vitest';
import { type HistoryEvent, operationsOf } from './operations.ts';

const event = (EventType: string, atS: number, Id: string, more: object = {}): HistoryEvent =>
  ({ EventType, EventTimestamp: atS, Id, ...more }) as unknown as HistoryEvent;

it('tells of each operation what became of it', () => {
  const operations = operationsOf([
    event('ExecutionStarted', 1, 'x'),
    event('ContextStarted', 1, 'all', { Name: 'branches', SubType: 'Parallel' }),
    event('StepStarted', 2, 's', { Name: 'charge', ParentId: 'all' }),
    event('StepFailed', 3, 's', {
      StepFailedDetails: { Error: { Payload: { ErrorType: 'NoCard' } }, RetryDetails: { CurrentAttempt: 1, NextAttemptDelaySeconds: 5 } },
    }),
    event('WaitStarted', 3, 'w', { WaitStartedDetails: { ScheduledEndTimestamp: 90 } }),
    event('CallbackStarted', 4, 'c', { CallbackStartedDetails: { CallbackId: 'id' } }),
    event('InvocationCompleted', 4, ''),
    event('CallbackTimedOut', 9, 'c', { CallbackTimedOutDetails: { Error: { Payload: { ErrorType: 'Callback.Timeout' } } } }),
    event('ContextSucceeded', 9, 'all', { ContextSucceededDetails: { Result: { Payload: '1' } } }),
  ]);
  expect(operations).toMatchObject([
    { id: 'all', name: 'branches', type: 'Parallel', depth: 0, status: 'SUCCEEDED', startedAt: 1, endedAt: 9, result: '1' },
    { id: 's', name: 'charge', type: 'Step', depth: 1, status: 'PENDING', attempts: 1, error: 'NoCard', dueAt: 8 },
    { id: 'w', name: 'w', type: 'Wait', status: 'STARTED', dueAt: 90 },
    { id: 'c', type: 'Callback', status: 'TIMED_OUT', endedAt: 9, error: 'Callback.Timeout' },
  ]);
  expect(operations[1]!.endedAt).toBeUndefined();
  expect(operations[3]!.callbackId).toBeUndefined();
});
