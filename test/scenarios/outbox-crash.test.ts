// kill -9 right after an event or an object was acknowledged, while its deliveries lie in the outbox: after the restart each arrives, whatever
// its target.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';

const EACH = 8;
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:arrived';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:forward';
const BUS = 'arn:aws:events:us-east-1:000000000000:event-bus/second';

/** Passes on what it was invoked with to the queue. */
const FORWARD = handler(`
  const fields = { Action: 'SendMessage', Version: '2012-11-05', QueueUrl: process.env.QUEUE, MessageBody: JSON.stringify(event) };
  const { status } = await fetch(process.env.AWS_ENDPOINT_URL + '/', { method: 'POST', body: new URLSearchParams(fields) });
  if (status !== 200) throw new Error('status ' + status);`);

let folder: string;
let emulator: ChildEmulator;
let close = (): void => {};

interface Clients {
  readonly sqs: SQS;
  readonly events: EventBridge;
  readonly lambda: Lambda;
  readonly s3: S3;
}

/** A process that has served nothing yet: the services of the targets are not loaded, so deliveries go through the outbox. */
async function start(): Promise<Clients> {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: folder });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  return { sqs: client(SQS), events: client(EventBridge), lambda: client(Lambda), s3: client(S3) };
}
async function end(signal: NodeJS.Signals): Promise<void> {
  await emulator.kill(signal);
  close();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-crash-'));
  const { sqs, events, lambda, s3 } = await start();
  const allow = ['events', 's3'].map((name) => ({
    ...{ Effect: 'Allow', Principal: { Service: `${name}.amazonaws.com` } },
    ...{ Action: 'sqs:SendMessage', Resource: QUEUE },
  }));
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: allow });
  await sqs.createQueue({ QueueName: 'arrived', Attributes: { Policy } });
  await lambda.createFunction({
    ...{ FunctionName: 'forward', Runtime: 'nodejs22.x', Handler: 'index.handler', Role: ROLE, Timeout: 30 },
    ...{ Code: { ZipFile: FORWARD }, Environment: { Variables: { QUEUE: 'arrived' } } },
  });
  for (const name of ['events', 's3'])
    await lambda.addPermission({
      ...{ FunctionName: 'forward', StatementId: name, Action: 'lambda:InvokeFunction', Principal: `${name}.amazonaws.com` },
    });
  await events.createEventBus({ Name: 'second' });
  for (const [Name, Arn, EventBusName] of [
    ['queue', QUEUE],
    ['function', FUNCTION],
    ['bus', BUS],
    ['bus', QUEUE, 'second'],
  ]) {
    await events.putRule({ Name, EventBusName, EventPattern: JSON.stringify({ source: [`crash.${Name}`] }) });
    await events.putTargets({ Rule: Name, EventBusName, Targets: [{ Id: 'one', Arn, ...(Arn === BUS && { RoleArn: ROLE }) }] });
  }
  const Events = ['s3:ObjectCreated:*' as const];
  for (const Bucket of ['to-queue', 'to-function']) {
    await s3.createBucket({ Bucket });
    const NotificationConfiguration =
      Bucket === 'to-queue'
        ? { QueueConfigurations: [{ QueueArn: QUEUE, Events }] }
        : { LambdaFunctionConfigurations: [{ LambdaFunctionArn: FUNCTION, Events }] };
    await s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration, SkipDestinationValidation: true });
  }
  await end('SIGTERM');
});
afterEach(() => end('SIGKILL'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const putEvents =
  (Source: string) =>
  async (marks: readonly string[], { events }: Clients): Promise<void> => {
    const Entries = marks.map((mark) => ({ Source, DetailType: 'd', Detail: JSON.stringify({ mark }) }));
    expect((await events.putEvents({ Entries })).FailedEntryCount).toBe(0);
  };
const putObjects =
  (Bucket: string) =>
  async (marks: readonly string[], { s3 }: Clients): Promise<void> => {
    await Promise.all(marks.map((Key) => s3.putObject({ Bucket, Key, Body: 'x' })));
  };

it.each([
  ['of a rule to a queue', putEvents('crash.queue')],
  ['of a rule to a function', putEvents('crash.function')],
  ['of a rule to another bus', putEvents('crash.bus')],
  ['of a bucket to a queue', putObjects('to-queue')],
  ['of a bucket to a function', putObjects('to-function')],
])('deliveries %s arrive after the restart', async (name, send) => {
  const marks = Array.from({ length: EACH }, (_, n) => `${name.replaceAll(' ', '-')}-${n}`);
  await send(marks, await start());
  await end('SIGKILL');
  const { sqs } = await start();
  const missing = new Set(marks);
  for (const untilMs = Date.now() + 240_000; missing.size > 0 && Date.now() < untilMs; ) {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl: 'arrived', MaxNumberOfMessages: 10, WaitTimeSeconds: 2 });
    for (const { Body = '', ReceiptHandle } of Messages) {
      for (const mark of missing) if (Body.includes(mark)) missing.delete(mark);
      await sqs.deleteMessage({ QueueUrl: 'arrived', ReceiptHandle });
    }
  }
  expect([...missing], emulator.log()).toEqual([]);
  await end('SIGTERM');
});
