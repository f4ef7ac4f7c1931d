// Where outcomes of asynchronous invocations arrive when their target is not well, and what dead letters carry.
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { creation, type Fixture, handler, startFixture } from './fixture.ts';

const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
const queueArn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;

let fixture: Fixture;
let sqs: SQS;
beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual' });
  sqs = fixture.emulator.client(SQS);
});
afterAll(() => fixture.emulator.stop());

async function create(FunctionName: string, body: string, more: object = {}): Promise<void> {
  await fixture.lambda.createFunction(creation(FunctionName, handler(body), more));
  await fixture.emulator.idle();
}

async function invoke(FunctionName: string, payload: unknown): Promise<void> {
  const Payload = Buffer.from(JSON.stringify(payload));
  await fixture.lambda.invoke({ FunctionName, InvocationType: 'Event', Payload });
  await fixture.emulator.idle();
}

const onSuccess = (FunctionName: string, Destination: string) =>
  fixture.lambda.putFunctionEventInvokeConfig({ FunctionName, DestinationConfig: { OnSuccess: { Destination } } });

const outputOf = (name: string) => fixture.emulator.lines.filter((line) => line.includes(`${name}: `) && line.includes('got '));

async function receive(QueueUrl: string) {
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] });
  return Messages;
}

it('a function that fails as a destination gets the result once it works again, and only once', async () => {
  const { lambda, emulator } = fixture;
  await create('source', 'return { n: event.n };');
  // Nothing embedded runs this language.
  await create('target', 'return 1;', { Runtime: 'dotnet8' });
  await onSuccess('source', arnOf('target'));
  await invoke('source', { n: 7 });
  await emulator.clock.advance('10s');
  expect(outputOf('target')).toEqual([]);
  await lambda.deleteFunction({ FunctionName: 'target' });
  await create('target', 'console.log("got", event.responsePayload.n, event.requestContext.condition);');
  await emulator.clock.advance('1h');
  expect(outputOf('target')).toEqual([expect.stringContaining('got 7 Success')]);
});

it('what a destination refuses is in the log, whole', async () => {
  await create('unheard', 'return "result of unheard";');
  await onSuccess('unheard', queueArn('gone'));
  await invoke('unheard', {});
  const line = fixture.emulator.lines.find((text) => text.includes('function unheard → '));
  expect(line).toContain(`${queueArn('gone')} was not delivered after 1 attempt (REFUSED)`);
  expect(line).toContain('"responsePayload":"result of unheard"');
});

it('a queue needs no policy: the function’s role sends, and the trace goes on', async () => {
  const { QueueUrl = '' } = await sqs.createQueue({ QueueName: 'closed' });
  await create('traced', 'return 1;');
  await onSuccess('traced', queueArn('closed'));
  await invoke('traced', {});
  const { Messages } = await sqs.receiveMessage({ QueueUrl, MessageSystemAttributeNames: ['All'] });
  expect(Messages).toMatchObject([{ Attributes: { AWSTraceHeader: expect.stringContaining(';Lineage=') } }]);
});

it('a dead letter of a bucket’s notification carries the function’s attributes, by their types, and no others', async () => {
  const { lambda, emulator } = fixture;
  const [Bucket, name] = ['told', 'breaking'];
  const { QueueUrl = '' } = await sqs.createQueue({ QueueName: 'letters' });
  await create(name, 'throw new Error("a\\u0001b");', { DeadLetterConfig: { TargetArn: queueArn('letters') } });
  await lambda.addPermission({ FunctionName: name, StatementId: 's3', Action: 'lambda:InvokeFunction', Principal: 's3.amazonaws.com' });
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
  const LambdaFunctionConfigurations = [{ LambdaFunctionArn: arnOf(name), Events: ['s3:ObjectCreated:*' as const] }];
  await s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: { LambdaFunctionConfigurations } });
  await s3.putObject({ Bucket, Key: 'k', Body: 'x' });
  await emulator.clock.advance('10m');
  const [letter, ...others] = await receive(QueueUrl);
  expect(others).toEqual([]);
  expect(JSON.parse(letter!.Body!)).toMatchObject({ Records: [{ eventSource: 'aws:s3' }] });
  expect(letter!.MessageAttributes).toEqual({
    RequestID: { DataType: 'String', StringValue: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ErrorCode: { DataType: 'Number', StringValue: '200' },
    ErrorMessage: { DataType: 'String', StringValue: 'a\uFFFDb' },
  });
});

it('a bucket’s notification that no function takes is in the log', async () => {
  const { lambda, emulator } = fixture;
  await lambda.deleteFunction({ FunctionName: 'breaking' });
  await emulator.client(S3).putObject({ Bucket: 'told', Key: 'k', Body: 'x' });
  await emulator.idle();
  expect(emulator.lines.find((line) => line.includes('bucket told, ObjectCreated:Put of k → '))).toContain('(REFUSED)');
});
