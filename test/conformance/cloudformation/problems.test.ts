// An operation on a stack is one run; one that failed is a problem, with the first resource that failed as its cause and all others below it.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { problemsOf, runsOf } from '../../support/problems.ts';

let emulator: TestEmulator;
beforeEach(async () => {
  emulator = await startTestEmulator();
});
afterEach(() => emulator.stop());

const queue = (QueueName: string) => ({ Type: 'AWS::SQS::Queue', Properties: { QueueName } });
const bad = (Name: string) => ({ Type: 'AWS::SSM::Parameter', Properties: { Name, Type: 'String', Value: 'x' } });

async function create(Resources: object): Promise<void> {
  await emulator.client(CloudFormation).createStack({ StackName: 'shop', TemplateBody: JSON.stringify({ Resources }) });
  await emulator.idle();
}
const runs = async () => (await runsOf(emulator, 'deployment')).map(({ name, failed }) => [name, failed]);

it('that succeeds is a run', async () => {
  await create({ One: queue('one') });
  expect(await runs()).toEqual([['stack shop CREATE_COMPLETE', false]]);
  expect(await problemsOf(emulator)).toEqual([]);
});

it('that is rolled back names every resource that failed', async () => {
  await create({ One: queue('one'), Bad: bad('aws-one'), Worse: bad('aws-two') });
  const [problem, ...others] = await problemsOf(emulator);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    ...{ code: 'RESOURCE_FAILED', resource: 'stack shop' },
    cause: expect.stringMatching(/^stack shop: Bad \(AWS::SSM::Parameter\) is CREATE_FAILED: .*can't be prefixed with/),
  });
  expect(problem!.consequences.map(({ code, text }) => [code, text.slice(0, 33)])).toEqual([
    ['RESOURCE_FAILED', 'stack shop: Worse (AWS::SSM::Para'],
    ['STACK_FAILED', 'stack shop is ROLLBACK_COMPLETE'],
  ]);
  expect((await runs()).map(([name]) => name)).toEqual(['stack shop ROLLBACK_COMPLETE']);
});
