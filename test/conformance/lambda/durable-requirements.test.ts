// Histories that the cloud's own requirements ask for: aws/aws-durable-execution-conformance-tests, August 2026, by their numbers. The turns of
// the function are ours.
import type { OperationUpdate } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callback, type DurableFixture, startDurableFixture, step, wait } from './use-durable.ts';

/** An event outside while the execution is suspended: time passes, or its callback is answered. */
type Meanwhile = { readonly seconds: number } | 'succeed' | 'fail';

interface RequiredHistory {
  /** The number of the requirement, and its subject. */
  readonly requirement: string;
  /** The checkpoints of each invocation but the last, which ends the execution with `end`. */
  readonly turns: readonly (readonly OperationUpdate[])[];
  readonly meanwhile: readonly Meanwhile[];
  readonly last?: readonly OperationUpdate[];
  readonly end: 'SUCCEEDED' | 'FAILED';
  /** After ExecutionStarted, up to the end of the execution. */
  readonly events: string;
}

const STEP = (id: string): OperationUpdate[] => [step(id, 'START'), step(id, 'SUCCEED', { Payload: '1' })];

const cases: readonly RequiredHistory[] = [
  { requirement: '1-1 a step', turns: [], meanwhile: [], last: STEP('a'), end: 'SUCCEEDED', events: 'StepStarted StepSucceeded' },
  {
    ...{ requirement: '1-3 steps in a row', turns: [], meanwhile: [], last: [...STEP('a'), ...STEP('b')], end: 'SUCCEEDED' },
    events: 'StepStarted StepSucceeded StepStarted StepSucceeded',
  },
  {
    ...{ requirement: '2-1 a wait', turns: [[wait('w', 2)]], meanwhile: [{ seconds: 2 }], end: 'SUCCEEDED' },
    events: 'WaitStarted InvocationCompleted WaitSucceeded',
  },
  {
    ...{
      requirement: '2-3 waits in a row',
      turns: [[wait('v', 2)], [wait('w', 2)]],
      meanwhile: [{ seconds: 2 }, { seconds: 2 }],
      end: 'SUCCEEDED',
    },
    events: 'WaitStarted InvocationCompleted WaitSucceeded WaitStarted InvocationCompleted WaitSucceeded',
  },
  {
    ...{ requirement: '4-1 a callback', turns: [[callback('c')]], meanwhile: ['succeed'], end: 'SUCCEEDED' },
    events: 'CallbackStarted InvocationCompleted CallbackSucceeded',
  },
  {
    ...{
      requirement: '4-10 a callback that fails during a wait',
      turns: [[callback('c'), wait('w', 5)], []],
      meanwhile: ['fail', { seconds: 5 }],
      end: 'FAILED',
    },
    events: 'CallbackStarted WaitStarted InvocationCompleted CallbackFailed InvocationCompleted WaitSucceeded',
  },
  {
    requirement: '4-11 a callback that times out during a wait',
    ...{ turns: [[callback('c', { TimeoutSeconds: 3 }), wait('w', 6)], []], meanwhile: [{ seconds: 3 }, { seconds: 3 }], end: 'FAILED' },
    events: 'CallbackStarted WaitStarted InvocationCompleted CallbackTimedOut InvocationCompleted WaitSucceeded',
  },
  {
    requirement: '4-12 a callback, then a wait',
    ...{ turns: [[callback('c')], [wait('w', 2)]], meanwhile: ['succeed', { seconds: 2 }], end: 'SUCCEEDED' },
    events: 'CallbackStarted InvocationCompleted CallbackSucceeded WaitStarted InvocationCompleted WaitSucceeded',
  },
  {
    requirement: '4-14 a callback that times out, then a wait',
    ...{ turns: [[callback('c', { TimeoutSeconds: 3 })], [wait('w', 2)]], meanwhile: [{ seconds: 3 }, { seconds: 2 }], end: 'SUCCEEDED' },
    events: 'CallbackStarted InvocationCompleted CallbackTimedOut WaitStarted InvocationCompleted WaitSucceeded',
  },
];

let fixture: DurableFixture;
beforeAll(async () => {
  fixture = await startDurableFixture();
  await fixture.createDurable('work', { ExecutionTimeout: 86_400 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

it.each(cases)('$requirement', async ({ turns, meanwhile, last = [], end, events }) => {
  const arn = await fixture.begin('work');
  let CallbackId: string | undefined;
  let moved: Promise<unknown> = Promise.resolve();
  for (const [at, updates] of turns.entries()) {
    const turn = await fixture.next();
    const operations = await turn.checkpoint(updates);
    CallbackId ??= operations.find(({ Type }) => Type === 'CALLBACK')?.CallbackDetails?.CallbackId;
    turn.pending();
    await moved;
    await fixture.emulator.idle();
    moved = happen(meanwhile[at]!, CallbackId);
  }
  const turn = await fixture.next();
  if (last.length > 0) await turn.checkpoint(last);
  turn.answer({ Status: end });
  await moved;
  await fixture.emulator.idle();
  expect((await fixture.types(arn)).join(' ')).toBe(
    `ExecutionStarted ${events} InvocationCompleted Execution${end === 'FAILED' ? 'Failed' : 'Succeeded'}`,
  );
});

async function happen(what: Meanwhile, CallbackId: string | undefined): Promise<void> {
  if (what === 'succeed') await fixture.lambda.sendDurableExecutionCallbackSuccess({ CallbackId });
  else if (what === 'fail') await fixture.lambda.sendDurableExecutionCallbackFailure({ CallbackId, Error: { ErrorType: 'No' } });
  else await fixture.emulator.clock.advance(`${what.seconds}s`);
}
