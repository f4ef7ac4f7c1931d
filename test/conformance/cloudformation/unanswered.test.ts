// Custom resources whose function has failed for good: the stack waits for its time-out, as in the cloud, and says at once that nothing will come.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { SNS } from '@aws-sdk/client-sns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { getAtt, ROLE } from './resource-types/type-case.ts';

let emulator: TestEmulator;
let cfn: CloudFormation;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  cfn = emulator.client(CloudFormation);
});
afterAll(() => emulator.stop());

/** CreateStack answers at once where its stack ends within five seconds: the clock moves past these once it waits for nothing else. */
async function begin({ untilWaiting, idle, clock }: TestEmulator, answer: Promise<unknown>): Promise<void> {
  await untilWaiting(/\/stack\//);
  await idle();
  await clock.advance('5s');
  await answer;
}

async function create(StackName: string, fn: object, thing: object = {}): Promise<void> {
  const code = {
    Runtime: 'nodejs20.x',
    Handler: 'index.handler',
    Code: { ZipFile: "exports.handler = async () => { throw new Error('no table'); };" },
  };
  const Resources = {
    Fn: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: `${StackName}-fn`, Role: ROLE, ...code, ...fn } },
    Thing: { Type: 'Custom::Thing', Properties: { ServiceToken: getAtt('Fn', 'Arn'), ...thing } },
  };
  await begin(emulator, cfn.createStack({ StackName, TemplateBody: JSON.stringify({ Resources }) }));
  await emulator.idle();
}

/** Statuses of the custom resource with the reasons, oldest first. */
async function eventsOf(StackName: string): Promise<string[]> {
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  return StackEvents.filter(({ LogicalResourceId }) => LogicalResourceId === 'Thing')
    .map(({ ResourceStatus, ResourceStatusReason = '' }) => `${ResourceStatus} ${ResourceStatusReason}`)
    .reverse();
}
const statusOf = async (StackName: string) => (await cfn.describeStacks({ StackName })).Stacks![0]!.StackStatus;
const arnOf = (StackName: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${StackName}-fn`;

it('a function that failed at its last retry is told with its error by the events, the log and the trace', async () => {
  await create('broken', {});
  await emulator.clock.advance('1m');
  expect((await eventsOf('broken')).join()).not.toContain('No answer will come');
  await emulator.clock.advance('2m');
  const why = `${arnOf('broken')} failed for good (RetriesExhausted, 3 runs): Error: no table`;
  expect(await eventsOf('broken')).toEqual([
    'CREATE_IN_PROGRESS ',
    'CREATE_IN_PROGRESS Resource creation Initiated',
    expect.stringMatching(
      /^CREATE_FAILED No answer will come: .* The stack waits until \S+T01:00:00\.\d+Z, as in the cloud; ServiceTimeout of the resource, .* shortens that\.$/,
    ),
  ]);
  expect((await eventsOf('broken')).at(-1)).toContain(why);
  expect(emulator.lines.find((line) => line.includes('Thing gets no answer'))).toContain(why);
  expect(await statusOf('broken')).toBe('CREATE_IN_PROGRESS');
  const traces = await (await fetch(`${emulator.url}/_emulator/traces?about=broken&problems=1`)).text();
  const { id, problem } = JSON.parse(traces) as { id: string; problem: string };
  expect(problem).toContain('no table');
  const trace = (await (await fetch(`${emulator.url}/_emulator/traces/${id}`)).json()) as { steps: { problem?: string }[] };
  expect(trace.steps).toContainEqual(expect.objectContaining({ outcome: 'lost', problem: expect.stringContaining('failed for good') }));
  const { StackResourceDetail } = await cfn.describeStackResource({ StackName: 'broken', LogicalResourceId: 'Thing' });
  expect(StackResourceDetail!.ResourceStatus).toBe('CREATE_IN_PROGRESS');
  const told = () => emulator.lines.filter((line) => line.includes('broken: Thing gets no answer')).length;
  expect(told()).toBe(1);
  for (let minutes = 0; minutes < 3; minutes += 1) await emulator.clock.advance('1m');
  expect(told()).toBe(4);
  await emulator.clock.advance('1h');
  expect((await eventsOf('broken'))[3]).toMatch(/^CREATE_FAILED CloudFormation did not receive a response from your Custom Resource\./);
});

it('a function that may not run is told at once, with the time-out of the resource', async () => {
  await create('throttled', { ReservedConcurrentExecutions: 0 }, { ServiceTimeout: 30 });
  expect((await eventsOf('throttled')).at(-1)).toContain(
    `${arnOf('throttled')} failed for good (ZeroReservedConcurrency, it never ran). The stack`,
  );
  await emulator.clock.advance('31s');
  expect((await eventsOf('throttled'))[3]).toContain('CREATE_FAILED');
});

it('CUSTOM_RESOURCE_TIMEOUT shortens the hour, and ServiceTimeout counts where it is shorter', async () => {
  for (const [CUSTOM_RESOURCE_TIMEOUT, ServiceTimeout, seconds] of [
    ['120', undefined, 120],
    ['10m', 30, 30],
    ['10s', 30, 10],
  ] as const) {
    await using brief = await startTestEmulator({ clock: 'manual', options: { CUSTOM_RESOURCE_TIMEOUT } });
    const client = brief.client(CloudFormation);
    const ServiceToken = 'arn:aws:sns:us-east-1:000000000000:nobody';
    await brief.client(SNS).createTopic({ Name: 'nobody' });
    const Resources = { Thing: { Type: 'Custom::Thing', Properties: { ServiceToken, ServiceTimeout } } };
    await begin(brief, client.createStack({ StackName: 'brief', TemplateBody: JSON.stringify({ Resources }) }));
    const failed = async () => {
      const { StackEvents = [] } = await client.describeStackEvents({ StackName: 'brief' });
      return StackEvents.some(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
    };
    // Five seconds have passed already.
    await brief.clock.advance(`${seconds - 6}s`);
    expect(await failed()).toBe(false);
    await brief.clock.advance('2s');
    expect(await failed()).toBe(true);
  }
});
