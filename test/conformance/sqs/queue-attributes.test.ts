// Attributes of queues as the official client sees them: described, changed, refused; dead-letter queues and permissions are attributes, too.
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let sqs: SQS;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  sqs = emulator.client(SQS);
});
afterAll(() => emulator.stop());

const create = async (QueueName: string, Attributes?: Record<string, string>, tags?: Record<string, string>): Promise<string> =>
  (await sqs.createQueue({ QueueName, Attributes, tags })).QueueUrl!;
const attributes = async (QueueUrl: string, ...names: string[]): Promise<Record<string, string> | undefined> =>
  (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: (names.length ? names : ['All']) as never })).Attributes;
const set = (QueueUrl: string, Attributes: Record<string, string>) => sqs.setQueueAttributes({ QueueUrl, Attributes });
const refused = (name: string, message?: string) => (message === undefined ? { name } : { name, message });

describe('attributes', () => {
  it('come back verbatim, a redrive policy compact and with a number', async () => {
    const policy = '{ "Version":"2012-10-17",\n "Statement": [{"Effect":"Allow","Principal":"*","Action":"sqs:*","Resource":"*"}] }';
    const dead = await create('dead');
    const redrive = `{ "deadLetterTargetArn" : "arn:aws:sqs:us-east-1:000000000000:dead","maxReceiveCount":"4" }`;
    const normal = '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:000000000000:dead","maxReceiveCount":4}';
    const url = await create('verbatim', { Policy: policy, RedrivePolicy: redrive });
    expect(await attributes(url, 'Policy', 'RedrivePolicy')).toEqual({ Policy: policy, RedrivePolicy: normal });
    await set(dead, { RedriveAllowPolicy: '{ "redrivePermission": "allowAll"}' });
    expect(await attributes(dead, 'RedriveAllowPolicy')).toEqual({ RedriveAllowPolicy: '{ "redrivePermission": "allowAll"}' });
    await set(url, { Policy: '' });
    expect(await attributes(url, 'Policy', 'RedrivePolicy')).toEqual({ RedrivePolicy: normal });
  });
  it('change without touching the others', async () => {
    const url = await create('changing', { DelaySeconds: '3' });
    await emulator.clock.advance('10s');
    await set(url, { VisibilityTimeout: '69' });
    const now = await attributes(url);
    expect(now).toMatchObject({ DelaySeconds: '3', VisibilityTimeout: '69' });
    expect(Number(now!['LastModifiedTimestamp']) - Number(now!['CreatedTimestamp'])).toBe(10);
  });
  it('are none when none are asked for', async () => {
    const url = await create('none');
    expect(await sqs.getQueueAttributes({ QueueUrl: url })).not.toHaveProperty('Attributes');
    await expect(attributes(url, 'Nonsense')).rejects.toMatchObject(refused('InvalidAttributeName'));
  });
  it('keep the type of the queue', async () => {
    await expect(set(await create('standard'), { FifoQueue: 'true' })).rejects.toMatchObject(
      refused('InvalidAttributeName', 'Unknown Attribute FifoQueue.'),
    );
    await expect(set(await create('typed.fifo', { FifoQueue: 'true' }), { FifoQueue: 'false' })).rejects.toMatchObject(
      refused('InvalidAttributeValue', 'Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.'),
    );
  });
  it('allow one kind of encryption', async () => {
    const url = await create('encrypted', { KmsMasterKeyId: 'alias/aws/sqs' });
    expect(await attributes(url, 'SqsManagedSseEnabled', 'KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds')).toEqual({
      SqsManagedSseEnabled: 'false',
      KmsMasterKeyId: 'alias/aws/sqs',
      KmsDataKeyReusePeriodSeconds: '300',
    });
    await expect(set(url, { SqsManagedSseEnabled: 'true' })).rejects.toMatchObject(refused('InvalidAttributeName'));
    await set(url, { KmsMasterKeyId: '', SqsManagedSseEnabled: 'true' });
    expect(await attributes(url, 'SqsManagedSseEnabled', 'KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds')).toEqual({
      SqsManagedSseEnabled: 'true',
    });
  });
  it('allow high throughput for groups only together', async () => {
    const url = await create('fast.fifo', { FifoQueue: 'true' });
    await expect(set(url, { FifoThroughputLimit: 'perMessageGroupId' })).rejects.toMatchObject(refused('InvalidAttributeValue'));
    await set(url, { FifoThroughputLimit: 'perMessageGroupId', DeduplicationScope: 'messageGroup' });
    expect(await attributes(url, 'FifoThroughputLimit', 'DeduplicationScope')).toEqual({
      FifoThroughputLimit: 'perMessageGroupId',
      DeduplicationScope: 'messageGroup',
    });
  });
});

describe('dead-letter queues', () => {
  const ARN = 'arn:aws:sqs:us-east-1:000000000000:';
  it.each([
    ['nonsense', 'Invalid value for the parameter RedrivePolicy. Reason: Redrive policy is not a valid JSON map.'],
    ['{"maxReceiveCount":3}', 'Redrive policy does not contain mandatory attribute: deadLetterTargetArn.'],
    [`{"deadLetterTargetArn":"${ARN}x"}`, 'Redrive policy does not contain mandatory attribute: maxReceiveCount.'],
    [
      `{"deadLetterTargetArn":"${ARN}x","maxReceiveCount":0}`,
      'Invalid value for maxReceiveCount: 0, valid values are from 1 to 1000 both inclusive.',
    ],
    ['{"deadLetterTargetArn":"dummy","maxReceiveCount":42}', 'Invalid value for deadLetterTargetArn.'],
    [`{"deadLetterTargetArn":"${ARN}missing","maxReceiveCount":42}`, 'Dead letter target does not exist.'],
    [`{"deadLetterTargetArn":"${ARN}kind.fifo","maxReceiveCount":42}`, 'Dead-letter queue must be same type of queue as the source.'],
  ])('refuse the policy %s', async (policy, reason) => {
    await create('kind.fifo', { FifoQueue: 'true' });
    await expect(create('refused', { RedrivePolicy: policy })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: expect.stringContaining(reason),
    });
  });
  it('list their sources, in pages', async () => {
    const dead = await create('collects');
    for (const name of ['one', 'two', 'three'])
      await create(`source-${name}`, { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${ARN}collects`, maxReceiveCount: 1 }) });
    const first = await sqs.listDeadLetterSourceQueues({ QueueUrl: dead, MaxResults: 2 });
    const rest = await sqs.listDeadLetterSourceQueues({ QueueUrl: dead, MaxResults: 2, NextToken: first.NextToken });
    expect([...first.queueUrls!, ...rest.queueUrls!].map((url) => url.split('/').at(-1))).toEqual([
      'source-one',
      'source-three',
      'source-two',
    ]);
    expect(rest.NextToken).toBeUndefined();
    await sqs.deleteQueue({ QueueUrl: first.queueUrls![0] });
    await set(first.queueUrls![1]!, { RedrivePolicy: '' });
    const left = await sqs.listDeadLetterSourceQueues({ QueueUrl: dead });
    expect(left.queueUrls).toHaveLength(1);
    expect((await sqs.listDeadLetterSourceQueues({ QueueUrl: await create('lonely') })).queueUrls).toEqual([]);
  });
  it('take only the sources that they allow', async () => {
    await create('closed', { RedriveAllowPolicy: '{"redrivePermission":"denyAll"}' });
    await create('choosy', { RedriveAllowPolicy: JSON.stringify({ redrivePermission: 'byQueue', sourceQueueArns: [`${ARN}friend`] }) });
    const to = (name: string) => ({ RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${ARN}${name}`, maxReceiveCount: 1 }) });
    await expect(create('friend', to('closed'))).rejects.toMatchObject(refused('InvalidParameterValue'));
    await expect(create('stranger', to('choosy'))).rejects.toMatchObject(refused('InvalidParameterValue'));
    await create('friend', to('choosy'));
    await expect(create('wrong', { RedriveAllowPolicy: '{"redrivePermission":"byQueue"}' })).rejects.toMatchObject({
      message: expect.stringContaining('you must also specify one or more sourceQueueArns values.'),
    });
  });
});

describe('permissions', () => {
  it('write the policy, statement by statement', async () => {
    const url = await create('shared');
    const add = (Label: string, ids: string[], Actions = ['ReceiveMessage']) =>
      sqs.addPermission({ QueueUrl: url, Label, AWSAccountIds: ids, Actions });
    await add('both', ['111122223333', '444455556666']);
    expect(JSON.parse((await attributes(url, 'Policy'))!['Policy']!)).toEqual({
      Version: '2008-10-17',
      Id: 'arn:aws:sqs:us-east-1:000000000000:shared/SQSDefaultPolicy',
      Statement: [
        {
          Sid: 'both',
          Effect: 'Allow',
          Principal: { AWS: ['arn:aws:iam::111122223333:root', 'arn:aws:iam::444455556666:root'] },
          Action: 'SQS:ReceiveMessage',
          Resource: 'arn:aws:sqs:us-east-1:000000000000:shared',
        },
      ],
    });
    await expect(add('both', ['111122223333'])).rejects.toMatchObject(
      refused('InvalidParameterValue', 'Value both for parameter Label is invalid. Reason: Already exists.'),
    );
    await expect(add('no', ['111122223333'], ['DeleteQueue'])).rejects.toMatchObject(refused('InvalidParameterValue'));
    await expect(add('no', ['111122223333'], Array(8).fill('SendMessage'))).rejects.toMatchObject(
      refused('OverLimit', '8 Actions were found, maximum allowed is 7.'),
    );
    await sqs.removePermission({ QueueUrl: url, Label: 'both' });
    expect(await attributes(url, 'Policy')).toBeUndefined();
    await expect(sqs.removePermission({ QueueUrl: url, Label: 'both' })).rejects.toMatchObject(
      refused('InvalidParameterValue', "Value both for parameter Label is invalid. Reason: can't find label."),
    );
  });
});
