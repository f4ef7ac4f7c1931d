// Rules, schedules and pipes start executions.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { Pipes } from '@aws-sdk/client-pipes';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, ROLE, useMachines } from './use-machines.ts';

const PASS = { P: { Type: 'Pass', End: true } };
let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
  const services = ['events', 'scheduler', 'pipes'].map((name) => `${name}.amazonaws.com`);
  const statement = { Effect: 'Allow', Principal: { Service: services }, Action: 'sts:AssumeRole' };
  const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await machines.emulator.client(IAM).createRole({ RoleName: 'states', AssumeRolePolicyDocument });
  // Loads what the tests need, so that none of them waits for it.
  await machines.run(await machines.machine('first', PASS));
});
afterAll(() => machines.emulator.stop());

/** The inputs of the executions that a machine has had, with their states. */
async function executionsOf(stateMachineArn: string) {
  const { executions } = await machines.sfn.listExecutions({ stateMachineArn });
  const described = await Promise.all(executions!.map(({ executionArn }) => machines.describe(executionArn!)));
  return described.map(({ status, input }) => ({ status, input: JSON.parse(input!) as unknown }));
}

it('a rule starts an execution with the event', async () => {
  const { machine, emulator } = machines;
  const Arn = await machine('by-rule', PASS);
  const events = emulator.client(EventBridge);
  await events.putRule({ Name: 'orders', EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: 'orders', Targets: [{ Id: 'machine', Arn, RoleArn: ROLE, InputPath: '$.detail' }] });
  await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'order', Detail: '{"id":1}' }] });
  await emulator.idle();
  expect(await executionsOf(Arn)).toEqual([{ status: 'SUCCEEDED', input: { id: 1 } }]);
});

it('a schedule starts an execution at its time', async () => {
  const { machine, emulator } = machines;
  const Arn = await machine('by-schedule', PASS);
  const at = new Date(emulator.clock.now() + 3_600_000).toISOString().slice(0, 19);
  await emulator.client(Scheduler).createSchedule({
    ...{ Name: 'later', ScheduleExpression: `at(${at})`, FlexibleTimeWindow: { Mode: 'OFF' } },
    Target: { Arn, RoleArn: ROLE, Input: '{"by":"schedule"}' },
  });
  await emulator.clock.advance('59m');
  await emulator.idle();
  expect(await executionsOf(Arn)).toEqual([]);
  await emulator.clock.advance('2m');
  await emulator.idle();
  expect(await executionsOf(Arn)).toEqual([{ status: 'SUCCEEDED', input: { by: 'schedule' } }]);
});

it('a pipe starts an execution with its batch', async () => {
  const { machine, emulator } = machines;
  const Target = await machine('by-pipe', PASS);
  const sqs = emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'to-pipe' });
  const pipes = emulator.client(Pipes);
  await pipes.createPipe({
    ...{ Name: 'pipe', RoleArn: ROLE, Source: 'arn:aws:sqs:us-east-1:000000000000:to-pipe', Target },
    TargetParameters: { StepFunctionStateMachineParameters: { InvocationType: 'FIRE_AND_FORGET' }, InputTemplate: '{"body":<$.body>}' },
  });
  await emulator.idle();
  await sqs.sendMessage({ QueueUrl, MessageBody: 'hello' });
  await emulator.idle();
  expect(await executionsOf(Target)).toEqual([{ status: 'SUCCEEDED', input: [{ body: 'hello' }] }]);
});

it('a pipe enriches its batch with the output of an Express machine, and waits for another one', async () => {
  const { machine, emulator } = machines;
  const Enrichment = await machine('enriches', { P: { Type: 'Pass', Result: [{ enriched: true }], End: true } }, { type: 'EXPRESS' });
  const States = { S: { Type: 'Task', Resource: 'arn:aws:states:::aws-sdk:sfn:startExecution', End: true } };
  const inner = await machine('told', PASS);
  const Parameters = { StateMachineArn: inner, 'Input.$': 'States.JsonToString($)' };
  const Target = await machine('waited-for', { S: { ...States.S, Parameters } }, { type: 'EXPRESS' });
  const { QueueUrl } = await emulator.client(SQS).createQueue({ QueueName: 'enriched' });
  const pipes = emulator.client(Pipes);
  const Source = 'arn:aws:sqs:us-east-1:000000000000:enriched';
  await pipes.createPipe({ Name: 'enriching', RoleArn: ROLE, Source, Enrichment, Target });
  await emulator.idle();
  await emulator.client(SQS).sendMessage({ QueueUrl, MessageBody: 'hello' });
  await emulator.idle();
  expect(await executionsOf(inner)).toEqual([{ status: 'SUCCEEDED', input: [{ enriched: true }] }]);
});

it('waits for a day of the emulator’s time', async () => {
  const { machine, run, emulator, describe } = machines;
  const { executionArn } = await run(await machine('a-day', { W: { Type: 'Wait', Seconds: 86_400, End: true } }));
  await emulator.clock.advance('23h');
  await emulator.idle();
  expect((await describe(executionArn!)).status).toBe('RUNNING');
  await emulator.clock.advance('1h');
  await emulator.idle();
  expect((await describe(executionArn!)).status).toBe('SUCCEEDED');
});
