// Durable executions: they begin, are invoked again, end, and are listed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilPasses } from '../../support/until-passes.ts';
import { creation, jsonOf } from './fixture.ts';
import { type DurableFixture, startDurableFixture, step, wait } from './use-durable.ts';

let fixture: DurableFixture;
let lambda: DurableFixture['lambda'];
beforeAll(async () => {
  fixture = await startDurableFixture();
  lambda = fixture.lambda;
  await fixture.createDurable('long', { ExecutionTimeout: 30 * 86_400, RetentionPeriodInDays: 2 });
  await fixture.createDurable('short', { ExecutionTimeout: 600 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('an execution', () => {
  it('is invoked with its state, suspends, and goes on with what has changed', async () => {
    const arn = await fixture.begin('long', { a: 1 }, { DurableExecutionName: 'first' });
    expect(arn).toMatch(/:function:long:\$LATEST\/durable-execution\/first\/[0-9a-f-]{36}$/);
    const one = await fixture.next();
    expect(one.event).toMatchObject({ DurableExecutionArn: arn, InitialExecutionState: { NextMarker: '' }, UpdatedOperationIds: [] });
    const startMs = Date.UTC(2026, 0, 1);
    expect(one.event.InitialExecutionState.Operations).toEqual([
      {
        Id: arn.split('/').at(-1),
        Name: 'first',
        Type: 'EXECUTION',
        Status: 'STARTED',
        StartTimestamp: expect.any(Number),
        ExecutionDetails: { InputPayload: '{"a":1}' },
      },
    ]);
    expect(one.event.InitialExecutionState.Operations[0]!['StartTimestamp']).toBeGreaterThanOrEqual(startMs);
    const changed = await one.checkpoint([
      step('s', 'START', { Name: 'save' }),
      step('s', 'SUCCEED', { Payload: '"kept"' }),
      wait('w', 604_800),
    ]);
    // Its own updates are there, too: with times, and with what the service adds.
    expect(changed).toMatchObject([
      { Id: 's', Type: 'STEP', Status: 'SUCCEEDED', StepDetails: { Attempt: 1, Result: '"kept"' } },
      { Id: 'w', Type: 'WAIT', Status: 'STARTED', WaitDetails: { ScheduledEndTimestamp: expect.any(Date) } },
    ]);
    one.pending();
    await fixture.emulator.idle();
    expect(fixture.host.waiting).toBe(0);
    expect(await fixture.status(arn)).toBe('RUNNING');
    const moved = fixture.emulator.clock.advance('7d');
    const two = await fixture.next();
    expect(two.event.UpdatedOperationIds).toEqual(['w']);
    expect(two.event.InitialExecutionState.Operations).toMatchObject([
      { Type: 'EXECUTION' },
      { Id: 's', Name: 'save', StepDetails: { Result: '"kept"' } },
      { Id: 'w', Status: 'SUCCEEDED', EndTimestamp: expect.any(Number) },
    ]);
    two.answer({ Status: 'SUCCEEDED', Result: '{"b":2}' });
    await moved;
    expect(await lambda.getDurableExecution({ DurableExecutionArn: arn })).toMatchObject({
      ...{ Status: 'SUCCEEDED', Result: '{"b":2}', InputPayload: '{"a":1}', Version: '$LATEST', ExecutionDataIncluded: true },
      DurableConfig: { ExecutionTimeout: 2_592_000, RetentionPeriodInDays: 2 },
    });
    const events = await fixture.history(arn);
    expect(events.map(({ EventId }) => EventId)).toEqual(events.map((_, index) => index + 1));
    expect(events.map(({ EventType, Id }) => [EventType, Id?.length === 36 ? 'execution' : Id])).toEqual([
      ['ExecutionStarted', 'execution'],
      ['StepStarted', 's'],
      ['StepSucceeded', 's'],
      ['WaitStarted', 'w'],
      ['InvocationCompleted', undefined],
      ['WaitSucceeded', 'w'],
      ['InvocationCompleted', undefined],
      ['ExecutionSucceeded', 'execution'],
    ]);
    expect(events[2]).toMatchObject({
      StepSucceededDetails: { Result: { Payload: '"kept"', Truncated: false }, RetryDetails: { CurrentAttempt: 1 } },
    });
    expect(events[4]!.InvocationCompletedDetails!.RequestId).toBe(one.requestId);
  });

  it('hides the data of its history where that is asked for, and gives it otherwise', async () => {
    const arn = await fixture.begin('long', { secret: 1 });
    (await fixture.next()).answer({ Status: 'SUCCEEDED', Result: '1' });
    await fixture.emulator.idle();
    const hidden = await lambda.getDurableExecutionHistory({ DurableExecutionArn: arn, IncludeExecutionData: false });
    expect(hidden.Events![0]!.ExecutionStartedDetails!.Input).toEqual({ Truncated: false });
    expect((await fixture.history(arn))[0]!.ExecutionStartedDetails!.Input).toEqual({ Payload: '{"secret":1}', Truncated: false });
    expect((await lambda.getDurableExecution({ DurableExecutionArn: arn, IncludeExecutionData: false })).InputPayload).toBeUndefined();
    const backwards = await lambda.getDurableExecutionHistory({ DurableExecutionArn: arn, ReverseOrder: true, MaxItems: 2 });
    expect(backwards.Events!.map(({ EventId }) => EventId)).toEqual([3, 2]);
    const rest = await lambda.getDurableExecutionHistory({ DurableExecutionArn: arn, ReverseOrder: true, Marker: backwards.NextMarker! });
    expect(rest.Events!.map(({ EventId }) => EventId)).toEqual([1]);
    expect(rest.NextMarker).toBeUndefined();
  });

  it('is kept until its retention ends, counted from its end', async () => {
    const arn = await fixture.begin('long');
    const one = await fixture.next();
    await one.checkpoint([wait('w', 5 * 86_400)]);
    one.pending();
    await fixture.emulator.idle();
    const moved = fixture.emulator.clock.advance('5d');
    (await fixture.next()).answer({ Status: 'SUCCEEDED' });
    await moved;
    await fixture.emulator.clock.advance('47h');
    expect(await fixture.status(arn)).toBe('SUCCEEDED');
    await fixture.emulator.clock.advance('2h');
    await expect(fixture.status(arn)).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Durable Execution does not exist',
    });
    const { DurableExecutions } = await lambda.listDurableExecutionsByFunction({ FunctionName: 'long' });
    expect(DurableExecutions!.map(({ DurableExecutionArn }) => DurableExecutionArn)).not.toContain(arn);
  });

  it('ends at its time limit', async () => {
    const suspended = await fixture.begin('short');
    const one = await fixture.next();
    await one.checkpoint([wait('w', 6000)]);
    one.pending();
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('10m');
    expect(await lambda.getDurableExecution({ DurableExecutionArn: suspended })).toMatchObject({
      ...{ Status: 'TIMED_OUT', Error: { ErrorMessage: 'Execution timed out after 600 seconds.' } },
    });
    expect((await fixture.history(suspended)).at(-1)).toMatchObject({ EventType: 'ExecutionTimedOut', ExecutionTimedOutDetails: {} });
  });

  it('ends at its time limit also while the function runs', async () => {
    await using own = await startDurableFixture({});
    await own.createDurable('hasty', { ExecutionTimeout: 1 });
    const arn = await own.begin('hasty');
    const turn = await own.next();
    await untilPasses(async () => expect(await own.status(arn)).toBe('TIMED_OUT'));
    await expect(turn.checkpoint([])).rejects.toMatchObject({ message: expect.stringMatching(/^Invalid Checkpoint Token/) });
    turn.pending();
    await untilPasses(async () => expect(await own.types(arn)).toEqual(['ExecutionStarted', 'ExecutionTimedOut', 'InvocationCompleted']));
  });

  it('is stopped once, and refuses what the function writes afterwards', async () => {
    const arn = await fixture.begin('long');
    const one = await fixture.next();
    await one.checkpoint([step('s', 'START')]);
    const stopped = await lambda.stopDurableExecution({ DurableExecutionArn: arn, Error: { ErrorType: 'Mine', ErrorMessage: 'enough' } });
    expect(await lambda.stopDurableExecution({ DurableExecutionArn: arn })).toMatchObject({ StopTimestamp: stopped.StopTimestamp });
    await expect(one.checkpoint([step('s', 'SUCCEED')])).rejects.toMatchObject({
      ...{ name: 'InvalidParameterValueException', message: expect.stringMatching(/^Invalid Checkpoint Token/) },
    });
    one.answer({ Status: 'SUCCEEDED' });
    await fixture.emulator.idle();
    expect(await lambda.getDurableExecution({ DurableExecutionArn: arn })).toMatchObject({
      Status: 'STOPPED',
      Error: { ErrorType: 'Mine', ErrorMessage: 'enough' },
    });
    expect(await fixture.types(arn)).toEqual(['ExecutionStarted', 'StepStarted', 'ExecutionStopped', 'InvocationCompleted']);
  });
});

describe('an invocation', () => {
  it('needs a qualifier, and a short time limit where the caller waits', async () => {
    const refused = { name: 'InvalidParameterValueException', message: 'You cannot invoke a durable function using an unqualified ARN.' };
    await expect(lambda.invoke({ FunctionName: 'short' })).rejects.toMatchObject(refused);
    await expect(lambda.invoke({ FunctionName: 'short', InvocationType: 'Event' })).rejects.toMatchObject(refused);
    await expect(lambda.invoke({ FunctionName: 'long:$LATEST' })).rejects.toMatchObject({
      message: 'You cannot synchronously invoke a durable function with an executionTimeout greater than 15 minutes.',
    });
  });

  it('waits for the end, which the clock may bring', async () => {
    const waiting = lambda.invoke({ FunctionName: 'short:$LATEST', Payload: Buffer.from('{"n":1}') });
    const one = await fixture.next();
    await one.checkpoint([wait('w', 300)]);
    one.pending();
    await fixture.emulator.idle();
    const moved = fixture.emulator.clock.advance('5m');
    (await fixture.next()).answer({ Status: 'SUCCEEDED', Result: '{"n":2}' });
    await moved;
    const { Payload, DurableExecutionArn, ExecutedVersion, FunctionError } = await waiting;
    expect([jsonOf(Payload), ExecutedVersion, FunctionError]).toEqual([{ n: 2 }, '$LATEST', undefined]);
    expect(DurableExecutionArn).toContain('/durable-execution/');
  });

  it('answers with the error of an execution that failed', async () => {
    const waiting = lambda.invoke({ FunctionName: 'short:$LATEST' });
    (await fixture.next()).answer({ Status: 'FAILED', Error: { ErrorType: 'Bad', ErrorMessage: 'no luck', StackTrace: ['here'] } });
    const { Payload, FunctionError } = await waiting;
    expect([FunctionError, jsonOf(Payload)]).toEqual(['Unhandled', { errorType: 'Bad', errorMessage: 'no luck', stackTrace: ['here'] }]);
  });

  it('attaches to the execution of its name, open or closed, where the payload is the same', async () => {
    const named = { FunctionName: 'short:$LATEST', DurableExecutionName: 'once' };
    const first = lambda.invoke({ ...named, Payload: Buffer.from('{"n":1}') });
    const turn = await fixture.next();
    const second = lambda.invoke({ ...named, Payload: Buffer.from('{"n":1}') });
    const other = { ...named, Payload: Buffer.from('{"n":2}') };
    const conflict = {
      name: 'DurableExecutionAlreadyStartedException',
      message: `Execution already started: ${turn.arn}`,
      $metadata: { httpStatusCode: 409 },
    };
    await expect(lambda.invoke(other)).rejects.toMatchObject(conflict);
    turn.answer({ Status: 'SUCCEEDED', Result: '7' });
    const answers = [await first, await second, await lambda.invoke({ ...named, Payload: Buffer.from('{"n":1}') })];
    expect(answers.map(({ Payload, DurableExecutionArn }) => [jsonOf(Payload), DurableExecutionArn])).toEqual(Array(3).fill([7, turn.arn]));
    await expect(lambda.invoke(other)).rejects.toMatchObject(conflict);
    expect(fixture.host.waiting).toBe(0);
  });

  it('runs the version at which the execution began, also after its alias has moved', async () => {
    await fixture.createDurable('pinned', { ExecutionTimeout: 86_400 }, { Publish: true });
    await fixture.emulator.idle();
    await lambda.createAlias({ FunctionName: 'pinned', Name: 'live', FunctionVersion: '1' });
    const { DurableExecutionArn } = await lambda.invoke({ FunctionName: 'pinned:live', InvocationType: 'Event' });
    expect(DurableExecutionArn).toContain(':function:pinned:1/durable-execution/');
    const one = await fixture.next();
    await one.checkpoint([wait('w', 60)]);
    one.pending();
    await lambda.updateFunctionConfiguration({ FunctionName: 'pinned', Description: 'newer' });
    await fixture.emulator.idle();
    await lambda.publishVersion({ FunctionName: 'pinned' });
    await fixture.emulator.idle();
    await lambda.updateAlias({ FunctionName: 'pinned', Name: 'live', FunctionVersion: '2' });
    const moved = fixture.emulator.clock.advance('1m');
    (await fixture.next()).answer({ Status: 'SUCCEEDED' });
    await moved;
    const of = async (Qualifier: string) =>
      (await lambda.listDurableExecutionsByFunction({ FunctionName: 'pinned', Qualifier })).DurableExecutions!.length;
    expect([await of('1'), await of('2')]).toEqual([1, 0]);
  });

  it('names no execution of an ordinary function', async () => {
    await lambda.createFunction(creation('plain', fixture.host.code));
    await fixture.emulator.idle();
    await expect(lambda.invoke({ FunctionName: 'plain', DurableExecutionName: 'x' })).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
    });
  });
});

describe('what the function answers', () => {
  const answered = async (value: object) => {
    const arn = await fixture.begin('long');
    (await fixture.next()).answer(value);
    await fixture.emulator.idle();
    const { Status, Error: error } = await lambda.getDurableExecution({ DurableExecutionArn: arn });
    return [Status, error?.ErrorMessage];
  };
  it.each([
    [{ Status: 'PENDING' }, 'Cannot return PENDING status with no pending operations.'],
    [{ Status: 'SUCCEEDED', Error: { ErrorType: 'x' } }, 'Cannot provide an Error for SUCCEEDED status.'],
    [{ Status: 'FAILED', Result: '1' }, 'Cannot provide a Result for FAILED status.'],
    [{ Status: 'MAYBE' }, 'Invalid Status in invocation output.'],
    [{ statusCode: 200 }, 'Invalid Status in invocation output.'],
  ])('%j fails the execution', async (value, message) => {
    expect(await answered(value)).toEqual(['FAILED', message]);
  });

  it('an error is tried again with the same state, after a pause; an exit three times at once', async () => {
    const arn = await fixture.begin('long');
    const one = await fixture.next();
    await one.checkpoint([step('s', 'START'), step('s', 'SUCCEED', { Payload: '1' })]);
    one.fail();
    await fixture.emulator.idle();
    expect(fixture.host.waiting).toBe(0);
    const moved = fixture.emulator.clock.advance('1s');
    const two = await fixture.next();
    expect(two.event.InitialExecutionState.Operations).toMatchObject([{ Type: 'EXECUTION' }, { Id: 's', Status: 'SUCCEEDED' }]);
    two.answer({ Status: 'SUCCEEDED' });
    await moved;
    expect((await fixture.history(arn)).find(({ EventType }) => EventType === 'InvocationCompleted')).toMatchObject({
      InvocationCompletedDetails: { Error: { Payload: { ErrorType: 'RangeError', ErrorMessage: 'the test says so' } } },
    });
    const other = await fixture.begin('long');
    for (let times = 0; times < 3; times++) (await fixture.next()).exit();
    (await fixture.next()).answer({ Status: 'SUCCEEDED' });
    await fixture.emulator.idle();
    expect(await fixture.status(other)).toBe('SUCCEEDED');
  });

  it('failures end the execution after six hours', async () => {
    await fixture.create('broken', 'throw new RangeError("always");', { DurableConfig: { ExecutionTimeout: 30 * 86_400 } });
    const arn = await fixture.begin('broken');
    await fixture.emulator.idle();
    await fixture.emulator.clock.advance('7h');
    expect(await lambda.getDurableExecution({ DurableExecutionArn: arn })).toMatchObject({
      Status: 'FAILED',
      Error: { ErrorType: 'RangeError' },
    });
  });
});
