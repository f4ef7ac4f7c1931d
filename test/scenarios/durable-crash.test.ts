// Durable executions survive kill -9 between any two of their writes: what was checkpointed is not done again, and the history is as if nothing
// had happened.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { creation } from '../conformance/lambda/fixture.ts';
import { callback, chain, type DurableHost, startDurableHost, step, type Turn, wait } from '../conformance/lambda/use-durable.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { untilPasses, WAITER } from '../support/until-passes.ts';

let directory: string;
let child: ChildEmulator | undefined;
let host: DurableHost;
let lambda: Lambda;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'durable-crash-'));
  host = await startDurableHost();
  await start();
  for (const name of ['work', 'child']) {
    await lambda.createFunction(creation(name, host.code, { DurableConfig: { ExecutionTimeout: 86_400 }, Timeout: 300 }));
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: name });
  }
});
afterEach(async () => {
  await child?.kill('SIGKILL');
  await host[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  child = await startChild({ PERSISTENCE: '1', DATA_DIR: directory });
  lambda = new Lambda({
    endpoint: child.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
}

async function crash(): Promise<void> {
  await child!.kill('SIGKILL');
  await start();
}

const begin = async (): Promise<string> =>
  (await lambda.invoke({ FunctionName: 'work:$LATEST', InvocationType: 'Event', Payload: Buffer.from('{}') })).DurableExecutionArn!;

/** The events of the execution without its invocations, each with its operation. */
async function events(DurableExecutionArn: string): Promise<string[]> {
  const { Events } = await lambda.getDurableExecutionHistory({ DurableExecutionArn });
  const told = Events!.filter(({ EventType }) => EventType !== 'InvocationCompleted');
  return told.map(({ EventType, Id }) => (EventType!.startsWith('Execution') ? EventType! : `${EventType} ${Id}`));
}

const ended = (arn: string): Promise<void> =>
  untilPasses(async () => expect((await lambda.getDurableExecution({ DurableExecutionArn: arn })).Status).toBe('SUCCEEDED'));

const next = (): Promise<Turn> => host.next(lambda);

it('goes on from its last checkpoint', async () => {
  const arn = await begin();
  await crash();
  const one = await next();
  await one.checkpoint([step('a', 'START'), step('a', 'SUCCEED', { Payload: '1' }), step('b', 'START')]);
  const old = one.token;
  await crash();
  const two = await next();
  expect(two.event.InitialExecutionState.Operations).toMatchObject([
    { Type: 'EXECUTION' },
    { Id: 'a', Status: 'SUCCEEDED', StepDetails: { Result: '1' } },
    { Id: 'b', Status: 'STARTED' },
  ]);
  await expect(lambda.checkpointDurableExecution({ DurableExecutionArn: arn, CheckpointToken: old })).rejects.toMatchObject({
    message: expect.stringMatching(/^Invalid Checkpoint Token/),
  });
  await two.checkpoint([step('b', 'SUCCEED', { Payload: '2' }), wait('w', 1)]);
  two.pending();
  await crash();
  const three = await untilTurn('w');
  three.answer({ Status: 'SUCCEEDED', Result: '3' });
  await ended(arn);
  await crash();
  expect(await events(arn)).toEqual([
    ...['ExecutionStarted', 'StepStarted a', 'StepSucceeded a', 'StepStarted b', 'StepSucceeded b'],
    ...['WaitStarted w', 'WaitSucceeded w', 'ExecutionSucceeded'],
  ]);
});

/** The invocation that sees the operation ended; one that was begun earlier only suspends again. */
async function untilTurn(id: string): Promise<Turn> {
  for (;;) {
    const turn = await next();
    if (turn.event.InitialExecutionState.Operations.some((each) => each['Id'] === id && each['Status'] === 'SUCCEEDED')) return turn;
    turn.pending();
  }
}

it('keeps an answer to a callback, and a chained execution with its end', async () => {
  const arn = await begin();
  const one = await next();
  const [answered] = await one.checkpoint([callback('c'), chain('k', 'child:$LATEST')]);
  await crash();
  await lambda.sendDurableExecutionCallbackSuccess({ CallbackId: answered!.CallbackDetails!.CallbackId! });
  await crash();
  const turns = new Map<string, Turn>();
  while (turns.size < 2) {
    const turn = await next();
    turns.set(turn.arn.includes(':function:child:') ? 'child' : 'work', turn);
  }
  turns.get('work')!.pending();
  turns.get('child')!.answer({ Status: 'SUCCEEDED', Result: '"child"' });
  await crash();
  const last = await untilEnds('k');
  last.answer({ Status: 'SUCCEEDED' });
  await ended(arn);
  const told = await events(arn);
  expect(told.filter((each) => /^(?:Callback|ChainedInvoke)Succeeded/.test(each)).sort()).toEqual([
    'CallbackSucceeded c',
    'ChainedInvokeSucceeded k',
  ]);
  expect(told.at(-1)).toBe('ExecutionSucceeded');
});

/** As `untilTurn`; invocations of the child, whose answer may have been lost, end it. */
async function untilEnds(id: string): Promise<Turn> {
  for (;;) {
    const turn = await next();
    if (turn.arn.includes(':function:child:')) turn.answer({ Status: 'SUCCEEDED', Result: '"child"' });
    else if (turn.event.InitialExecutionState.Operations.some((each) => each['Id'] === id && each['Status'] === 'SUCCEEDED')) return turn;
    else turn.pending();
  }
}

const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1);
/** Kills of one execution, each at some moment of its work. */
const KILLS = 4;

/** The longest time between two kills: an execution takes about as long. */
const MAX_LIFE_MS = 400;

/** The function goes on from the state that it is given: two steps, a wait, a callback, a chained function, and the end. */
async function goOn(turn: Turn): Promise<void> {
  if (turn.arn.includes(':function:child:')) return turn.answer({ Status: 'SUCCEEDED', Result: '"child"' });
  const statuses = new Map(turn.event.InitialExecutionState.Operations.map(({ Id, Status }) => [Id, Status]));
  for (const id of ['a', 'b'])
    if (statuses.get(id) !== 'SUCCEEDED')
      await turn.checkpoint([...(statuses.has(id) ? [] : [step(id, 'START')]), step(id, 'SUCCEED', { Payload: `"${id}"` })]);
  for (const begun of [wait('w', 1), callback('c'), chain('k', 'child:$LATEST')]) {
    const status = statuses.get(begun.Id);
    if (status === 'SUCCEEDED') continue;
    if (status === undefined) await turn.checkpoint([begun]);
    return turn.pending();
  }
  turn.answer({ Status: 'SUCCEEDED', Result: '"end"' });
}

/** Answers the callback where it waits. */
async function answerCallback(DurableExecutionArn: string): Promise<void> {
  const { Events } = await lambda.getDurableExecutionHistory({ DurableExecutionArn });
  const isAnswered = Events!.some(({ EventType }) => EventType === 'CallbackSucceeded');
  const started = Events!.find(({ EventType }) => EventType === 'CallbackStarted');
  if (started && !isAnswered) await lambda.sendDurableExecutionCallbackSuccess({ CallbackId: started.CallbackStartedDetails!.CallbackId! });
}

it(`ends the same wherever it is killed (CRASH_SEED=${SEED})`, { timeout: 600_000 }, async () => {
  const random = randomNumbers(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const arn = await begin();
    let [killsLeft, isOver] = [KILLS, false];
    // A request to the emulator that was killed has failed, and comes again.
    const unlessKilled = (call: Promise<void>) => call.catch(() => undefined);
    const killing = (async () => {
      while (killsLeft-- > 0 && !isOver) {
        await new Promise((resolve) => setTimeout(resolve, random() * MAX_LIFE_MS));
        await crash();
      }
    })();
    const working = (async () => {
      while (!isOver) {
        if (host.waiting > 0) await unlessKilled(next().then(goOn));
        else await unlessKilled(answerCallback(arn));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await killing;
    await untilPasses(async () => expect((await lambda.getDurableExecution({ DurableExecutionArn: arn })).Status).toBe('SUCCEEDED'));
    isOver = true;
    await working;
    expect(await events(arn)).toEqual([
      ...['ExecutionStarted', 'StepStarted a', 'StepSucceeded a', 'StepStarted b', 'StepSucceeded b', 'WaitStarted w', 'WaitSucceeded w'],
      ...['CallbackStarted c', 'CallbackSucceeded c', 'ChainedInvokeStarted k', 'ChainedInvokeSucceeded k', 'ExecutionSucceeded'],
    ]);
  }
});
