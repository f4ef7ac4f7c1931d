// Notifications of a bucket to functions and to the default bus, seen at the receiving end.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

let fixture: Fixture;
let s3: S3;
beforeAll(async () => {
  fixture = await startFixture();
  s3 = fixture.emulator.client(S3);
});
afterAll(() => fixture.emulator.stop());

it('the default bus gets whole events', async () => {
  const Bucket = 'on-the-bus';
  const events = fixture.emulator.client(EventBridge);
  const sqs = fixture.emulator.client(SQS);
  const QueueArn = 'arn:aws:sqs:us-east-1:000000000000:from-the-bus';
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' }, Action: 'sqs:SendMessage', Resource: QueueArn }],
  });
  const { QueueUrl } = await sqs.createQueue({ QueueName: 'from-the-bus', Attributes: { Policy } });
  const EventPattern = JSON.stringify({ source: ['aws.s3'], detail: { bucket: { name: [Bucket] } } });
  await events.putRule({ Name: 'bucket', EventPattern });
  await events.putTargets({ Rule: 'bucket', Targets: [{ Id: 'q', Arn: QueueArn }] });
  await s3.createBucket({ Bucket });
  await s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: { EventBridgeConfiguration: {} } });
  const next = async () => {
    const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: Messages[0]!.ReceiptHandle });
    return JSON.parse(Messages[0]!.Body!);
  };
  await s3.putObject({ Bucket, Key: 'a b', Body: 'hello' });
  expect(await next()).toMatchObject({
    version: '0',
    source: 'aws.s3',
    'detail-type': 'Object Created',
    account: '000000000000',
    region: 'us-east-1',
    resources: [`arn:aws:s3:::${Bucket}`],
    detail: {
      version: '0',
      bucket: { name: Bucket },
      object: { key: 'a b', size: 5, etag: '5d41402abc4b2a76b9719d911017c592' },
      requester: '000000000000',
      reason: 'PutObject',
    },
  });
  await s3.deleteObject({ Bucket, Key: 'a b' });
  expect(await next()).toMatchObject({
    'detail-type': 'Object Deleted',
    detail: { reason: 'DeleteObject', 'deletion-type': 'Permanently Deleted' },
  });
});

it('a function gets records, once it may be invoked', async () => {
  const Bucket = 'to-a-function';
  const LambdaFunctionArn = 'arn:aws:lambda:us-east-1:000000000000:function:told';
  await fixture.create('told', 'console.log("told of", event.Records[0].eventName, event.Records[0].s3.object.key);');
  await s3.createBucket({ Bucket });
  const configure = () =>
    s3.putBucketNotificationConfiguration({
      Bucket,
      NotificationConfiguration: { LambdaFunctionConfigurations: [{ LambdaFunctionArn, Events: ['s3:ObjectCreated:*'] }] },
    });
  await expect(configure()).rejects.toMatchObject({
    name: 'InvalidArgument',
    ArgumentValue1: `Not authorized to invoke function [${LambdaFunctionArn}]`,
  });
  await fixture.lambda.addPermission({
    FunctionName: 'told',
    StatementId: 's3',
    Action: 'lambda:InvokeFunction',
    Principal: 's3.amazonaws.com',
    SourceArn: `arn:aws:s3:::${Bucket}`,
    SourceAccount: '000000000000',
  });
  await configure();
  await s3.putObject({ Bucket, Key: 'in/ö.txt', Body: 'x' });
  const logs = fixture.emulator.client(CloudWatchLogs);
  const told = async () => {
    const { events = [] } = await logs
      .filterLogEvents({ logGroupName: '/aws/lambda/told', filterPattern: '"told of"' })
      .catch(() => ({ events: [] }));
    return events.map(({ message }) => message?.trim());
  };
  await expect.poll(told).toEqual([expect.stringContaining('told of ObjectCreated:Put in/%C3%B6.txt')]);
});
