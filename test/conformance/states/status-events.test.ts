// Events of executions on the default bus: noted where no rule is there, and delivered to rules.
// https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machines, useMachines } from './use-machines.ts';

interface StatusEvent {
  readonly id: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

let machines: Machines;
beforeAll(async () => {
  machines = await useMachines();
});
afterAll(() => machines.emulator.stop());

const PASS = { P: { Type: 'Pass', Result: { done: true }, End: true } };
/** Inputs so long that their event is made at once. */
const LONG = { text: 'x'.repeat(20_000) };

const ask = async (path: string): Promise<string> => (await fetch(`${machines.emulator.url}/_emulator/events${path}`)).text();

/** The last events of all buses, as the emulator shows them. */
async function shown(): Promise<StatusEvent[]> {
  const ids = (await ask(''))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  const explained = await Promise.all(ids.map(async (id) => JSON.parse(await ask(`/${id}`)) as { publications: { event: string }[] }));
  return explained.map(({ publications }) => JSON.parse(publications[0]!.event) as StatusEvent);
}

const expected = (executionArn: string | undefined, input: unknown, status: string, more: object) => ({
  ...{ version: '0', source: 'aws.states', 'detail-type': 'Step Functions Execution Status Change', account: '000000000000' },
  ...{ region: 'us-east-1', resources: [executionArn], id: expect.any(String) as string, time: expect.any(String) as string },
  detail: {
    ...{ executionArn, name: executionArn?.split(':').at(-1), stateMachineArn: expect.any(String) as string, status },
    ...{ startDate: expect.any(Number) as number, stopDate: null, input: JSON.stringify(input), inputDetails: { included: true } },
    ...{ output: null, outputDetails: null, stateMachineVersionArn: null, stateMachineAliasArn: null },
    ...{ redriveCount: 0, redriveDate: null, error: null, cause: null, redriveStatus: 'NOT_REDRIVABLE' },
    ...{ redriveStatusReason: `Execution is ${status} and cannot be redriven`, ...more },
  },
});
const begun = (arn: string | undefined, input: unknown) => expected(arn, input, 'RUNNING', {});
const succeeded = (arn: string | undefined, input: unknown, output: unknown) =>
  expected(arn, input, 'SUCCEEDED', {
    ...{ stopDate: expect.any(Number) as number, output: JSON.stringify(output), outputDetails: { included: true } },
  });

it.each([{ order: 7 }, LONG])('shows the events of an execution that no rule takes', async (input) => {
  const { run, machine } = machines;
  const { executionArn } = await run(await machine(`unseen-${JSON.stringify(input).length}`, PASS), input);
  expect((await shown()).slice(-2)).toEqual([begun(executionArn, input), succeeded(executionArn, input, { done: true })]);
});

it('delivers the events of executions to a rule, and those of failures with error and cause', async () => {
  const { run, machine, emulator } = machines;
  const [events, sqs] = [emulator.client(EventBridge), emulator.client(SQS)];
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'changes' });
  const [fine, failing] = [
    await machine('fine', PASS),
    await machine('failing', { F: { Type: 'Fail', Error: 'Sold', Cause: 'y'.repeat(9000) } }),
  ];
  const before = await run(fine, { early: true });
  await events.putRule({ Name: 'changes', EventPattern: '{"source":["aws.states"],"detail":{"status":["RUNNING","SUCCEEDED","FAILED"]}}' });
  const Arn = 'arn:aws:sqs:us-east-1:000000000000:changes';
  await sqs.setQueueAttributes({
    QueueUrl,
    Attributes: {
      Policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: Arn }],
      }),
    },
  });
  await events.putTargets({ Rule: 'changes', Targets: [{ Id: 'queue', Arn }] });
  const [one, other] = [await run(fine, LONG), await run(failing, { order: 8 })];
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10 });
  const received = Messages.map(({ Body = '' }) => JSON.parse(Body) as StatusEvent);
  const stopDate = expect.any(Number) as number;
  expect(received).toEqual([
    ...[begun(one.executionArn, LONG), succeeded(one.executionArn, LONG, { done: true }), begun(other.executionArn, { order: 8 })],
    expected(other.executionArn, { order: 8 }, 'FAILED', {
      ...{ stopDate, error: 'Sold', cause: 'y'.repeat(9000), redriveStatus: 'REDRIVABLE', redriveStatusReason: null },
    }),
  ]);
  const ids = (await shown()).filter(({ resources }) => resources[0] === before.executionArn).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});
