// Durable functions that the cloud's own SDK has written run as there: steps, waits, retries, callbacks, chained functions, maps, large results.
import { fileURLToPath } from 'node:url';
import { Lambda } from '@aws-sdk/client-lambda';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creation, zipOf } from '../conformance/lambda/fixture.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

const CLIENTS = fileURLToPath(new URL('clients/node_modules', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('durable/programs.mjs', import.meta.url));
const YEAR = { DurableConfig: { ExecutionTimeout: 365 * 86_400 } };

let code: Uint8Array;
let emulator: TestEmulator;
let lambda: Lambda;
beforeAll(async () => {
  // The client of the API is the one that the runtime brings.
  const { outputFiles } = await build({
    ...{ entryPoints: [PROGRAMS], bundle: true, write: false, platform: 'node', format: 'cjs' },
    ...{ external: ['@aws-sdk/*'], nodePaths: [CLIENTS] },
  });
  code = zipOf({ 'index.js': outputFiles[0]!.text });
  emulator = await startTestEmulator({ clock: 'manual' });
  lambda = emulator.client(Lambda);
  for (const name of ['week', 'approval', 'retried', 'parent', 'child', 'mapped', 'together', 'large', 'failing'])
    await lambda.createFunction(creation(name, code, { Handler: `index.${name}`, Timeout: 60, ...YEAR }));
  await emulator.idle();
});
afterAll(() => emulator.stop());

const begin = async (name: string, input: object): Promise<string> => {
  const { DurableExecutionArn } = await lambda.invoke({
    ...{ FunctionName: `${name}:$LATEST`, InvocationType: 'Event', Payload: Buffer.from(JSON.stringify(input)) },
  });
  await emulator.idle();
  return DurableExecutionArn!;
};

const ended = async (DurableExecutionArn: string) => {
  const { Status, Result, Error: error } = await lambda.getDurableExecution({ DurableExecutionArn });
  return { Status, ...(Result !== undefined && { Result: JSON.parse(Result) }), ...(error && { error }) };
};

const history = async (DurableExecutionArn: string) =>
  (await lambda.getDurableExecutionHistory({ DurableExecutionArn })).Events!.map(({ EventType, Name }) =>
    Name === undefined || EventType!.startsWith('Execution') ? EventType : `${EventType} ${Name}`,
  );

it('sleeps for a week and goes on', async () => {
  const arn = await begin('week', { n: 1 });
  expect(await ended(arn)).toEqual({ Status: 'RUNNING' });
  await emulator.clock.advance('7d');
  expect(await ended(arn)).toEqual({ Status: 'SUCCEEDED', Result: 4 });
  expect(await history(arn)).toEqual([
    'ExecutionStarted',
    ...['StepStarted first', 'StepSucceeded first', 'WaitStarted week', 'InvocationCompleted'],
    ...['WaitSucceeded week', 'StepStarted second', 'StepSucceeded second', 'InvocationCompleted'],
    'ExecutionSucceeded',
  ]);
});

it('tries steps again after pauses', async () => {
  const arn = await begin('retried', {});
  await emulator.clock.advance('5m');
  expect(await ended(arn)).toEqual({ Status: 'SUCCEEDED', Result: 3 });
});

it('waits for callbacks', async () => {
  const arn = await begin('approval', {});
  const { Events } = await lambda.getDurableExecutionHistory({ DurableExecutionArn: arn });
  const CallbackId = Events!.find(({ EventType }) => EventType === 'CallbackStarted')!.CallbackStartedDetails!.CallbackId!;
  await lambda.sendDurableExecutionCallbackSuccess({ CallbackId, Result: Buffer.from('"yes"') });
  await emulator.idle();
  expect(await ended(arn)).toMatchObject({ Status: 'SUCCEEDED' });
  const late = await begin('approval', {});
  await emulator.clock.advance('25h');
  expect(await ended(late)).toMatchObject({ Status: 'FAILED', error: { ErrorMessage: expect.stringContaining('timed out') } });
});

it('chains functions', async () => {
  const arn = await begin('parent', { child: 'child:$LATEST' });
  await emulator.clock.advance('1h');
  expect(await ended(arn)).toEqual({ Status: 'SUCCEEDED', Result: { echo: { child: 'child:$LATEST' } } });
  const missing = await begin('parent', { child: 'nobody:$LATEST' });
  expect(await ended(missing)).toMatchObject({ Status: 'FAILED' });
});

it('runs maps, branches and children with large results', async () => {
  expect(await ended(await begin('mapped', { items: [1, 2, 3] }))).toEqual({ Status: 'SUCCEEDED', Result: [1, 4, 9] });
  const together = await begin('together', {});
  await emulator.clock.advance('2h');
  expect(await ended(together)).toEqual({ Status: 'SUCCEEDED', Result: ['a', 'b'] });
  const large = await begin('large', {});
  const whole = await begin('large', { letters: 6_291_440 });
  await emulator.clock.advance('5s');
  expect(await ended(large)).toEqual({ Status: 'SUCCEEDED', Result: [200_000, 200_000, 200_000] });
  // More than the SDK puts into an answer: it hands it over with a checkpoint.
  expect((await ended(whole)).Result).toHaveLength(6_291_440);
  expect((await history(whole)).slice(-2)).toEqual(['ExecutionSucceeded', 'InvocationCompleted']);
});

it('fails as the function says', async () => {
  expect(await ended(await begin('failing', {}))).toMatchObject({
    Status: 'FAILED',
    error: { ErrorMessage: expect.stringContaining('never') },
  });
});
