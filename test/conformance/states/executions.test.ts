// Executions: started, described, listed, stopped, waited for; their histories.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const WAIT = { A: { Type: 'Wait', Seconds: 3600, Next: 'B' }, B: { Type: 'Pass', Result: 'done', End: true } };

it('runs to its end, and shows its history', async () => {
  const { machine, run, history } = machines;
  const arn = await machine('short', { A: { Type: 'Pass', Parameters: { 'b.$': '$.a' }, Assign: { seen: 1 }, End: true } });
  const described = await run(arn, { a: [1] });
  expect(described).toMatchObject({
    ...{ status: 'SUCCEEDED', input: '{"a":[1]}', output: '{"b":[1]}', stateMachineArn: arn, inputDetails: { included: true } },
    ...{ redriveCount: 0, redriveStatus: 'NOT_REDRIVABLE', redriveStatusReason: 'Execution is SUCCEEDED and cannot be redriven' },
  });
  const events = await history(described.executionArn!);
  expect(events.map(({ id, previousEventId, type }) => [id, previousEventId, type])).toEqual([
    [1, 0, 'ExecutionStarted'],
    [2, 0, 'PassStateEntered'],
    [3, 2, 'PassStateExited'],
    [4, 3, 'ExecutionSucceeded'],
  ]);
  expect(events[2]!.stateExitedEventDetails).toEqual({
    ...{ name: 'A', output: '{"b":[1]}', outputDetails: { truncated: false } },
    ...{ assignedVariables: { seen: '1' }, assignedVariablesDetails: { truncated: false } },
  });
});

it('waits on the emulator’s clock', async () => {
  const { machine, run, describe, emulator } = machines;
  const { executionArn, status } = await run(await machine('waiting', WAIT));
  expect(status).toBe('RUNNING');
  await emulator.clock.advance('59m');
  expect((await describe(executionArn!)).status).toBe('RUNNING');
  await emulator.clock.advance('1m');
  expect(await describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '"done"' });
});

it('is started once for a name and an input while it runs', async () => {
  const { machine, sfn, emulator } = machines;
  const stateMachineArn = await machine('named', WAIT);
  const start = (input: string) => sfn.startExecution({ stateMachineArn, name: 'one', input });
  const { executionArn, startDate } = await start('{"a": 1}');
  expect(await start('{"a": 1}')).toMatchObject({ executionArn, startDate });
  const exists = { name: 'ExecutionAlreadyExists', message: `Execution Already Exists: '${executionArn}'` };
  await expect(start('{"a": 2}')).rejects.toMatchObject(exists);
  await emulator.clock.advance('2h');
  await expect(start('{"a": 1}')).rejects.toMatchObject(exists);
});

it('refuses inputs that are no JSON, as recorded', async () => {
  const { machine, sfn } = machines;
  const stateMachineArn = await machine('inputs', { A: { Type: 'Pass', End: true } });
  await expect(sfn.startExecution({ stateMachineArn, input: 'not some validly-formatted json' })).rejects.toMatchObject({
    name: 'InvalidExecutionInput',
    message:
      "Invalid State Machine Execution Input: 'Unrecognized token 'not': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')'",
  });
});

it('is stopped, with an error and a cause', async () => {
  const { machine, run, sfn, describe, history } = machines;
  const { executionArn } = await run(await machine('stopped', WAIT));
  await sfn.stopExecution({ executionArn: executionArn!, error: 'Enough', cause: 'by hand' });
  expect(await describe(executionArn!)).toMatchObject({
    status: 'ABORTED',
    error: 'Enough',
    cause: 'by hand',
    redriveStatus: 'REDRIVABLE',
  });
  expect((await history(executionArn!)).at(-1)).toMatchObject({ type: 'ExecutionAborted', previousEventId: 0 });
});

it('ends with the machine’s TimeoutSeconds', async () => {
  const { machine, run, describe, emulator } = machines;
  const { executionArn } = await run(await machine('limited', WAIT, { TimeoutSeconds: 60 }));
  await emulator.clock.advance('2m');
  expect((await describe(executionArn!)).status).toBe('TIMED_OUT');
});

it('lists the newest first, in pages and by status', async () => {
  const { machine, sfn, emulator } = machines;
  const stateMachineArn = await machine('listed', {
    A: { Type: 'Choice', Choices: [{ Variable: '$.bad', IsPresent: true, Next: 'B' }], Default: 'C' },
    B: { Type: 'Fail' },
    C: { Type: 'Succeed' },
  });
  for (const [name, input] of [
    ['one', '{}'],
    ['two', '{"bad":1}'],
    ['three', '{}'],
  ] as const) {
    await sfn.startExecution({ stateMachineArn, name, input });
    await emulator.clock.advance('1s');
  }
  const first = await sfn.listExecutions({ stateMachineArn, maxResults: 2 });
  expect(first.executions!.map(({ name }) => name)).toEqual(['three', 'two']);
  const second = await sfn.listExecutions({ stateMachineArn, maxResults: 2, nextToken: first.nextToken! });
  expect(second.executions!.map(({ name }) => name)).toEqual(['one']);
  const failed = await sfn.listExecutions({ stateMachineArn, statusFilter: 'FAILED' });
  expect(failed.executions!.map(({ name, status }) => [name, status])).toEqual([['two', 'FAILED']]);
});

it('shows histories in pages, in either order', async () => {
  const { machine, run, sfn } = machines;
  const items = Array.from({ length: 30 }, (_, at) => at);
  const map = {
    Type: 'Map',
    MaxConcurrency: 3,
    ItemProcessor: { StartAt: 'A', States: { A: { Type: 'Wait', Seconds: 0, End: true } } },
    End: true,
  };
  const { executionArn, output } = await run(await machine('mapped', { M: map }), items);
  expect(JSON.parse(output!)).toEqual(items);
  for (const reverseOrder of [false, true]) {
    const ids: number[] = [];
    for (let nextToken: string | undefined, more = true; more; ) {
      const page = await sfn.getExecutionHistory({ executionArn: executionArn!, maxResults: 7, reverseOrder, nextToken });
      ids.push(...page.events!.map(({ id }) => id!));
      nextToken = page.nextToken;
      more = nextToken !== undefined;
    }
    const count = 1 + 2 + 30 * 4 + 2 + 1;
    const expected = Array.from({ length: count }, (_, at) => at + 1);
    expect(ids).toEqual(reverseOrder ? expected.reverse() : expected);
  }
});

it('runs Express machines, and answers with their result', async () => {
  const { machine, sfn } = machines;
  const stateMachineArn = await machine('express', { A: { Type: 'Pass', Result: { fast: true }, End: true } }, { type: 'EXPRESS' });
  const ended = await sfn.startSyncExecution({ stateMachineArn, input: '{}', name: 'quick' });
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '{"fast":true}', billingDetails: { billedMemoryUsedInMB: 64 } });
  const { executionArn } = await sfn.startExecution({ stateMachineArn });
  expect(executionArn).toMatch(/:express:express:[0-9a-f-]{36}:[0-9a-f-]{36}$/);
  const wrong = { name: 'InvalidArn', message: "Invalid Arn: 'Resource type not valid in this context: express'" };
  await expect(sfn.describeExecution({ executionArn: executionArn! })).rejects.toMatchObject(wrong);
  await expect(sfn.listExecutions({ stateMachineArn })).rejects.toMatchObject({ name: 'StateMachineTypeNotSupported' });
  const standard = await machine('not-express', { A: { Type: 'Pass', End: true } });
  await expect(sfn.startSyncExecution({ stateMachineArn: standard })).rejects.toMatchObject({ name: 'StateMachineTypeNotSupported' });
});

it('tells the default bus when an execution begins and ends', async () => {
  const { machine, run, emulator } = machines;
  const events = emulator.client(EventBridge);
  const sqs = emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'told' });
  const Arn = 'arn:aws:sqs:us-east-1:000000000000:told';
  const statement = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Arn };
  await sqs.setQueueAttributes({
    QueueUrl: QueueUrl!,
    Attributes: { Policy: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }) },
  });
  await events.putRule({ Name: 'told', EventPattern: JSON.stringify({ source: ['aws.states'] }) });
  await events.putTargets({ Rule: 'told', Targets: [{ Id: 'q', Arn }] });
  const { executionArn } = await run(await machine('telling', { A: { Type: 'Fail', Error: 'Bad' } }), { a: 1 });
  await emulator.idle();
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: QueueUrl!, MaxNumberOfMessages: 10 });
  const told = Messages.map(({ Body }) => JSON.parse(Body!) as { detail: Record<string, unknown> }).map(({ detail }) => detail);
  expect(told.map(({ status, error, input }) => [status, error, input]).sort()).toEqual([
    ['FAILED', 'Bad', '{"a":1}'],
    ['RUNNING', null, '{"a":1}'],
  ]);
  expect(told[0]!['executionArn']).toBe(executionArn);
});
