// Tasks: queues, topics, tables and any other operation, callbacks, activities, and machines within machines.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
let sqs: SQS;
beforeAll(async () => {
  machines = await useMachines();
  sqs = machines.emulator.client(SQS);
});
afterAll(() => machines.emulator.stop());

const task = (resource: string, Parameters: object, more: object = {}) => ({
  A: { Type: 'Task', Resource: `arn:aws:states:::${resource}`, Parameters, End: true, ...more },
});
const queueUrl = async (QueueName: string): Promise<string> => (await sqs.createQueue({ QueueName })).QueueUrl!;
const bodyIn = async (QueueUrl: string): Promise<string> => (await sqs.receiveMessage({ QueueUrl })).Messages![0]!.Body!;

it('sends messages, objects as JSON text', async () => {
  const { machine, run, history } = machines;
  const QueueUrl = await queueUrl('plain');
  const { executionArn, output, status } = await run(
    await machine('to-queue', task('sqs:sendMessage', { QueueUrl, 'MessageBody.$': '$' })),
    { a: 1 },
  );
  expect(status).toBe('SUCCEEDED');
  expect(JSON.parse(output!)).toMatchObject({ MessageId: expect.any(String), SdkHttpMetadata: { HttpStatusCode: 200 } });
  expect(await bodyIn(QueueUrl)).toBe('{"a":1}');
  const events = await history(executionArn!);
  expect(events.map(({ type }) => type)).toEqual([
    ...['ExecutionStarted', 'TaskStateEntered', 'TaskScheduled', 'TaskStarted', 'TaskSucceeded', 'TaskStateExited', 'ExecutionSucceeded'],
  ]);
  expect(events[2]!.taskScheduledEventDetails).toMatchObject({ resourceType: 'sqs', resource: 'sendMessage', region: 'us-east-1' });
});

it('reads and writes items', async () => {
  const { machine, run, emulator } = machines;
  const TableName = 'things';
  const key = { AttributeName: 'id', KeyType: 'HASH' as const };
  const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' as const }];
  await emulator.client(DynamoDB).createTable({ TableName, KeySchema: [key], AttributeDefinitions, BillingMode: 'PAY_PER_REQUEST' });
  const states = {
    Put: {
      Type: 'Task',
      Resource: 'arn:aws:states:::dynamodb:putItem',
      Parameters: { TableName, Item: { id: { 'S.$': '$.id' }, n: { N: '5' } } },
      ResultPath: null,
      Next: 'Get',
    },
    Get: {
      Type: 'Task',
      Resource: 'arn:aws:states:::dynamodb:getItem',
      Parameters: { TableName, Key: { id: { 'S.$': '$.id' } } },
      OutputPath: '$.Item',
      End: true,
    },
  };
  const { status, cause, output } = await run(await machine('items', states), { id: 'x' });
  expect({ status, cause, output }).toEqual({ status: 'SUCCEEDED', cause: undefined, output: '{"id":{"S":"x"},"n":{"N":"5"}}' });
  const missing = task('aws-sdk:dynamodb:getItem', { TableName: 'gone', Key: { id: { S: 'x' } } });
  const failed = await run(await machine('no-table', missing));
  expect(failed).toMatchObject({ status: 'FAILED', error: 'DynamoDb.ResourceNotFoundException' });
  expect(failed.cause).toMatch(/ \(Service: DynamoDb, Status Code: 400, Request ID: [^)]+\) \(SDK Attempt Count: 1\)$/);
});

it('calls any operation, with members in capitals', async () => {
  const { machine, run } = machines;
  const arn = await machine('asks-itself', task('aws-sdk:sfn:listStateMachines', { MaxResults: 1 }));
  const { StateMachines } = JSON.parse((await run(arn)).output!) as { StateMachines: Record<string, string>[] };
  expect(StateMachines[0]).toMatchObject({ Name: expect.any(String), CreationDate: expect.stringMatching(/^\d{4}-.*Z$/) });
});

it('waits for a callback', async () => {
  const { machine, run, sfn, describe } = machines;
  const QueueUrl = await queueUrl('callbacks');
  const MessageBody = { 'token.$': '$$.Task.Token' };
  const arn = await machine('waits', task('sqs:sendMessage.waitForTaskToken', { QueueUrl, MessageBody }));
  const { executionArn, status } = await run(arn);
  expect(status).toBe('RUNNING');
  const { token: taskToken } = JSON.parse(await bodyIn(QueueUrl)) as { token: string };
  await expect(sfn.sendTaskSuccess({ taskToken: 'nonsense', output: '1' })).rejects.toMatchObject({
    name: 'InvalidToken',
    message: "Invalid Token: 'Invalid token'",
  });
  await expect(sfn.sendTaskSuccess({ taskToken, output: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidOutput' });
  await sfn.sendTaskSuccess({ taskToken, output: '{"by":"hand"}' });
  expect(await describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '{"by":"hand"}' });
  await expect(sfn.sendTaskSuccess({ taskToken, output: '1' })).rejects.toMatchObject({ name: 'TaskTimedOut' });
});

it('times out where no heartbeat comes', async () => {
  const { machine, run, sfn, describe, emulator } = machines;
  const QueueUrl = await queueUrl('heartbeats');
  const states = task(
    'sqs:sendMessage.waitForTaskToken',
    { QueueUrl, MessageBody: { 'token.$': '$$.Task.Token' } },
    { HeartbeatSeconds: 60 },
  );
  const { executionArn } = await run(await machine('beats', states));
  const { token: taskToken } = JSON.parse(await bodyIn(QueueUrl)) as { token: string };
  await emulator.clock.advance('50s');
  await sfn.sendTaskHeartbeat({ taskToken });
  await emulator.clock.advance('50s');
  expect((await describe(executionArn!)).status).toBe('RUNNING');
  await emulator.clock.advance('10s');
  expect(await describe(executionArn!)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' });
});

it('answers an empty object where an operation answers nothing', async () => {
  const QueueUrl = await queueUrl('changed');
  const { activityArn } = await machines.sfn.createActivity({ name: 'answered' });
  const { machine, run, sfn, describe } = machines;
  const waiting = await run(await machine('answered', { A: { Type: 'Task', Resource: activityArn, HeartbeatSeconds: 60, End: true } }));
  const { taskToken } = await sfn.getActivityTask({ activityArn });
  const calls = {
    'sqs:setQueueAttributes': { QueueUrl, Attributes: { DelaySeconds: '1' } },
    'sfn:sendTaskHeartbeat': { TaskToken: taskToken },
    'sfn:sendTaskSuccess': { TaskToken: taskToken, Output: '{"done":true}' },
  };
  for (const [resource, parameters] of Object.entries(calls)) {
    const { status, output } = await run(await machine(resource.replace(':', '-'), task(`aws-sdk:${resource}`, parameters)));
    expect({ status, output }).toEqual({ status: 'SUCCEEDED', output: '{}' });
  }
  expect(await describe(waiting.executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '{"done":true}' });
});

it('hands tasks to the workers of an activity', async () => {
  const { machine, run, sfn, describe, history } = machines;
  const { activityArn } = await sfn.createActivity({ name: 'work' });
  const { executionArn } = await run(await machine('by-hand', { A: { Type: 'Task', Resource: activityArn, End: true } }), { n: 1 });
  const { taskToken, input } = await sfn.getActivityTask({ activityArn: activityArn!, workerName: 'me' });
  expect(input).toBe('{"n":1}');
  await sfn.sendTaskFailure({ taskToken: taskToken!, error: 'Tired', cause: 'of it' });
  expect(await describe(executionArn!)).toMatchObject({ status: 'FAILED', error: 'Tired', cause: 'of it' });
  expect((await history(executionArn!)).map(({ type }) => type)).toEqual([
    ...['ExecutionStarted', 'TaskStateEntered', 'ActivityScheduled', 'ActivityStarted', 'ActivityFailed', 'ExecutionFailed'],
  ]);
});

it('fails a task whose activity does not exist, before it is scheduled', async () => {
  const { machine, run, sfn, history } = machines;
  const { activityArn } = await sfn.createActivity({ name: 'short' });
  const arn = await machine('left-alone', { A: { Type: 'Task', Resource: activityArn, End: true } });
  await sfn.deleteActivity({ activityArn });
  const { executionArn, error, cause } = await run(arn);
  expect({ error, cause }).toEqual({
    error: 'States.Runtime',
    cause: `An error occurred while executing the state 'A' (entered at the event id #2). The activity ${activityArn} does not exist.`,
  });
  expect((await history(executionArn!)).map(({ type }) => type)).toEqual(['ExecutionStarted', 'TaskStateEntered', 'ExecutionFailed']);
});

it.each([
  ['states:startExecution.sync', '"{\\"out\\":2}"'],
  ['states:startExecution.sync:2', '{"out":2}'],
])('waits for the execution that %s starts', async (resource, output) => {
  const { machine, run, emulator, describe } = machines;
  const name = resource.endsWith('2') ? 'two' : 'one';
  const inner = await machine(`inner-${name}`, {
    W: { Type: 'Wait', Seconds: 60, Next: 'P' },
    P: { Type: 'Pass', Result: { out: 2 }, End: true },
  });
  const states = task(resource, { StateMachineArn: inner, Input: { a: 1 } }, { OutputPath: '$.Output' });
  const { executionArn, status } = await run(await machine(`outer-${name}`, states));
  expect(status).toBe('RUNNING');
  await emulator.clock.advance('1m');
  await emulator.idle();
  expect(await describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output });
});

it('retries on the clock', async () => {
  const { machine, run, emulator, describe, history } = machines;
  const Retry = [{ ErrorEquals: ['SQS.AmazonSQSException'], IntervalSeconds: 10, MaxAttempts: 1 }];
  const states = task('sqs:sendMessage', { QueueUrl: 'http://localhost/000000000000/gone', MessageBody: 'x' }, { Retry });
  const { executionArn } = await run(await machine('retries', states));
  await emulator.clock.advance('10s');
  await emulator.idle();
  expect(await describe(executionArn!)).toMatchObject({ status: 'FAILED', error: 'SQS.AmazonSQSException' });
  expect((await history(executionArn!)).filter(({ type }) => type === 'TaskFailed')).toHaveLength(2);
});

it('refuses resources that nothing here stands behind', async () => {
  const { machine } = machines;
  await expect(machine('absent', task('batch:submitJob', {}))).rejects.toMatchObject({
    name: 'InvalidDefinition',
    message: expect.stringContaining('arn:aws:states:::batch:submitJob cannot be called here: no emulated service stands behind it.'),
  });
  await expect(machine('unknown', task('aws-sdk:sqs:noSuchAction', {}))).rejects.toMatchObject({ name: 'InvalidDefinition' });
  await expect(machine('no-job', task('sqs:sendMessage.sync', {}))).rejects.toMatchObject({
    message: expect.stringContaining('is not recognized'),
  });
});
