// Calls that templated and universal targets receive, in the schedule's role.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { WAITER } from '../../support/until-passes.ts';
import { creation, handler } from '../lambda/fixture.ts';
import { queueArn, scheduleArn, scheduleOf, useScheduler } from './use-scheduler.ts';

const fixture = useScheduler();
const NOON = 'at(2026-01-01T12:00:00)';
const KEYWORDS =
  '{"arn":"<aws.scheduler.schedule-arn>","at":"<aws.scheduler.scheduled-time>","id":"<aws.scheduler.execution-id>","n":"<aws.scheduler.attempt-number>","other":"<aws.scheduler.none>"}';

async function runAtNoon(target: object): Promise<void> {
  await fixture.scheduler.createSchedule(scheduleOf('noon', NOON, target));
  await fixture.advance('12h');
}
const read = (text: string | undefined): unknown => JSON.parse(text ?? 'null');
const sdk = (action: string) => `arn:aws:scheduler:::aws-sdk:${action}`;

describe('a queue', () => {
  it('receives the input with its context attributes', async () => {
    await runAtNoon({ Input: KEYWORDS });
    const [body] = await fixture.bodies('runs');
    expect(read(body)).toEqual({
      arn: scheduleArn('noon'),
      at: '2026-01-01T12:00:00Z',
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      n: '1',
      other: '<aws.scheduler.none>',
    });
  });

  it('receives text that is no JSON', async () => {
    await runAtNoon({ Input: `it's <aws.scheduler.scheduled-time>` });
    expect(await fixture.bodies('runs')).toEqual([`it's 2026-01-01T12:00:00Z`]);
  });

  it('receives the default notification where there is no input', async () => {
    await runAtNoon({});
    const [body] = await fixture.bodies('runs');
    expect(read(body)).toEqual({
      version: '0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'detail-type': 'Scheduled Event',
      source: 'aws.scheduler',
      account: '000000000000',
      time: '2026-01-01T12:00:00Z',
      region: 'us-east-1',
      resources: [scheduleArn('noon')],
      detail: '{}',
    });
  });

  it('in order receives the message group', async () => {
    await fixture.makeQueue('line.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' });
    await runAtNoon({ Arn: queueArn('line.fifo'), Input: 'x', SqsParameters: { MessageGroupId: 'g' } });
    const [message] = await fixture.receive('line.fifo');
    expect([message?.Body, message?.Attributes?.MessageGroupId]).toEqual(['x', 'g']);
  });
});

it('a bus receives an event', async () => {
  const events = fixture.emulator.client(EventBridge);
  await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
  await fixture.sqs.setQueueAttributes({
    QueueUrl: `${fixture.emulator.url}/000000000000/runs`,
    Attributes: {
      Policy: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: '*' }],
      }),
    },
  });
  await events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn('runs') }] });
  await runAtNoon({
    Arn: 'arn:aws:events:us-east-1:000000000000:event-bus/default',
    Input: '{"n":"<aws.scheduler.attempt-number>"}',
    EventBridgeParameters: { Source: 'shop', DetailType: 'made' },
  });
  const [body] = await fixture.bodies('runs');
  expect(read(body)).toMatchObject({
    source: 'shop',
    'detail-type': 'made',
    time: '2026-01-01T12:00:00Z',
    resources: [scheduleArn('noon')],
    detail: { n: '1' },
  });
});

it('a function is invoked without a permission of its own', async () => {
  await fixture.restart({ clock: 'system' });
  const lambda = fixture.emulator.client(Lambda);
  await lambda.createFunction(creation('seen', handler('console.log("got", JSON.stringify(event));')));
  await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'seen' });
  const target = { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:seen', Input: '{"n":"<aws.scheduler.attempt-number>"}' };
  await fixture.scheduler.createSchedule(scheduleOf('now', 'rate(1 day)', target));
  await fixture.emulator.idle();
  const { events = [] } = await fixture.emulator
    .client(CloudWatchLogs)
    .filterLogEvents({ logGroupName: '/aws/lambda/seen', filterPattern: 'got' });
  expect(events.map(({ message }) => message)).toEqual([expect.stringContaining('{"n":"1"}')]);
});

describe('a universal target', () => {
  it('is any operation that changes something', async () => {
    const QueueUrl = `${fixture.emulator.url}/000000000000/runs`;
    const attributes = { Kind: { DataType: 'Binary', BinaryValue: 'abc' } };
    const request = { QueueUrl, MessageBody: '<aws.scheduler.scheduled-time>', DelaySeconds: 0, MessageAttributes: attributes };
    await runAtNoon({ Arn: sdk('sqs:sendMessage'), Input: JSON.stringify(request) });
    const [message] = await fixture.receive('runs');
    expect(message?.Body).toBe('2026-01-01T12:00:00Z');
    expect(Buffer.from(message!.MessageAttributes!['Kind']!.BinaryValue!).toString()).toBe('abc');
  });

  it('takes members that the service writes small with a capital, and bytes as text', async () => {
    await runAtNoon({ Arn: sdk('cloudwatchlogs:createLogGroup'), Input: '{"LogGroupName":"nightly"}' });
    const { logGroups = [] } = await fixture.emulator.client(CloudWatchLogs).describeLogGroups({});
    expect(logGroups.map(({ logGroupName }) => logGroupName)).toEqual(['nightly']);
  });

  it('may be the content of an object', async () => {
    const s3 = fixture.emulator.client(S3);
    await s3.createBucket({ Bucket: 'reports' });
    await runAtNoon({ Arn: sdk('s3:putObject'), Input: '{"Bucket":"reports","Key":"a","Body":"héllo"}' });
    const { Body } = await s3.getObject({ Bucket: 'reports', Key: 'a' });
    expect(await Body?.transformToString()).toBe('héllo');
  });
});
