// Redrive: executions go on from the states that did not succeed, with the history that they have.
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
let sqs: SQS;
beforeAll(async () => {
  machines = await useMachines();
  sqs = machines.emulator.client(SQS);
  // Loads what the tests need, so that none of them waits for it.
  await sqs.listQueues();
  await machines.run(await machines.machine('first', { P: { Type: 'Pass', End: true } }));
});
afterAll(() => machines.emulator.stop());

const address = (name: string) => `http://localhost/000000000000/${name}`;
const send = (queue: string, more: object = { End: true }) => ({
  ...{ Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', ResultPath: null, ...more },
  Parameters: { QueueUrl: address(queue), 'MessageBody.$': 'States.JsonToString($)' },
});
const types = async (executionArn: string) => (await machines.history(executionArn)).map(({ type }) => type);

it('begins where the execution failed, and counts', async () => {
  const { machine, run, sfn, emulator, describe, history } = machines;
  const arn = await machine('again', { P: { Type: 'Pass', Result: { n: 1 }, Next: 'S' }, S: send('later') });
  const { executionArn, ...failed } = await run(arn);
  expect(failed).toMatchObject({ status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
  await sqs.createQueue({ QueueName: 'later' });
  const { redriveDate } = await sfn.redriveExecution({ executionArn: executionArn!, clientToken: 'one' });
  await emulator.idle();
  expect(await sfn.redriveExecution({ executionArn: executionArn!, clientToken: 'one' })).toMatchObject({ redriveDate });
  const ended = await describe(executionArn!);
  expect(ended).toMatchObject({ status: 'SUCCEEDED', output: '{"n":1}', redriveCount: 1, redriveDate });
  expect(ended.error).toBeUndefined();
  expect((await types(executionArn!)).slice(3)).toEqual([
    ...['TaskStateEntered', 'TaskScheduled', 'TaskStarted', 'TaskFailed', 'ExecutionFailed', 'ExecutionRedriven'],
    ...['TaskScheduled', 'TaskStarted', 'TaskSucceeded', 'TaskStateExited', 'ExecutionSucceeded'],
  ]);
  expect((await history(executionArn!)).find(({ type }) => type === 'ExecutionRedriven')).toMatchObject({
    executionRedrivenEventDetails: { redriveCount: 1 },
  });
  const { executions } = await sfn.listExecutions({ stateMachineArn: arn, redriveFilter: 'REDRIVEN' });
  expect(executions).toMatchObject([{ executionArn, redriveCount: 1 }]);
});

it('runs again only those branches that did not succeed', async () => {
  const { machine, run, sfn, emulator, describe } = machines;
  await sqs.createQueue({ QueueName: 'there' });
  const branch = (name: string, queue: string) => ({ StartAt: name, States: { [name]: send(queue) } });
  const Branches = [branch('Good', 'there'), branch('Bad', 'missing')];
  const { executionArn, status } = await run(await machine('branches', { B: { Type: 'Parallel', Branches, End: true } }), { x: 1 });
  expect(status).toBe('FAILED');
  await sqs.createQueue({ QueueName: 'missing' });
  await sfn.redriveExecution({ executionArn: executionArn! });
  await emulator.idle();
  expect(await describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '[{"x":1},{"x":1}]' });
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl: address('there'), AttributeNames: ['ApproximateNumberOfMessages'] });
  expect(Attributes).toEqual({ ApproximateNumberOfMessages: '1' });
});

it('runs again only those iterations that did not succeed, and those that had not begun', async () => {
  const { machine, run, sfn, emulator, describe } = machines;
  await sqs.createQueue({ QueueName: 'q1' });
  await sqs.createQueue({ QueueName: 'q3' });
  const Parameters = { 'QueueUrl.$': `States.Format('${address('{}')}', $)`, MessageBody: 'x' };
  const States = { S: { ...send(''), Parameters } };
  const iterations = { Type: 'Map', MaxConcurrency: 1, ItemProcessor: { StartAt: 'S', States }, End: true };
  const { executionArn, status } = await run(await machine('iterations', { M: iterations }), ['q1', 'q2', 'q3']);
  expect(status).toBe('FAILED');
  await sqs.createQueue({ QueueName: 'q2' });
  await sfn.redriveExecution({ executionArn: executionArn! });
  await emulator.idle();
  expect(await describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '["q1","q2","q3"]' });
  const started = (await types(executionArn!)).filter((type) => type === 'MapIterationStarted');
  expect(started).toHaveLength(3);
});

it('gives an execution that was stopped or timed out its whole time again', async () => {
  const { machine, run, sfn, emulator, describe } = machines;
  const wait = { W: { Type: 'Wait', Seconds: 60, End: true } };
  const arn = await machine('slow', wait, { TimeoutSeconds: 90 });
  const { executionArn } = await run(arn);
  await sfn.stopExecution({ executionArn: executionArn! });
  await emulator.clock.advance('80s');
  await sfn.redriveExecution({ executionArn: executionArn! });
  await emulator.clock.advance('59s');
  expect((await describe(executionArn!)).status).toBe('RUNNING');
  await emulator.clock.advance('1s');
  await emulator.idle();
  expect((await describe(executionArn!)).status).toBe('SUCCEEDED');
});

it('is refused to executions that run, succeeded, or ended long ago', async () => {
  const { machine, run, sfn, emulator } = machines;
  const refused = (executionArn: string | undefined, reason: string) =>
    expect(sfn.redriveExecution({ executionArn: executionArn! })).rejects.toMatchObject({
      name: 'ExecutionNotRedrivable',
      message: expect.stringContaining(reason),
    });
  await refused(
    (await run(await machine('fine', { P: { Type: 'Pass', End: true } }))).executionArn,
    'Execution is SUCCEEDED and cannot be',
  );
  const { executionArn } = await run(await machine('fails', { F: { Type: 'Fail' } }));
  await emulator.clock.advance('15d');
  await refused(executionArn, 'Execution was closed more than 14 days ago');
});
