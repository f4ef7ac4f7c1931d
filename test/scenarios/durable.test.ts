// Durable functions that the cloud's own SDK has written run as there: steps, waits, retries, callbacks, chained functions, maps, large results;
// deployed by templates of CloudFormation, SAM and the CDK they may do what their roles say.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SSM } from '@aws-sdk/client-ssm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creation, zipOf } from '../conformance/lambda/fixture.ts';
import { synthesised, whyNoCdk } from '../support/cdk.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';

const CLIENTS = fileURLToPath(new URL('clients/node_modules', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('durable/programs.mjs', import.meta.url));
const TEMPLATES = new URL('durable/templates/', import.meta.url);
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
    ...{
      FunctionName: name.includes(':') ? name : `${name}:$LATEST`,
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(input)),
    },
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

describe('deployed', () => {
  beforeAll(async () => {
    await emulator.stop();
    emulator = await startTestEmulator({ clock: 'manual', options: { IAM_ENFORCEMENT: 'enforce' } });
    lambda = emulator.client(Lambda);
    const s3 = emulator.client(S3);
    await s3.createBucket({ Bucket: 'durable-code' });
    await s3.putObject({ Bucket: 'durable-code', Key: 'programs.zip', Body: code });
    await emulator.client(SSM).putParameter({ Name: '/size', Type: 'String', Value: 'large' });
  });

  const written = (name: string) => readFileSync(new URL(name, TEMPLATES), 'utf8');
  const templates = {
    CloudFormation: () => written('cloudformation.yaml'),
    SAM: () => written('sam.yaml'),
    'the CDK': () => synthesised(new URL('app.mjs', TEMPLATES), 'Durable'),
  };
  const deployable = (Object.keys(templates) as (keyof typeof templates)[]).filter(
    (tool) => tool !== 'the CDK' || !isMissing('durable functions of the CDK', whyNoCdk()),
  );

  it.each(deployable)('by %s, they have their layers and permissions, and run until they end', async (tool) => {
    const cloudformation = emulator.client(CloudFormation);
    const StackName = tool.replace(' ', '-');
    const stack = async (seconds: number) => ({
      ...{ StackName, TemplateBody: await templates[tool](), Capabilities: ['CAPABILITY_IAM' as const, 'CAPABILITY_AUTO_EXPAND' as const] },
      Parameters: [{ ParameterKey: 'ExecutionTimeout', ParameterValue: String(seconds) }],
    });
    const deployed = async () => {
      await emulator.idle();
      const { StackStatus, Outputs } = (await cloudformation.describeStacks({ StackName })).Stacks![0]!;
      return { StackStatus, alias: Outputs?.[0]?.OutputValue };
    };
    await cloudformation.createStack(await stack(30 * 86_400));
    const { alias } = await deployed();
    expect(await lambda.getFunctionConfiguration({ FunctionName: alias })).toMatchObject({
      DurableConfig: { ExecutionTimeout: 30 * 86_400, RetentionPeriodInDays: 3 },
      Layers: [{ Arn: expect.stringContaining(':layer:AWS-Parameters-and-Secrets-Lambda-Extension:') }],
    });
    const arn = await begin(alias!, { n: 1 });
    await emulator.clock.advance('7d');
    expect(await ended(arn)).toEqual({ Status: 'SUCCEEDED', Result: { first: 2, size: 'large' } });
    await cloudformation.updateStack(await stack(60));
    expect(await deployed()).toMatchObject({ StackStatus: 'UPDATE_COMPLETE' });
    const FunctionName = alias!.split(':')[6];
    expect((await lambda.getFunctionConfiguration({ FunctionName })).DurableConfig).toEqual({
      ExecutionTimeout: 60,
      RetentionPeriodInDays: 3,
    });
    await cloudformation.deleteStack({ StackName });
    await emulator.idle();
    await expect(lambda.getFunction({ FunctionName })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});
