// TestState: one state runs by itself, with the call that it makes or a mocked outcome.
import type { InspectionData, TestStateCommandInput } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => void (machines = await useMachines()));
afterAll(() => machines.emulator.stop());

const test = (state: object, more: Partial<TestStateCommandInput> = {}) =>
  machines.sfn.testState({ definition: JSON.stringify(state), roleArn: ROLE, inspectionLevel: 'DEBUG', ...more });
const result = (value: unknown) => ({ mock: { result: JSON.stringify(value) } });
const inspected = ({ inspectionData }: { inspectionData?: InspectionData | undefined }, name: keyof InspectionData): unknown =>
  JSON.parse(String(inspectionData?.[name]));
const SENDS = { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', Next: 'Later' };
const ONE = { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } };
const READER = {
  ...{ Type: 'Map', End: true, ItemProcessor: { ...ONE, ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } } },
  ItemReader: { Resource: 'arn:aws:states:::s3:getObject', ReaderConfig: { InputType: 'CSV', CSVHeaderLocation: 'FIRST_ROW' } },
};

it('makes the call of a task without a mock, and says where the machine would go on', async () => {
  const sqs = machines.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'tested' });
  const answer = await test({ ...SENDS, Parameters: { QueueUrl, MessageBody: 'hello' }, ResultPath: '$.sent' }, { input: '{"a":1}' });
  expect(answer).toMatchObject({ status: 'SUCCEEDED', nextState: 'Later' });
  expect(JSON.parse(answer.output!)).toMatchObject({ a: 1, sent: { MessageId: expect.any(String) } });
  expect(inspected(answer, 'afterParameters')).toEqual({ QueueUrl, MessageBody: 'hello' });
  const { Messages } = await sqs.receiveMessage({ QueueUrl });
  expect(Messages?.map(({ Body }) => Body)).toEqual(['hello']);
});

it('names the error of a call that fails, and the handler that takes it', async () => {
  const Parameters = { QueueUrl: 'http://127.0.0.1/000000000000/none', MessageBody: 'hello' };
  const Retry = [{ ErrorEquals: ['SQS.AmazonSQSException'], IntervalSeconds: 3 }];
  expect(await test({ ...SENDS, Parameters, Retry })).toMatchObject({
    ...{ status: 'RETRIABLE', error: 'SQS.AmazonSQSException' },
    inspectionData: { errorDetails: { retryIndex: 0, retryBackoffIntervalSeconds: 3 } },
  });
  const Catch = [{ ErrorEquals: ['States.ALL'], ResultPath: '$.why', Next: 'Repair' }];
  const caught = await test({ ...SENDS, Parameters, Catch }, { input: '{"a":1}' });
  expect(caught).toMatchObject({ status: 'CAUGHT_ERROR', nextState: 'Repair', inspectionData: { errorDetails: { catchIndex: 0 } } });
  expect(JSON.parse(caught.output!)).toMatchObject({ a: 1, why: { Error: 'SQS.AmazonSQSException' } });
});

it('waits on the emulator’s clock, for five minutes at most', async () => {
  const short = test({ Type: 'Wait', Seconds: 200, Next: 'Later' }, { input: '{"a":1}' });
  const long = test({ Type: 'Wait', Seconds: 301, Next: 'Later' });
  let isOver = false;
  const both = Promise.all([short, long]).finally(() => void (isOver = true));
  // The calls may arrive after the first move of the clock.
  while (!isOver) {
    await machines.emulator.clock.advance('100s');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await both).toMatchObject([
    { status: 'SUCCEEDED', output: '{"a":1}', nextState: 'Later' },
    { status: 'FAILED', error: 'States.Timeout' },
  ]);
});

it('shows what a Map state makes of its items', async () => {
  const selector = { ItemSelector: { 'index.$': '$$.Map.Item.Index', 'value.$': '$$.Map.Item.Value' } };
  const inline = await test(
    { Type: 'Map', ItemsPath: '$.items', ...selector, ItemProcessor: ONE, End: true },
    {
      ...{ input: '{"items":["a","b"]}', ...result([1, 2]) },
    },
  );
  expect(inspected(inline, 'afterItemsPath')).toEqual(['a', 'b']);
  expect(inspected(inline, 'afterItemSelector')).toEqual([
    { index: 0, value: 'a' },
    { index: 1, value: 'b' },
  ]);
  const read = await test(
    { ...READER, ItemBatcher: { MaxItemsPerBatch: 2 } },
    {
      ...result([]),
      stateConfiguration: { mapItemReaderData: 'id\n1\n2\n3\n' },
    },
  );
  expect(inspected(read, 'afterItemBatcher')).toEqual([{ Items: [{ id: '1' }, { id: '2' }] }, { Items: [{ id: '3' }] }]);
  const given = await test({ ...READER, ItemsPath: '$.orders' }, { input: '{"orders":[1,2]}', ...result([]) });
  expect(inspected(given, 'afterItemsPath')).toEqual([1, 2]);
});

it('gives a state within a Map state an item, and tells paths that select nothing without the state', async () => {
  const States = {
    Each: {
      Type: 'Map',
      ItemProcessor: { StartAt: 'A', States: { A: { Type: 'Pass', Parameters: { 'i.$': '$$.Map.Item' }, End: true } } },
      End: true,
    },
  };
  expect(await test({ StartAt: 'Each', States }, { stateName: 'A', input: '5' })).toMatchObject({ output: '{"i":{"Index":0,"Value":5}}' });
  expect(await test({ Type: 'Pass', Parameters: { 'a.$': '$.none' }, End: true })).toMatchObject({
    ...{ status: 'FAILED', error: 'States.Runtime' },
    cause: "The JSONPath '$.none' specified for the field 'a.$' could not be found in the input '{}'",
  });
});

it('mocks jobs, callbacks and services that are not there', async () => {
  const job = { Type: 'Task', Resource: 'arn:aws:states:::states:startExecution.sync:2', End: true };
  const described = {
    ExecutionArn: 'a',
    StateMachineArn: 'b',
    Status: 'SUCCEEDED',
    StartDate: '2026-01-01T00:00:00Z',
    Output: { done: true },
  };
  expect(await test(job, result(described))).toMatchObject({ status: 'SUCCEEDED' });
  await expect(test(job, result({ ExecutionArn: 'a' }))).rejects.toThrow("Required field 'StateMachineArn' is missing");
  const batch = { Type: 'Task', Resource: 'arn:aws:states:::batch:submitJob.sync', End: true };
  expect(await test(batch, result({ JobId: '1' }))).toMatchObject({ status: 'SUCCEEDED', output: '{"JobId":"1"}' });
});

it('refuses what a test cannot be', async () => {
  const refused = async (state: object, more: Partial<TestStateCommandInput>, message: string | RegExp) =>
    await expect(test(state, more)).rejects.toThrow(message);
  const pass = { Type: 'Pass', End: true };
  await refused(pass, { input: 'no' }, "Unrecognized token 'no'");
  await refused(pass, { input: `${'['.repeat(2000)}${']'.repeat(2000)}` }, 'Document nesting depth (1001) exceeds the maximum allowed');
  await refused(pass, { variables: '[]' }, 'The variables must be a valid JSON object');
  await refused(pass, { context: '{}' }, 'TestState does not support Context when a mock is not specified.');
  await refused(pass, { stateName: 'Other' }, 'These fields are required: [States, StartAt]');
  await refused({ StartAt: 'A', States: { A: pass } }, { stateName: 'B' }, 'State not found in definition');
  await refused({ Type: 'Task', Resource: 'arn:aws:states:::batch:submitJob', End: true }, {}, 'no emulated service stands behind it');
  await refused({ ...SENDS, Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken' }, {}, 'when a mock is not specified');
  const failing = { mock: { errorOutput: { error: 'E' } }, stateConfiguration: { errorCausedByState: 'Two' } };
  await refused({ Type: 'Map', ItemProcessor: ONE, End: true }, failing, 'ErrorCausedByState must name a state within');
});
