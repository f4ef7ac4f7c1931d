// The engine of durable executions, without a store: batches, time, the operations that a function sees, pauses, answers.
import { expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { apply } from './apply.ts';
import { assertBatch } from './check-batch.ts';
import { Draft } from './draft.ts';
import { close } from './finish.ts';
import type { Head } from './head.ts';
import { pauseAfterFailure } from './pauses.ts';
import { ripen } from './ripen.ts';
import type { Update } from './update.ts';
import { visibleOf } from './visible.ts';

const HEAD: Head = {
  ...{ id: 'x', name: 'run', functionName: 'f', version: 0, traceId: '', isEvent: false, startMs: 0, timeoutS: 60, retentionDays: 1 },
  ...{
    status: 'RUNNING',
    operations: 0,
    events: 0,
    pending: 0,
    timed: 0,
    bytes: 0,
    checkpoints: 0,
    unseen: [],
    turns: 0,
    failures: 0,
    throttles: 0,
  },
};

function begun(nowMs = 0): Draft {
  const draft = new Draft(HEAD, nowMs);
  draft.put({ id: 'x', position: 0, type: 'EXECUTION', status: 'STARTED', startMs: 0 });
  return draft;
}

function checkpoint(draft: Draft, ...updates: Update[]): Draft {
  assertBatch(draft, updates);
  apply(draft, updates, { dataOf: (text) => text, newCallbackId: (id) => `callback ${id}` });
  return draft;
}

const types = (draft: Draft): string[] => draft.events.map(({ type }) => type);

it('counts what is pending and what has a time', () => {
  const draft = checkpoint(
    begun(),
    { Id: 'w', Type: 'WAIT', Action: 'START', WaitOptions: { WaitSeconds: 5 } },
    { Id: 'c', Type: 'CALLBACK', Action: 'START' },
    { Id: 's', Type: 'STEP', Action: 'RETRY', StepOptions: { NextAttemptDelaySeconds: 3 } },
  );
  expect([draft.head.operations, draft.head.pending, draft.head.timed]).toEqual([4, 3, 2]);
  ripen(draft, ['s', 'w']);
  expect([draft.head.pending, draft.head.timed, draft.get('s')!.status, draft.get('w')!.status]).toEqual([1, 0, 'READY', 'SUCCEEDED']);
  expect(types(draft)).toEqual(['WaitStarted', 'CallbackStarted', 'StepSucceeded', 'WaitSucceeded']);
});

it('changes nothing where one update of a batch is invalid', () => {
  const draft = begun();
  expect(() => checkpoint(draft, { Id: 'a', Type: 'STEP', Action: 'START' }, { Id: 'b', Type: 'WAIT', Action: 'CANCEL' })).toThrow(
    'Cannot cancel',
  );
  expect([draft.events, draft.get('a')]).toEqual([[], undefined]);
});

it('judges updates by what those before them in the batch do', () => {
  const context = (Id: string, Action: 'START' | 'SUCCEED', more: Partial<Update> = {}): Update => ({
    Id,
    Type: 'CONTEXT',
    Action,
    ...more,
  });
  const draft = checkpoint(
    begun(),
    context('p', 'START'),
    context('q', 'START', { ParentId: 'p' }),
    context('q', 'SUCCEED'),
    context('p', 'SUCCEED'),
  );
  expect(types(draft)).toEqual(['ContextStarted', 'ContextStarted', 'ContextSucceeded', 'ContextSucceeded']);
  expect(() => checkpoint(draft, context('r', 'START', { ParentId: 'later' }), context('later', 'START'))).toThrow(
    'Invalid parent operation id.',
  );
});

it('lets the earlier of two times end a callback', () => {
  for (const [TimeoutSeconds, HeartbeatTimeoutSeconds, error] of [
    [10, 5, 'Callback.Heartbeat'],
    [5, 10, 'Callback.Timeout'],
    [5, 5, 'Callback.Timeout'],
    [0, 5, 'Callback.Heartbeat'],
  ] as const) {
    const draft = checkpoint(begun(), {
      Id: 'c',
      Type: 'CALLBACK',
      Action: 'START',
      CallbackOptions: { TimeoutSeconds, HeartbeatTimeoutSeconds },
    });
    ripen(draft, ['c']);
    expect(draft.get('c')).toMatchObject({ status: 'TIMED_OUT', error: { ErrorType: error } });
  }
});

it('leaves operations that wait as they are when the execution ends', () => {
  const draft = checkpoint(begun(), { Id: 'c', Type: 'CALLBACK', Action: 'START' });
  close(draft, 'STOPPED', {});
  expect([draft.head.status, draft.get('c')!.status]).toEqual(['STOPPED', 'STARTED']);
});

it('hides children of closed contexts at every depth, in the order of their starts', () => {
  const operation = (id: string, position: number, status: 'STARTED' | 'SUCCEEDED', more = {}) =>
    ({ id, position, type: 'CONTEXT', status, startMs: 0, ...more }) as const;
  const all = [
    operation('grandchild', 3, 'STARTED', { parentId: 'child' }),
    operation('child', 2, 'STARTED', { parentId: 'closed' }),
    operation('closed', 1, 'SUCCEEDED'),
    operation('kept', 5, 'SUCCEEDED', { parentId: 'replayed' }),
    operation('replayed', 4, 'SUCCEEDED', { replayChildren: true }),
  ];
  expect(visibleOf(all).map(({ id }) => id)).toEqual(['closed', 'replayed', 'kept']);
});

it('pauses longer after each failure, and not after the first three of an environment', () => {
  expect([1, 2, 3, 4, 20].map((failures) => pauseAfterFailure(failures, 'Error'))).toEqual([1000, 2000, 4000, 8000, 300_000]);
  expect([1, 2, 3, 4, 5].map((failures) => pauseAfterFailure(failures, 'Runtime.ExitError'))).toEqual([0, 0, 0, 1000, 2000]);
  expect(pauseAfterFailure(1, 'Sandbox.Timedout')).toBe(1000);
});

it('reads answers, and refuses those that contradict themselves', () => {
  const read = (value: unknown) => answerOf(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
  expect(read({ Status: 'SUCCEEDED', Result: '1', Error: null })).toEqual({ status: 'SUCCEEDED', result: '1' });
  expect(read({ Status: 'FAILED', Error: { ErrorType: 'x', Other: 1 } })).toEqual({ status: 'FAILED', error: { ErrorType: 'x' } });
  for (const bad of ['', 'null', '[]', '"x"', '{', { Status: 'RUNNING' }])
    expect(read(bad)).toMatchObject({ error: { ErrorMessage: 'Invalid Status in invocation output.' } });
});
