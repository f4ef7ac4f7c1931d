// Checkpoints of durable executions: tokens, batches, states, texts of refusals, pages of the state.
import type { OperationUpdate } from '@aws-sdk/client-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callback, type DurableFixture, startDurableFixture, step, type Turn, wait } from './use-durable.ts';

let fixture: DurableFixture;
let lambda: DurableFixture['lambda'];
let arn: string;
let turn: Turn;
beforeAll(async () => {
  fixture = await startDurableFixture();
  lambda = fixture.lambda;
  await fixture.createDurable('work', { ExecutionTimeout: 30 * 86_400 });
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  arn = await fixture.begin('work');
  turn = await fixture.next();
});
afterEach(async () => {
  turn.answer({ Status: 'FAILED' });
  await fixture.emulator.idle();
});

const context = (Id: string, Action: 'START' | 'SUCCEED' | 'FAIL', more: object = {}): OperationUpdate => ({
  Id,
  Type: 'CONTEXT',
  Action,
  ...more,
});
const invalid = (message: string) => ({ name: 'InvalidParameterValueException', message, $metadata: { httpStatusCode: 400 } });
const badToken = invalid('Invalid Checkpoint Token');

describe('a token', () => {
  it('is good once, for its own execution, while the invocation lasts', async () => {
    const first = turn.token;
    await turn.checkpoint([step('a', 'START')]);
    const again = { DurableExecutionArn: arn, CheckpointToken: first };
    await expect(lambda.checkpointDurableExecution(again)).rejects.toMatchObject(badToken);
    await expect(lambda.getDurableExecutionState(again)).rejects.toMatchObject(badToken);
    const other = await fixture.begin('work');
    const foreign = await fixture.next();
    await expect(lambda.checkpointDurableExecution({ DurableExecutionArn: other, CheckpointToken: turn.token })).rejects.toMatchObject(
      badToken,
    );
    foreign.answer({ Status: 'FAILED' });
    await expect(lambda.checkpointDurableExecution({ ...again, CheckpointToken: 'bm9uZQ==' })).rejects.toMatchObject(badToken);
  });

  it('gets the same answer again with the same client token, also once it was used', async () => {
    const input = {
      DurableExecutionArn: arn,
      CheckpointToken: turn.token,
      ClientToken: 'mine',
      Updates: [step('a', 'START', { Name: 'once' })],
    };
    const [one, two] = [await lambda.checkpointDurableExecution(input), await lambda.checkpointDurableExecution(input)];
    expect({ ...two, $metadata: undefined }).toEqual({ ...one, $metadata: undefined });
    await expect(lambda.checkpointDurableExecution({ ...input, ClientToken: 'other' })).rejects.toMatchObject(badToken);
    expect(await fixture.types(arn)).toEqual(['ExecutionStarted', 'StepStarted']);
  });

  it('of an invocation that has ended is worth nothing', async () => {
    await turn.checkpoint([callback('c')]);
    const old = turn;
    old.pending();
    await fixture.emulator.idle();
    await expect(old.checkpoint([])).rejects.toMatchObject(badToken);
    const { Events } = await lambda.getDurableExecutionHistory({ DurableExecutionArn: arn });
    const CallbackId = Events!.find(({ EventType }) => EventType === 'CallbackStarted')!.CallbackStartedDetails!.CallbackId!;
    await lambda.sendDurableExecutionCallbackSuccess({ CallbackId });
    turn = await fixture.next();
    await expect(old.checkpoint([])).rejects.toMatchObject(badToken);
    await turn.checkpoint([]);
  });

  it('is not given with the checkpoint that ends the execution', async () => {
    const [root] = await turn.checkpoint([{ Id: 'invented', Type: 'EXECUTION', Action: 'SUCCEED', Payload: '"big"' }]);
    expect([turn.token, root]).toMatchObject(['', { Type: 'EXECUTION', Status: 'SUCCEEDED' }]);
    turn.answer({ Status: 'SUCCEEDED', Result: '' });
    await fixture.emulator.idle();
    expect(await lambda.getDurableExecution({ DurableExecutionArn: arn })).toMatchObject({ Status: 'SUCCEEDED', Result: '"big"' });
    expect((await fixture.types(arn)).filter((type) => type === 'ExecutionSucceeded')).toHaveLength(1);
  });
});

describe('a batch', () => {
  it.each<[string, OperationUpdate[], string]>([
    [
      'two ends',
      [
        { Id: 'x', Type: 'EXECUTION', Action: 'FAIL' },
        { Id: 'y', Type: 'EXECUTION', Action: 'FAIL' },
      ],
      'Cannot checkpoint multiple EXECUTION updates.',
    ],
    [
      'an end that is not last',
      [{ Id: 'x', Type: 'EXECUTION', Action: 'FAIL' }, step('a', 'START')],
      'EXECUTION checkpoint must be the last update.',
    ],
    ['an operation twice', [wait('a', 1), wait('a', 1)], 'Cannot update the same operation twice in a single request.'],
    ['a step that ends twice', [step('a', 'SUCCEED'), step('a', 'SUCCEED')], 'Cannot update the same operation twice in a single request.'],
    ['an unknown parent', [step('a', 'START', { ParentId: 'nobody' })], 'Invalid parent operation id.'],
    ['a parent that is a step', [step('p', 'START'), step('a', 'START', { ParentId: 'p' })], 'Invalid parent operation id.'],
    ['another action', [{ Id: 'a', Type: 'WAIT', Action: 'SUCCEED' }], 'Invalid action for the given operation type.'],
    ['another name', [step('a', 'START', { Name: 'x' }), step('a', 'SUCCEED', { Name: 'y' })], 'Inconsistent operation name.'],
    [
      'another subtype',
      [step('a', 'START', { SubType: 'Step' }), step('a', 'SUCCEED', { SubType: 'Other' })],
      'Inconsistent operation subtype.',
    ],
    ['an error of a success', [step('a', 'SUCCEED', { Error: { ErrorType: 'x' } })], 'Cannot provide an Error for SUCCEED action.'],
    ['a result of a failure', [step('a', 'FAIL', { Payload: '1' })], 'Cannot provide a Payload for FAIL action.'],
    [
      'a large error',
      [step('a', 'FAIL', { Error: { ErrorMessage: 'x'.repeat(32_768) } })],
      'Error object size must be less than 32768 bytes.',
    ],
    [
      'a large result',
      [step('a', 'SUCCEED', { Payload: 'x'.repeat(262_145) })],
      'STEP payload size must be less than or equal to 262144 bytes.',
    ],
    ['a retry without a delay', [step('a', 'RETRY', { Error: {} })], 'Invalid StepOptions for the given action.'],
    [
      'a retry with both',
      [step('a', 'RETRY', { Error: {}, Payload: '1', StepOptions: { NextAttemptDelaySeconds: 1 } })],
      'Cannot provide both error and payload to RETRY a STEP.',
    ],
    ['a wait without its time', [{ Id: 'a', Type: 'WAIT', Action: 'START' }], 'Invalid WaitOptions for the given action.'],
    [
      'an invocation without a function',
      [{ Id: 'a', Type: 'CHAINED_INVOKE', Action: 'START' }],
      'Invalid ChainedInvokeOptions for the given action.',
    ],
    [
      'the cancelling of no wait',
      [{ Id: 'a', Type: 'WAIT', Action: 'CANCEL' }],
      'Cannot cancel a WAIT that does not exist or has already completed.',
    ],
  ])('with %s is refused as a whole', async (_, updates, message) => {
    await expect(turn.checkpoint([step('before', 'START'), ...updates])).rejects.toMatchObject(invalid(message));
    // Nothing of it has been applied, and the token is still good.
    expect(await turn.checkpoint([])).toEqual([]);
    expect(await fixture.types(arn)).toEqual(['ExecutionStarted']);
  });

  it('cannot start or end what is not in its state', async () => {
    await turn.checkpoint([
      wait('w', 60),
      step('s', 'START'),
      step('s', 'SUCCEED'),
      context('c', 'START'),
      context('c', 'SUCCEED'),
      callback('k'),
    ]);
    const refuse = (update: OperationUpdate, message: string) => expect(turn.checkpoint([update])).rejects.toMatchObject(invalid(message));
    await refuse(wait('w', 60), 'Cannot start a WAIT that already exist.');
    await refuse(callback('k'), 'Cannot start a CALLBACK that already exist.');
    await refuse(context('c', 'START'), 'Cannot start a CONTEXT that already exist.');
    await refuse(context('c', 'FAIL'), 'Invalid current CONTEXT state to close.');
    await refuse(step('s', 'START'), 'Invalid current STEP state to start.');
    await refuse(step('s', 'SUCCEED'), 'Invalid current STEP state to close.');
    await refuse(step('s', 'RETRY', { StepOptions: { NextAttemptDelaySeconds: 1 } }), 'Invalid current STEP state to re-attempt.');
    await refuse(step('w', 'START'), 'Inconsistent operation type.');
    await turn.checkpoint([{ Id: 'w', Type: 'WAIT', Action: 'CANCEL' }]);
    expect((await fixture.types(arn)).at(-1)).toBe('WaitCancelled');
  });

  it('may hold 250 updates', async () => {
    const updates = Array.from({ length: 125 }, (_, n) => [step(`s${n}`, 'START'), step(`s${n}`, 'SUCCEED', { Payload: `${n}` })]).flat();
    expect(await turn.checkpoint(updates)).toHaveLength(125);
    expect(await fixture.types(arn)).toHaveLength(251);
  });

  it('is refused with operation 3001', async () => {
    for (let batch = 0; batch < 11; batch++) await turn.checkpoint(Array.from({ length: 270 }, (_, n) => step(`s${batch}-${n}`, 'START')));
    await turn.checkpoint(Array.from({ length: 29 }, (_, n) => step(`t${n}`, 'START')));
    await expect(turn.checkpoint([step('last', 'START')])).rejects.toMatchObject(
      invalid('A durable execution cannot have more than 3000 operations.'),
    );
  });
});

describe('steps', () => {
  it('are pending, then ready, and count finished attempts', async () => {
    const retry = { Error: { ErrorMessage: 'no' }, StepOptions: { NextAttemptDelaySeconds: 60 } };
    const [pending] = await turn.checkpoint([step('s', 'START'), step('s', 'RETRY', retry)]);
    expect(pending).toMatchObject({
      Status: 'PENDING',
      StepDetails: { Attempt: 1, NextAttemptTimestamp: expect.any(Date), Error: { ErrorMessage: 'no' } },
    });
    await expect(turn.checkpoint([step('s', 'START')])).rejects.toMatchObject(invalid('Invalid current STEP state to start.'));
    turn.pending();
    await fixture.emulator.idle();
    const moved = fixture.emulator.clock.advance('1m');
    turn = await fixture.next();
    expect(turn.event).toMatchObject({
      UpdatedOperationIds: ['s'],
      InitialExecutionState: { Operations: [{}, { Id: 's', Status: 'READY' }] },
    });
    const [ended] = await turn.checkpoint([step('s', 'START'), step('s', 'SUCCEED', { Payload: '1' })]);
    expect(ended).toMatchObject({ Status: 'SUCCEEDED', StepDetails: { Attempt: 2, Result: '1' } });
    turn.answer({ Status: 'SUCCEEDED' });
    await moved;
    expect(await fixture.types(arn)).toEqual([
      ...['ExecutionStarted', 'StepStarted', 'StepFailed', 'InvocationCompleted'],
      ...['StepStarted', 'StepSucceeded', 'InvocationCompleted', 'ExecutionSucceeded'],
    ]);
    turn = await fixture.begin('work').then(() => fixture.next());
  });

  it('keep the state of a condition that does not hold yet', async () => {
    const [pending] = await turn.checkpoint([step('s', 'RETRY', { Payload: '{"n":1}', StepOptions: { NextAttemptDelaySeconds: 5 } })]);
    expect(pending).toMatchObject({ StepDetails: { Attempt: 1, Result: '{"n":1}' } });
    expect((await fixture.history(arn)).at(-1)).toMatchObject({
      ...{ EventType: 'StepSucceeded', StepSucceededDetails: { RetryDetails: { CurrentAttempt: 1, NextAttemptDelaySeconds: 5 } } },
    });
  });

  it('of large results are kept and given back whole', async () => {
    const Payload = JSON.stringify('ü'.repeat(120_000));
    const [kept] = await turn.checkpoint([step('s', 'SUCCEED', { Payload })]);
    expect(kept!.StepDetails!.Result).toBe(Payload);
    expect((await fixture.history(arn)).at(-1)!.StepSucceededDetails!.Result!.Payload).toBe(Payload);
  });
});

describe('the state', () => {
  it('hides the children of a context that has ended, before it is cut into pages', async () => {
    await turn.checkpoint([
      ...[
        context('hides', 'START'),
        step('a', 'SUCCEED', { ParentId: 'hides', Payload: '1' }),
        context('hides', 'SUCCEED', { Payload: '1' }),
      ],
      ...[context('shows', 'START'), step('b', 'SUCCEED', { ParentId: 'shows', Payload: '2' })],
      context('shows', 'SUCCEED', { ContextOptions: { ReplayChildren: true } }),
      ...[context('open', 'START'), step('c', 'START', { ParentId: 'open' }), wait('w', 60)],
    ]);
    const state = (more: object) => lambda.getDurableExecutionState({ DurableExecutionArn: arn, CheckpointToken: turn.token, ...more });
    const ids: string[] = [];
    for (let Marker: string | undefined = '0'; Marker !== undefined; ) {
      const { Operations, NextMarker }: Awaited<ReturnType<typeof state>> = await state({ MaxItems: 1, Marker });
      expect(Operations).toHaveLength(1);
      ids.push(Operations![0]!.Id!);
      Marker = NextMarker;
    }
    expect(ids).toEqual(['hides', 'shows', 'b', 'open', 'c', 'w']);
    expect((await state({})).Operations!.map(({ Type }) => Type)[0]).toBe('EXECUTION');
    expect((await fixture.types(arn)).filter((type) => type === 'StepSucceeded')).toHaveLength(2);
  });

  it('of several megabytes comes in pages', async () => {
    const Payload = JSON.stringify('x'.repeat(260_000));
    for (let n = 0; n < 24; n++) await turn.checkpoint([step(`s${n}`, 'SUCCEED', { Payload })]);
    await turn.checkpoint([wait('w', 1)]);
    turn.pending();
    await fixture.emulator.idle();
    const moved = fixture.emulator.clock.advance('1s');
    turn = await fixture.next();
    const { Operations, NextMarker } = turn.event.InitialExecutionState;
    expect(NextMarker).not.toBe('');
    const rest = await lambda.getDurableExecutionState({
      DurableExecutionArn: arn,
      CheckpointToken: turn.token,
      Marker: NextMarker,
      MaxItems: 1000,
    });
    expect(Operations.length + rest.Operations!.length).toBe(26);
    turn.answer({ Status: 'SUCCEEDED' });
    await moved;
    turn = await fixture.begin('work').then(() => fixture.next());
  });
});
