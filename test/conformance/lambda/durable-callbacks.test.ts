// Answers to callbacks, chained functions, mappings and dead letters of durable executions.
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT, assume, roleWith } from '../iam/use-identities.ts';
import { callback, chain, type DurableFixture, startDurableFixture, type Turn, wait } from './use-durable.ts';

let fixture: DurableFixture;
let lambda: DurableFixture['lambda'];
beforeAll(async () => {
  fixture = await startDurableFixture();
  lambda = fixture.lambda;
  await fixture.createDurable('work', { ExecutionTimeout: 30 * 86_400 });
  await fixture.createDurable('short', { ExecutionTimeout: 600 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** An execution that has suspended for these updates. */
async function suspended(updates: Parameters<Turn['checkpoint']>[0]) {
  const arn = await fixture.begin('work');
  const turn = await fixture.next();
  const operations = await turn.checkpoint(updates);
  turn.pending();
  await fixture.emulator.idle();
  return { arn, operations, CallbackId: operations[0]?.CallbackDetails?.CallbackId ?? '' };
}

/** Ends the next invocation, and returns what it was given of operations. */
async function lastTurn() {
  const turn = await fixture.next();
  turn.answer({ Status: 'SUCCEEDED' });
  const [, ...operations] = turn.event.InitialExecutionState.Operations;
  return { operations, updated: turn.event.UpdatedOperationIds };
}

describe('a callback', () => {
  const late = {
    name: 'CallbackTimeoutException',
    message: 'The callback is either timed out or already completed',
    $metadata: { httpStatusCode: 400 },
  };

  it('is answered once, with bytes that may be missing', async () => {
    const { CallbackId, arn } = await suspended([callback('c')]);
    expect(CallbackId).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    await lambda.sendDurableExecutionCallbackSuccess({ CallbackId, Result: Buffer.from('{"yes":1}') });
    expect(await lastTurn()).toMatchObject({
      updated: ['c'],
      operations: [{ Status: 'SUCCEEDED', CallbackDetails: { CallbackId, Result: '{"yes":1}' } }],
    });
    await expect(lambda.sendDurableExecutionCallbackSuccess({ CallbackId })).rejects.toMatchObject(late);
    await fixture.emulator.idle();
    expect(await fixture.types(arn)).toContain('CallbackSucceeded');
    const empty = await suspended([callback('c')]);
    await lambda.sendDurableExecutionCallbackSuccess({ CallbackId: empty.CallbackId });
    expect((await lastTurn()).operations).toMatchObject([{ Status: 'SUCCEEDED', CallbackDetails: { CallbackId: empty.CallbackId } }]);
    await fixture.emulator.idle();
  });

  it('is judged by the execution that its id names', async () => {
    const { CallbackId, arn } = await suspended([callback('c')]);
    const role = await roleWith(fixture.emulator, 'answerer', { AWS: ACCOUNT }, []);
    const caller = fixture.emulator.client(Lambda, await assume(fixture.emulator, role));
    await caller.sendDurableExecutionCallbackSuccess({ CallbackId });
    await lastTurn();
    await fixture.emulator.idle();
    const { accesses, policy } = await fixture.emulator.policyOf('answerer');
    expect(accesses).toMatchObject([{ action: 'lambda:SendDurableExecutionCallbackSuccess', resource: arn }]);
    const all = arn.replace(/:[^:/]+\/durable-execution\/.*$/, ':*');
    expect(policy.Statement).toEqual([{ Effect: 'Allow', Action: ['lambda:SendDurableExecutionCallbackSuccess'], Resource: [all] }]);
  });

  it('fails with an error, or without one', async () => {
    const failed = await suspended([callback('c')]);
    await lambda.sendDurableExecutionCallbackFailure({ CallbackId: failed.CallbackId, Error: { ErrorType: 'No', ErrorMessage: 'never' } });
    expect((await lastTurn()).operations).toMatchObject([
      { Status: 'FAILED', CallbackDetails: { Error: { ErrorType: 'No', ErrorMessage: 'never' } } },
    ]);
    const bare = await suspended([callback('c')]);
    await lambda.sendDurableExecutionCallbackFailure({ CallbackId: bare.CallbackId });
    expect((await lastTurn()).operations).toMatchObject([{ Status: 'FAILED', CallbackDetails: { Error: {} } }]);
    await fixture.emulator.idle();
  });

  it('times out, and without heartbeats sooner', async () => {
    const { arn, CallbackId } = await suspended([callback('c', { TimeoutSeconds: 60, HeartbeatTimeoutSeconds: 20 })]);
    for (let beats = 0; beats < 2; beats++) {
      await fixture.emulator.clock.advance('15s');
      await lambda.sendDurableExecutionCallbackHeartbeat({ CallbackId });
    }
    const moved = fixture.emulator.clock.advance('21s');
    expect((await lastTurn()).operations).toMatchObject([
      { Status: 'TIMED_OUT', CallbackDetails: { Error: { ErrorType: 'Callback.Heartbeat' } } },
    ]);
    await moved;
    await expect(lambda.sendDurableExecutionCallbackHeartbeat({ CallbackId })).rejects.toMatchObject(late);
    const event = (await fixture.history(arn)).find(({ EventType }) => EventType === 'CallbackTimedOut');
    expect(event!.CallbackTimedOutDetails!.Error!.Payload).toEqual({ ErrorType: 'Callback.Heartbeat' });
    await suspended([callback('c', { TimeoutSeconds: 60 })]);
    const later = fixture.emulator.clock.advance('1m');
    expect((await lastTurn()).operations).toMatchObject([
      { Status: 'TIMED_OUT', CallbackDetails: { Error: { ErrorType: 'Callback.Timeout' } } },
    ]);
    await later;
  });

  it('that is answered during an invocation is seen at its next checkpoint, or causes the next one', async () => {
    const arn = await fixture.begin('work');
    const turn = await fixture.next();
    const [first, second] = await turn.checkpoint([callback('a'), callback('b')]);
    await lambda.sendDurableExecutionCallbackSuccess({ CallbackId: first!.CallbackDetails!.CallbackId! });
    expect(fixture.host.waiting).toBe(0);
    // An empty checkpoint looks for changes.
    expect(await turn.checkpoint([])).toMatchObject([{ Id: 'a', Status: 'SUCCEEDED' }]);
    await lambda.sendDurableExecutionCallbackSuccess({ CallbackId: second!.CallbackDetails!.CallbackId! });
    // Nothing is pending any more, and the function does not know.
    turn.pending();
    expect((await lastTurn()).updated).toEqual(['b']);
    await fixture.emulator.idle();
    expect(await fixture.status(arn)).toBe('SUCCEEDED');
  });

  it('that never was is refused', async () => {
    const refused = { name: 'InvalidParameterValueException', message: 'Invalid callback id' };
    await expect(lambda.sendDurableExecutionCallbackSuccess({ CallbackId: 'bm9uZQ==' })).rejects.toMatchObject(refused);
    const CallbackId = Buffer.from('["nobody","c"]').toString('base64');
    await expect(lambda.sendDurableExecutionCallbackFailure({ CallbackId })).rejects.toMatchObject(late);
  });
});

describe('a chained invocation', () => {
  it('runs a function that is not durable, and takes its answer or its error', async () => {
    await fixture.create('adds', 'if (event.n < 0) throw new RangeError("below"); return { n: event.n + 1 };');
    const arn = await fixture.begin('work');
    const first = await fixture.next();
    await first.checkpoint([chain('good', 'adds', '{"n":1}')]);
    first.pending();
    const good = await lastTurn();
    expect(good).toMatchObject({ updated: ['good'], operations: [{ Status: 'SUCCEEDED', ChainedInvokeDetails: { Result: '{"n":2}' } }] });
    await fixture.emulator.idle();
    expect((await fixture.history(arn)).find(({ EventType }) => EventType === 'ChainedInvokeStarted')!.ChainedInvokeStartedDetails).toEqual(
      {
        ...{ FunctionName: 'adds', Input: { Payload: '{"n":1}', Truncated: false }, ExecutedVersion: '$LATEST' },
      },
    );
    const begun = await fixture.begin('work');
    const turn = await fixture.next();
    await turn.checkpoint([chain('bad', 'adds', '{"n":-1}')]);
    turn.pending();
    expect((await lastTurn()).operations).toMatchObject([
      { Status: 'FAILED', ChainedInvokeDetails: { Error: { ErrorType: 'RangeError', ErrorMessage: 'below' } } },
    ]);
    await fixture.emulator.idle();
    expect(await fixture.status(begun)).toBe('SUCCEEDED');
  });

  it('fails in its own checkpoint where there is no such function, or a durable one without a qualifier', async () => {
    const arn = await fixture.begin('work');
    const turn = await fixture.next();
    const operations = await turn.checkpoint([chain('none', 'nobody'), chain('bare', 'work')]);
    const message = 'Function not found: arn:aws:lambda:us-east-1:000000000000:function:nobody:$LATEST';
    expect(operations).toMatchObject([
      { Status: 'FAILED', ChainedInvokeDetails: { Error: { ErrorType: 'ResourceNotFoundException', ErrorMessage: message } } },
      {
        Status: 'FAILED',
        ChainedInvokeDetails: { Error: { ErrorMessage: 'You cannot invoke a durable function using an unqualified ARN.' } },
      },
    ]);
    turn.answer({ Status: 'SUCCEEDED' });
    await fixture.emulator.idle();
    expect((await fixture.types(arn)).slice(1, 5)).toEqual([
      'ChainedInvokeStarted',
      'ChainedInvokeFailed',
      'ChainedInvokeStarted',
      'ChainedInvokeFailed',
    ]);
  });

  it('of a durable function is an execution, whose end it takes', async () => {
    const chained = async (name: string) => {
      const arn = await fixture.begin('work');
      const turn = await fixture.next();
      await turn.checkpoint([chain('child', name, '{"from":"parent"}')]);
      turn.pending();
      const child = await fixture.next();
      return { arn, child };
    };
    const good = await chained('work:$LATEST');
    const started = (await fixture.history(good.arn)).find(({ EventType }) => EventType === 'ChainedInvokeStarted');
    expect(started!.ChainedInvokeStartedDetails!.DurableExecutionArn).toBe(good.child.arn);
    good.child.answer({ Status: 'SUCCEEDED', Result: '"child"' });
    expect((await lastTurn()).operations).toMatchObject([{ Status: 'SUCCEEDED', ChainedInvokeDetails: { Result: '"child"' } }]);
    await fixture.emulator.idle();
    const stopped = await chained('work:$LATEST');
    await lambda.stopDurableExecution({ DurableExecutionArn: stopped.child.arn, Error: { ErrorType: 'Enough' } });
    expect((await lastTurn()).operations).toMatchObject([{ Status: 'STOPPED', ChainedInvokeDetails: { Error: { ErrorType: 'Enough' } } }]);
    stopped.child.pending();
    await fixture.emulator.idle();
    const slow = await chained('short:$LATEST');
    await slow.child.checkpoint([wait('w', 6000)]);
    slow.child.pending();
    await fixture.emulator.idle();
    const moved = fixture.emulator.clock.advance('10m');
    expect((await lastTurn()).operations).toMatchObject([
      {
        Status: 'TIMED_OUT',
        ChainedInvokeDetails: {
          Error: { ErrorType: 'ChainedInvoke.Timeout', ErrorMessage: 'CHAINED_INVOKE timed out after 600 seconds.' },
        },
      },
    ]);
    await moved;
  });
});

describe('other services', () => {
  it('a mapping waits for the end of the execution of its batch, without holding up the clock', async () => {
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs', Attributes: { VisibilityTimeout: '600' } });
    const mapping = { FunctionName: 'short:$LATEST', EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:jobs' };
    await expect(lambda.createEventSourceMapping({ ...mapping, FunctionName: 'work:$LATEST' })).rejects.toMatchObject({
      ...{ name: 'InvalidParameterValueException', message: expect.stringContaining('more than 900 seconds') },
    });
    const { UUID } = await lambda.createEventSourceMapping(mapping);
    await sqs.sendMessage({ QueueUrl, MessageBody: 'job' });
    const turn = await fixture.next();
    await turn.checkpoint([wait('w', 300)]);
    turn.pending();
    await fixture.emulator.idle();
    const moved = fixture.emulator.clock.advance('5m');
    await lastTurn();
    await moved;
    await fixture.emulator.idle();
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
    expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '0', ApproximateNumberOfMessagesNotVisible: '0' });
    await lambda.deleteEventSourceMapping({ UUID });
    await fixture.emulator.idle();
  });

  it('a dead-letter queue gets the input of an asynchronous invocation whose execution failed', async () => {
    const sqs = fixture.emulator.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'lost' });
    const DeadLetterConfig = { TargetArn: 'arn:aws:sqs:us-east-1:000000000000:lost' };
    await fixture.createDurable('fails', { ExecutionTimeout: 600 }, { DeadLetterConfig });
    await fixture.begin('fails', { n: 1 });
    (await fixture.next()).answer({ Status: 'FAILED', Error: { ErrorType: 'Bad', ErrorMessage: 'no luck' } });
    await fixture.emulator.idle();
    const { Messages } = await sqs.receiveMessage({ QueueUrl, MessageAttributeNames: ['All'], WaitTimeSeconds: 0 });
    expect(Messages).toMatchObject([{ Body: '{"n":1}', MessageAttributes: { ErrorMessage: { StringValue: 'no luck' } } }]);
    const awaited = lambda.invoke({ FunctionName: 'fails:$LATEST' });
    (await fixture.next()).answer({ Status: 'FAILED' });
    expect((await awaited).FunctionError).toBe('Unhandled');
    await fixture.emulator.idle();
    expect((await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 0 })).Messages ?? []).toEqual([]);
  });
});
