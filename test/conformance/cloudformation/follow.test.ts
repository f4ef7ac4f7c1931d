// Events of stacks as they come, one line each.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

it('events of stacks come as they happen, where they happen', async () => {
  const template = (name: string) => JSON.stringify({ Resources: { Q: { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } } } });
  const cfn = emulator.client(CloudFormation);
  const elsewhere = emulator.client(CloudFormation, { region: 'eu-west-1' });
  await cfn.createStack({ StackName: 'before', TemplateBody: template('before') });
  const { body, headers } = await fetch(`${emulator.url}/_cloud/cloudformation/events?region=us-east-1`);
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  const told: string[] = [];
  for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) {
    if (line === '') {
      await elsewhere.createStack({ StackName: 'elsewhere', TemplateBody: template('elsewhere') });
      await cfn.createStack({ StackName: 'now', TemplateBody: template('now') });
      await cfn.deleteStack({ StackName: 'now' });
      continue;
    }
    const event = JSON.parse(line) as { StackName: string; LogicalResourceId: string; ResourceStatus: string };
    told.push(`${event.StackName} ${event.LogicalResourceId} ${event.ResourceStatus}`);
    if (told.at(-1) === 'now now DELETE_COMPLETE') break;
  }
  expect(told.filter((line) => !/IN_PROGRESS/.test(line))).toEqual([
    'now Q CREATE_COMPLETE',
    'now now CREATE_COMPLETE',
    'now Q DELETE_COMPLETE',
    'now now DELETE_COMPLETE',
  ]);
});

it('no two events of a stack share a time, so clients that sort by it keep their order', async () => {
  const manual = await startTestEmulator({ clock: 'manual' });
  const cfn = manual.client(CloudFormation);
  const TemplateBody = JSON.stringify({ Resources: { A: { Type: 'AWS::SQS::Queue' }, B: { Type: 'AWS::SQS::Queue', DependsOn: 'A' } } });
  await cfn.createStack({ StackName: 'ordered', TemplateBody });
  await manual.idle();
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName: 'ordered' });
  await manual.stop();
  const times = StackEvents.map(({ Timestamp }) => Timestamp!.getTime());
  expect(times.length).toBeGreaterThan(4);
  expect(times).toEqual([...new Set(times)].sort((a, b) => b - a));
  expect(StackEvents[0]).toMatchObject({ LogicalResourceId: 'ordered', ResourceStatus: 'CREATE_COMPLETE' });
});
