// Work that waits over a restart keeps the request that sent it: what becomes of it is told in that request's trace, and in the ledger under its id.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Firehose } from '@aws-sdk/client-firehose';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Problem } from '#core/problems/problem';
import type { TraceStep } from '#core/traces/trace';
import { problemsOf } from '../support/problems.ts';
import { openTo, queueArn } from '../support/use-events.ts';
import { type Fixture, startFixture } from './lambda/fixture.ts';

let folder: string;
let fixture: Fixture;
const start = async (): Promise<void> => {
  fixture = await startFixture({ clock: 'manual', options: { PERSISTENCE: '1', DATA_DIR: folder } });
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'problems-'));
  await start();
});
afterEach(async () => {
  await fixture.emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  await fixture.emulator.idle();
  await fixture.emulator.stop();
  await start();
}

async function later(...spans: string[]): Promise<void> {
  for (const span of spans) {
    await fixture.emulator.clock.advance(span);
    await fixture.emulator.idle();
  }
}

interface Explained {
  readonly id: string;
  readonly steps: readonly TraceStep[];
  readonly problems: readonly Problem[];
}
const traceOf = async (id: string | undefined): Promise<Explained> =>
  (await (await fetch(`${fixture.emulator.url}/_emulator/traces/${id}`)).json()) as Explained;

/** The only problem, which the trace of the request leads to, too. */
async function expectTold(id: string | undefined, problem: object): Promise<void> {
  expect(await problemsOf(fixture.emulator)).toMatchObject([problem]);
  expect(await traceOf(id)).toMatchObject({ id, problems: [problem] });
}

const FAILS = `throw new Error('no table');`;

it('a message that nobody had processed yet names its sender', async () => {
  await fixture.create('work', FAILS);
  const sqs = fixture.emulator.client(SQS);
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs' });
  const { $metadata, MessageId } = await sqs.sendMessage({ QueueUrl, MessageBody: 'job' });
  await restart();
  await fixture.emulator.client(Lambda).createEventSourceMapping({ FunctionName: 'work', EventSourceArn: queueArn('jobs') });
  await fixture.emulator.idle();
  const { requestId } = $metadata;
  await expectTold(requestId, { trace: requestId, cause: 'work failed: Error: no table', consequences: [{ code: 'BATCH_RETURNS' }] });
  const { steps } = await traceOf(requestId);
  expect(steps.map((step) => (step.kind === 'run' ? step.what : step.kind))).toEqual(['batch', 'call', 'function']);
  const about = await (await fetch(`${fixture.emulator.url}/_emulator/problems?about=${MessageId}`)).text();
  expect(about).toContain('no table');
});

it('a message that had failed before leads to its dead letter, under the same sender', async () => {
  await fixture.create('work', FAILS);
  const sqs = fixture.emulator.client(SQS);
  await sqs.createQueue({ QueueName: 'dead' });
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: queueArn('dead'), maxReceiveCount: 2 });
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'jobs', Attributes: { RedrivePolicy, VisibilityTimeout: '30' } });
  await fixture.lambda.createEventSourceMapping({ FunctionName: 'work', EventSourceArn: queueArn('jobs') });
  const { $metadata } = await sqs.sendMessage({ QueueUrl, MessageBody: 'job' });
  await restart();
  await later('31s', '31s');
  await expectTold($metadata.requestId, {
    trace: $metadata.requestId,
    cause: 'work failed: Error: no table',
    consequences: [{ code: 'BATCH_RETURNS' }, { code: 'MESSAGES_DEAD_LETTERED' }],
  });
});

it('an asynchronous invocation that is repeated belongs to the request that began it', async () => {
  await fixture.create('later', FAILS);
  const { $metadata } = await fixture.lambda.invoke({ FunctionName: 'later', InvocationType: 'Event' });
  await restart();
  await later('1m', '2m');
  await expectTold($metadata.requestId, {
    trace: $metadata.requestId,
    cause: 'later failed: Error: no table',
    resource: expect.stringContaining(':later'),
  });
});

it('an execution that waits belongs to the request that started it', async () => {
  const sfn = fixture.emulator.client(SFN);
  const States = { Wait: { Type: 'Wait', Seconds: 60, Next: 'End' }, End: { Type: 'Fail', Error: 'Refused', Cause: 'no stock' } };
  const definition = JSON.stringify({ StartAt: 'Wait', States });
  const { stateMachineArn } = await sfn.createStateMachine({ name: 'flow', roleArn: 'arn:aws:iam::000000000000:role/r', definition });
  const { $metadata } = await sfn.startExecution({ stateMachineArn, name: 'one' });
  await restart();
  await later('1m');
  await expectTold($metadata.requestId, {
    trace: $metadata.requestId,
    cause: 'execution one of flow failed in the state End: Refused: no stock',
  });
});

it('a delivery that is repeated belongs to the request that sent the event, and is told of as recovered', async () => {
  const events = fixture.emulator.client(EventBridge);
  await fixture.emulator.client(SQS).createQueue({ QueueName: 'orders', Attributes: { Policy: openTo(queueArn('orders')) } });
  await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
  await events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: queueArn('orders') }] });
  const refuse = () => fixture.emulator.faults.add({ service: 'sqs', operation: 'SendMessage', error: 'ServiceUnavailable', status: 503 });
  refuse();
  const { $metadata } = await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'd', Detail: '{}' }] });
  await restart();
  refuse();
  await later('5m');
  const { requestId: trace } = $metadata;
  await expectTold(trace, { trace, target: queueArn('orders'), code: 'DELIVERY_RETRIED', recovered: false });
  fixture.emulator.faults.clear();
  await later('5m');
  await expectTold(trace, { trace, recovered: true, consequences: [{ code: 'RECOVERED' }] });
});

it('records for a bucket that is not there belong to the request that put them, as often as they are tried', async () => {
  const firehose = fixture.emulator.client(Firehose);
  const S3DestinationConfiguration = { RoleARN: 'arn:aws:iam::000000000000:role/r', BucketARN: 'arn:aws:s3:::clicks' };
  await firehose.createDeliveryStream({ DeliveryStreamName: 'clicks', S3DestinationConfiguration });
  await fixture.emulator.idle();
  const { $metadata } = await firehose.putRecord({ DeliveryStreamName: 'clicks', Record: { Data: Buffer.from('{}') } });
  await later('15m', '1s');
  const { requestId: trace } = $metadata;
  await expectTold(trace, { trace, code: 'FIREHOSE_RETRIED', consequences: [] });
  await restart();
  // The clock of the new emulator begins with the present.
  await later('30m');
  await expectTold(trace, { trace, code: 'FIREHOSE_RETRIED', consequences: [] });
  await fixture.emulator.client(S3).createBucket({ Bucket: 'clicks' });
  await later('5m');
  await expectTold(trace, { trace, recovered: true, consequences: [{ code: 'RECOVERED' }] });
});
