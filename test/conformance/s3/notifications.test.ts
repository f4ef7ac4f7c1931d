import { type QueueConfiguration, S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
let sqs: SQS;
let QueueUrl: string;
const Bucket = 'noisy';
const QueueArn = 'arn:aws:sqs:us-east-1:000000000000:told';

beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  sqs = emulator.client(SQS);
  await s3.createBucket({ Bucket });
  QueueUrl = (await sqs.createQueue({ QueueName: 'told' })).QueueUrl!;
});
afterAll(() => emulator.stop());

const configure = (...QueueConfigurations: Omit<QueueConfiguration, 'QueueArn'>[]) =>
  s3.putBucketNotificationConfiguration({
    Bucket,
    NotificationConfiguration: { QueueConfigurations: QueueConfigurations.map((each) => ({ QueueArn, ...each })) },
  });

async function next() {
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, WaitTimeSeconds: 5 });
  const [message] = Messages;
  if (!message) throw new Error('the queue is empty');
  await sqs.deleteMessage({ QueueUrl, ReceiptHandle: message.ReceiptHandle });
  return JSON.parse(message.Body!);
}

it('tries its destinations', async () => {
  const refused = { name: 'InvalidArgument', message: 'Unable to validate the following destination configurations' };
  await expect(configure({ Events: ['s3:ObjectCreated:*'] })).rejects.toMatchObject({
    ...refused,
    ArgumentValue1: 'Permissions on the destination queue do not allow S3 to publish notifications from this bucket',
  });
  const missing = { QueueArn: `${QueueArn}-not`, Events: ['s3:ObjectCreated:*' as const] };
  await expect(
    s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: { QueueConfigurations: [missing] } }),
  ).rejects.toMatchObject({ ...refused, ArgumentValue1: 'The destination queue does not exist' });
  const unknown = { LambdaFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:none', Events: ['s3:ObjectCreated:*' as const] };
  await expect(
    s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: { LambdaFunctionConfigurations: [unknown] } }),
  ).rejects.toMatchObject(refused);
});

it('tells a queue what happens to matching keys', async () => {
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 's3.amazonaws.com' },
        Action: 'sqs:SendMessage',
        Resource: QueueArn,
        Condition: { ArnLike: { 'aws:SourceArn': `arn:aws:s3:::${Bucket}` } },
      },
    ],
  });
  await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
  const Filter = {
    Key: {
      FilterRules: [
        { Name: 'prefix' as const, Value: 'in/' },
        { Name: 'suffix' as const, Value: '.txt' },
      ],
    },
  };
  await configure({ Id: 'mine', Events: ['s3:ObjectCreated:*', 's3:ObjectRemoved:*', 's3:ObjectTagging:*'], Filter });
  expect(await next()).toMatchObject({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket });
  const { QueueConfigurations } = await s3.getBucketNotificationConfiguration({ Bucket });
  const shown = [
    { Name: 'Prefix', Value: 'in/' },
    { Name: 'Suffix', Value: '.txt' },
  ];
  expect(QueueConfigurations).toMatchObject([{ Id: 'mine', QueueArn, Filter: { Key: { FilterRules: shown } } }]);

  await s3.putObject({ Bucket, Key: 'out/a.txt', Body: 'x' });
  await s3.putObject({ Bucket, Key: 'in/a b.txt', Body: 'hello' });
  const { Records } = await next();
  expect(Records).toMatchObject([
    {
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: 'us-east-1',
      eventName: 'ObjectCreated:Put',
      s3: {
        s3SchemaVersion: '1.0',
        configurationId: 'mine',
        bucket: { name: Bucket, arn: `arn:aws:s3:::${Bucket}` },
        object: { key: 'in/a+b.txt', size: 5, eTag: '5d41402abc4b2a76b9719d911017c592' },
      },
    },
  ]);
  await s3.putObjectTagging({ Bucket, Key: 'in/a b.txt', Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } });
  expect((await next()).Records[0].eventName).toBe('ObjectTagging:Put');
  await s3.deleteObject({ Bucket, Key: 'in/a b.txt' });
  const gone = (await next()).Records[0];
  expect(gone.eventName).toBe('ObjectRemoved:Delete');
  expect(gone.s3.object.sequencer > Records[0].s3.object.sequencer).toBe(true);
  await s3.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
  const { VersionId } = await s3.putObject({ Bucket, Key: 'in/v.txt', Body: 'x' });
  expect((await next()).Records[0].s3.object.versionId).toBe(VersionId);
  await s3.deleteObject({ Bucket, Key: 'in/v.txt' });
  expect((await next()).Records[0].eventName).toBe('ObjectRemoved:DeleteMarkerCreated');
});

it('refuses what overlaps and what it does not know', async () => {
  await expect(configure({ Events: ['s3:ObjectCreated:*'] }, { Events: ['s3:ObjectCreated:Put'] })).rejects.toMatchObject({
    name: 'InvalidArgument',
  });
  await expect(configure({ Events: ['s3:Nothing' as never] })).rejects.toMatchObject({ name: 'InvalidArgument' });
});

it('is silenced by an empty configuration', async () => {
  await s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: { EventBridgeConfiguration: {} } });
  const { EventBridgeConfiguration, QueueConfigurations } = await s3.getBucketNotificationConfiguration({ Bucket });
  expect(EventBridgeConfiguration).toEqual({});
  expect(QueueConfigurations).toBeUndefined();
  await s3.putBucketNotificationConfiguration({ Bucket, NotificationConfiguration: {} });
  expect((await s3.getBucketNotificationConfiguration({ Bucket })).EventBridgeConfiguration).toBeUndefined();
});
