// Mocked results of tasks: a file lists them by machine and test case, and executions name the test case behind the ARN of their machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

let machines: Machines;
let file: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mocks-'));
  file = join(folder, 'MockConfigFile.json');
  machines = await useMachines({ environment: { SFN_MOCK_CONFIG: file } });
});
afterAll(async () => {
  await machines.emulator.stop();
  rmSync(folder, { recursive: true });
});

type Cases = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Writes the file: the test cases of one machine, and the responses that they name. */
function mock(machine: string, cases: Cases, responses: Readonly<Record<string, object>>): void {
  writeFileSync(file, JSON.stringify({ StateMachines: { [machine]: { TestCases: cases } }, MockedResponses: responses }));
}
const task = (resource: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: `arn:aws:states:::${resource}`,
  End: true,
  ...more,
});
const runCase = (arn: string, testCase: string, input: unknown = {}) => machines.run(`${arn}#${testCase}`, input);

it('answers tasks of a test case, and leaves others alone', async () => {
  const sqs = machines.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'mocked' });
  mock('answers', { Happy: { Call: 'Called' } }, { Called: { '0': { Return: { StatusCode: 200, Payload: { total: 7 } } } } });
  const arn = await machines.machine('answers', {
    Call: task('lambda:invoke', { Parameters: { FunctionName: 'none' }, ResultPath: '$.call', End: undefined, Next: 'Send' }),
    Send: task('sqs:sendMessage', {
      Parameters: { QueueUrl, 'MessageBody.$': "States.Format('{}', $.call.Payload.total)" },
      ResultPath: null,
    }),
  });
  const { executionArn, stateMachineArn, status, output } = await runCase(arn, 'Happy');
  expect({ stateMachineArn, status, output }).toEqual({
    stateMachineArn: arn,
    status: 'SUCCEEDED',
    output: '{"call":{"StatusCode":200,"Payload":{"total":7}}}',
  });
  expect((await sqs.receiveMessage({ QueueUrl })).Messages?.map(({ Body }) => Body)).toEqual(['7']);
  const types = (await machines.history(executionArn!)).map(({ type }) => type);
  expect(types.slice(1, 6)).toEqual(['TaskStateEntered', 'TaskScheduled', 'TaskStarted', 'TaskSucceeded', 'TaskStateExited']);
  expect((await machines.run(arn)).error).toBe('Lambda.ResourceNotFoundException');
});

it('counts invocations of a state: retries and iterations take the next response', async () => {
  mock(
    'counts',
    { Slow: { Call: 'Flaky' } },
    {
      Flaky: {
        '0-1': { Throw: { Error: 'Lambda.TooManyRequestsException', Cause: 'slow down' } },
        '2': { Return: 'third' },
        '3-5': { Return: 'later' },
      },
    },
  );
  const Retry = [{ ErrorEquals: ['Lambda.TooManyRequestsException'], IntervalSeconds: 1, BackoffRate: 1 }];
  const Call = task('lambda:invoke', { Parameters: { FunctionName: 'none' }, Retry });
  const arn = await machines.machine('counts', {
    Each: { Type: 'Map', MaxConcurrency: 1, ItemProcessor: { StartAt: 'Call', States: { Call } }, End: true },
  });
  const { executionArn } = await runCase(arn, 'Slow', [1, 2, 3]);
  await machines.emulator.clock.advance('10s');
  expect(await machines.describe(executionArn!)).toMatchObject({ status: 'SUCCEEDED', output: '["third","later","later"]' });
});

it('runs services that are not there, callbacks, activities and functions as resources', async () => {
  const cases = { Done: { Job: 'Job', Ask: 'Asked', Work: 'Worked', Run: 'Ran' } };
  const once = (value: unknown) => ({ '0': { Return: value } });
  mock('absent', cases, {
    Job: once({ JobId: '1' }),
    Asked: once('yes'),
    Worked: once(2),
    Ran: once({ StatusCode: 200, Payload: { a: 1 } }),
  });
  const at = (name: string, next?: string) => ({ ResultPath: `$.${name}`, ...(next ? { End: undefined, Next: next } : {}) });
  const arn = await machines.machine('absent', {
    Job: task('batch:submitJob.sync', at('job', 'Ask')),
    Ask: task('sqs:sendMessage.waitForTaskToken', { Parameters: { QueueUrl: 'none', MessageBody: 'ask' }, ...at('ask', 'Work') }),
    Work: { ...task(''), Resource: 'arn:aws:states:us-east-1:000000000000:activity:none', ...at('work', 'Run') },
    Run: { ...task(''), Resource: 'arn:aws:lambda:us-east-1:000000000000:function:none', ...at('run') },
  });
  const { output } = await runCase(arn, 'Done');
  expect(JSON.parse(output!)).toEqual({ job: { JobId: '1' }, ask: 'yes', work: 2, run: { a: 1 } });
  const { error, cause } = await machines.run(arn);
  expect({ error, cause }).toMatchObject({
    error: 'States.Runtime',
    cause: expect.stringContaining('batch:submitJob cannot be called here'),
  });
});

it('mocks Express machines, and the children of map runs', async () => {
  mock('express', { Done: { Call: 'Called' } }, { Called: { '0': { Return: 'mocked' } } });
  const Call = task('lambda:invoke', { Parameters: { FunctionName: 'none' } });
  const express = await machines.machine('express', { Call }, { type: 'EXPRESS' });
  for (const _ of [1, 2])
    expect(await machines.sfn.startSyncExecution({ stateMachineArn: `${express}#Done` })).toMatchObject({ output: '"mocked"' });
  for (const ExecutionType of ['STANDARD', 'EXPRESS']) {
    const name = `map-${ExecutionType}`;
    mock(name, { Done: { Call: 'Called' } }, { Called: { '0': { Return: 'one' }, '1': { Return: 'two' } } });
    const ItemProcessor = { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType }, StartAt: 'Call', States: { Call } };
    const map = await machines.machine(name, { Each: { Type: 'Map', MaxConcurrency: 1, ItemProcessor, End: true } });
    expect(await runCase(map, 'Done', [1, 2])).toMatchObject({ output: '["one","two"]' });
  }
});

it('reads the file again when it has changed', async () => {
  const arn = await machines.machine('again', { Call: task('lambda:invoke', { Parameters: { FunctionName: 'none' } }) });
  for (const answer of ['first', 'second and longer']) {
    mock('again', { Done: { Call: 'Called' } }, { Called: { '0': { Return: answer } } });
    expect(await runCase(arn, 'Done')).toMatchObject({ output: JSON.stringify(answer) });
  }
});

it('names what is wrong with a test case', async () => {
  const arn = await machines.machine('wrong', { Call: task('lambda:invoke', { Parameters: { FunctionName: 'none' } }) });
  const refused = (testCase: string, message: string | RegExp) =>
    expect(machines.sfn.startExecution({ stateMachineArn: `${arn}#${testCase}` })).rejects.toThrow(message);
  mock('other', {}, {});
  await refused('Done', 'has no state machine wrong. It has: other.');
  mock('wrong', { Done: { Cal: 'A' }, Short: { Call: 'A' } }, { A: { '1': { Return: 1 } } });
  await refused('Dome', 'has no test case Dome of wrong. It has: Done, Short.');
  await refused('Done', 'mocks the state Cal, but wrong has no Task state of that name. It has: Call.');
  expect((await runCase(arn, 'Short')).cause).toBe('The test case Short has no mocked response for invocation 0 of the state Call.');
  const files: [string, string][] = [
    ['{', 'it is no JSON'],
    ['{"MockedResponses":{}}', 'the file must have the object StateMachines'],
    [
      '{"StateMachines":{"wrong":{"TestCases":{"Done":{"Call":"A"}}}},"MockedResponses":{}}',
      'names "A", which MockedResponses does not have',
    ],
    ['{"StateMachines":{},"MockedResponses":{"A":{"x":{"Return":1}}}}', 'MockedResponses.A has the key "x"'],
    ['{"StateMachines":{},"MockedResponses":{"A":{"0":{}}}}', 'MockedResponses.A.0 must have either Return or Throw'],
    ['{"StateMachines":{},"MockedResponses":{"A":{"0":{"Throw":{}}}}}', 'MockedResponses.A.0.Throw must have an Error'],
  ];
  for (const [text, message] of files) {
    writeFileSync(file, text);
    await refused('Done', message);
  }
  rmSync(file);
  await refused('Done', /MockConfigFile\.json cannot be used: ENOENT/);
});

it('takes machines with absent services by an option, and needs the option for test cases', async () => {
  await using other = await useMachines({ environment: { STATES_UNSUPPORTED: 'mock' } });
  const arn = await other.machine('job', { Job: task('glue:startJobRun.sync') });
  expect((await other.run(arn)).cause).toContain('glue:startJobRun cannot be called here');
  await expect(other.sfn.startExecution({ stateMachineArn: `${arn}#Done` })).rejects.toThrow('name it by the option STATES_MOCK_CONFIG');
  await expect(machines.machine('job', { Job: task('glue:startJobRun.sync') })).rejects.toThrow('Integrations that can: ');
});
