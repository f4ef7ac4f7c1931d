// Tasks in a role of their own: they call the account of that role, which must trust the role of the machine.
import { IAM } from '@aws-sdk/client-iam';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

const OTHER = '111111111111';
const there = { credentials: { accessKeyId: OTHER, secretAccessKey: 'test' } };
let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
  for (const [RoleName, AWS] of [
    ['trusting', ROLE],
    ['closed', 'arn:aws:iam::222222222222:role/none'],
  ] as const)
    await machines.emulator.client(IAM, there).createRole({
      RoleName,
      AssumeRolePolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { AWS }, Action: 'sts:AssumeRole' }],
      }),
    });
});
afterAll(() => machines.emulator.stop());

const role = (name: string): string => `arn:aws:iam::${OTHER}:role/${name}`;
const task = (resource: string, parameters: object, RoleArn = role('trusting')) => ({
  ...{ Type: 'Task', Resource: `arn:aws:states:::${resource}`, End: true },
  ...{ Parameters: parameters, Credentials: { RoleArn } },
});

it('calls the account of the role', async () => {
  const sqs = machines.emulator.client(SQS, there);
  await sqs.createQueue({ QueueName: 'theirs' });
  const arn = await machines.machine('lists', { List: task('aws-sdk:sqs:listQueues', {}) });
  const { output, cause } = await machines.run(arn);
  expect(cause).toBeUndefined();
  expect(JSON.parse(output!)).toEqual({ QueueUrls: [expect.stringContaining(`/${OTHER}/theirs`)] });
});

it('waits for an execution in the other account', async () => {
  const sfn = machines.emulator.client(SFN, { ...there, disableHostPrefix: true });
  const definition = JSON.stringify({
    StartAt: 'A',
    States: { A: { Type: 'Wait', Seconds: 60, Next: 'B' }, B: { Type: 'Pass', Result: 7, End: true } },
  });
  const { stateMachineArn } = await sfn.createStateMachine({ name: 'theirs', definition, roleArn: ROLE });
  const Run = task('states:startExecution.sync:2', { StateMachineArn: stateMachineArn });
  const { executionArn, status } = await machines.run(await machines.machine('runs', { Run }));
  expect(status).toBe('RUNNING');
  await machines.emulator.clock.advance('61s');
  const { output } = await machines.describe(executionArn!);
  expect(JSON.parse(output!)).toMatchObject({
    ExecutionArn: expect.stringContaining(`:${OTHER}:execution:theirs:`),
    Output: 7,
    Status: 'SUCCEEDED',
  });
});

it('fails where the role does not trust that of the machine', async () => {
  const arn = await machines.machine('refused', { List: task('aws-sdk:sqs:listQueues', {}, role('closed')) });
  expect(await machines.run(arn)).toMatchObject({
    error: 'States.TaskFailed',
    cause: `The role ${ROLE} is not authorized to assume the task state's role, ${role('closed')}.`,
  });
});
