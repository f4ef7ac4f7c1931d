// Queues as the official client sees them: creating, finding, tagging, deleting.
import { paginateListQueues, SQS } from '@aws-sdk/client-sqs';
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
const refused = (name: string, message?: string) => (message === undefined ? { name } : { name, message });

describe('creating', () => {
  it('answers a URL on the host that the caller used', async () => {
    expect(await create('plain')).toBe(`${emulator.url}/000000000000/plain`);
  });
  it('gives every queue its defaults', async () => {
    const url = await create('defaults');
    const seconds = String(Math.floor(emulator.clock.now() / 1000));
    expect(await attributes(url)).toEqual({
      QueueArn: 'arn:aws:sqs:us-east-1:000000000000:defaults',
      CreatedTimestamp: seconds,
      LastModifiedTimestamp: seconds,
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
      DelaySeconds: '0',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      ReceiveMessageWaitTimeSeconds: '0',
      VisibilityTimeout: '30',
      SqsManagedSseEnabled: 'true',
    });
  });
  it('gives FIFO queues theirs besides', async () => {
    const url = await create('defaults.fifo', { FifoQueue: 'true' });
    expect(await attributes(url)).toMatchObject({
      FifoQueue: 'true',
      ContentBasedDeduplication: 'false',
      DeduplicationScope: 'queue',
      FifoThroughputLimit: 'perQueue',
    });
  });
  it('is idempotent, unless an attribute differs', async () => {
    const url = await create('twice', { DelaySeconds: '1', VisibilityTimeout: '7' });
    expect(await create('twice')).toBe(url);
    expect(await create('twice', { VisibilityTimeout: '7' })).toBe(url);
    await expect(create('twice', { DelaySeconds: '2' })).rejects.toMatchObject(
      refused('QueueNameExists', 'A queue already exists with the same name and a different value for attribute DelaySeconds'),
    );
  });
  it.each([
    ['a.b', {}, 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length'],
    ['x'.repeat(81), {}, 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length'],
    ['no.fifo', {}, 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length'],
    ['', {}, 'Value for parameter QueueName is invalid. Reason: Must specify a queue name.'],
    [
      'suffixless',
      { FifoQueue: 'true' },
      'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length.',
    ],
  ])('refuses the name %j', async (name, attributes, message) => {
    await expect(create(name, attributes)).rejects.toMatchObject(refused('InvalidParameterValue', message));
  });
  it.each([
    ['DelaySeconds', '901'],
    ['DelaySeconds', '-1'],
    ['DelaySeconds', '1.5'],
    ['MaximumMessageSize', '1023'],
    ['MaximumMessageSize', '1048577'],
    ['MessageRetentionPeriod', '59'],
    ['MessageRetentionPeriod', '1209601'],
    ['ReceiveMessageWaitTimeSeconds', '21'],
    ['VisibilityTimeout', '43201'],
    ['KmsDataKeyReusePeriodSeconds', '59'],
    ['SqsManagedSseEnabled', 'perhaps'],
    ['Policy', '{"Statement":'],
  ])('refuses %s=%s', async (name, value) => {
    await expect(create('invalid', { [name]: value })).rejects.toMatchObject(
      refused('InvalidAttributeValue', `Invalid value for the parameter ${name}.`),
    );
  });
  it.each(['QueueArn', 'ApproximateNumberOfMessages', 'ContentBasedDeduplication', 'Nonsense', 'FifoQueue'])(
    'knows no attribute %s to set on a standard queue',
    async (name) => {
      await expect(create('invalid', { [name]: 'false' })).rejects.toMatchObject(
        refused('InvalidAttributeName', `Unknown Attribute ${name}.`),
      );
    },
  );
});

describe('finding', () => {
  it('by name, also another account’s', async () => {
    const other = emulator.client(SQS, { credentials: { accessKeyId: '111122223333', secretAccessKey: 'x' } });
    await other.createQueue({ QueueName: 'theirs' });
    await expect(sqs.getQueueUrl({ QueueName: 'theirs' })).rejects.toMatchObject(
      refused('QueueDoesNotExist', 'The specified queue does not exist.'),
    );
    const found = await sqs.getQueueUrl({ QueueName: 'theirs', QueueOwnerAWSAccountId: '111122223333' });
    expect(found.QueueUrl).toBe(`${emulator.url}/111122223333/theirs`);
    await sqs.sendMessage({ QueueUrl: found.QueueUrl, MessageBody: 'hello' });
    expect(await attributes(found.QueueUrl!, 'ApproximateNumberOfMessages')).toEqual({ ApproximateNumberOfMessages: '1' });
  });
  it('by any URL with its account and name, or by its name alone', async () => {
    await create('anywhere');
    for (const url of [
      'https://sqs.us-east-1.amazonaws.com/000000000000/anywhere',
      'http://elsewhere:1/queue/eu-west-1/000000000000/anywhere',
      'anywhere',
    ])
      expect(await attributes(url, 'DelaySeconds')).toEqual({ DelaySeconds: '0' });
  });
  it('says what is no queue', async () => {
    await expect(attributes(`${emulator.url}/000000000000/missing`)).rejects.toMatchObject(refused('QueueDoesNotExist'));
    await expect(attributes(`${emulator.url}/not/a/queue`)).rejects.toMatchObject({
      name: 'InvalidAddress',
      $metadata: { httpStatusCode: 404 },
    });
  });
  it('lists by prefix and in pages', async () => {
    const client = emulator.client(SQS, { region: 'eu-west-1' });
    expect(await client.listQueues()).not.toHaveProperty('QueueUrls');
    for (let i = 0; i < 7; i++) await client.createQueue({ QueueName: `page-${i}` });
    await client.createQueue({ QueueName: 'other' });
    const pages: string[][] = [];
    for await (const page of paginateListQueues({ client, pageSize: 3 }, { QueueNamePrefix: 'page-' }))
      pages.push((page.QueueUrls ?? []).map((url) => url.split('/').at(-1)!));
    expect(pages).toEqual([['page-0', 'page-1', 'page-2'], ['page-3', 'page-4', 'page-5'], ['page-6']]);
    await expect(client.listQueues({ MaxResults: 3, NextToken: 'nonsense' })).rejects.toMatchObject(
      refused('InvalidParameterValue', 'Invalid or expired next token.'),
    );
    await expect(client.listQueues({ MaxResults: 1001 })).rejects.toMatchObject(refused('InvalidParameterValue'));
  });
});

describe('tags', () => {
  it('are set, overwritten and removed', async () => {
    const url = await create('tagged', {}, { a: '1' });
    await sqs.tagQueue({ QueueUrl: url, Tags: { a: '2', b: '', ['__proto__']: 'x' } });
    await sqs.untagQueue({ QueueUrl: url, TagKeys: ['b', 'missing'] });
    const { Tags } = await sqs.listQueueTags({ QueueUrl: url });
    expect(Tags).toMatchObject({ a: '2' });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']));
    await expect(sqs.tagQueue({ QueueUrl: url, Tags: many })).rejects.toMatchObject(
      refused('InvalidParameterValue', 'Too many tags added for queue tagged.'),
    );
  });
});

describe('an end', () => {
  it('deletes the messages with the queue, and frees the name', async () => {
    const url = await create('again');
    await sqs.sendMessage({ QueueUrl: url, MessageBody: 'old' });
    await sqs.deleteQueue({ QueueUrl: url });
    await expect(sqs.deleteQueue({ QueueUrl: url })).rejects.toMatchObject(refused('QueueDoesNotExist'));
    await create('again');
    expect((await sqs.receiveMessage({ QueueUrl: url })).Messages).toBeUndefined();
  });
  it('purges once a minute', async () => {
    const url = await create('purged');
    const received = async () => (await sqs.receiveMessage({ QueueUrl: url })).Messages?.map(({ Body }) => Body);
    await sqs.sendMessage({ QueueUrl: url, MessageBody: 'old' });
    await sqs.purgeQueue({ QueueUrl: url });
    expect(await attributes(url, 'ApproximateNumberOfMessages')).toEqual({ ApproximateNumberOfMessages: '0' });
    await sqs.sendMessage({ QueueUrl: url, MessageBody: 'new' });
    expect(await received()).toEqual(['new']);
    await emulator.clock.advance('59s');
    await expect(sqs.purgeQueue({ QueueUrl: url })).rejects.toMatchObject(
      refused('PurgeQueueInProgress', 'Only one PurgeQueue operation on purged is allowed every 60 seconds.'),
    );
    await emulator.clock.advance('1s');
    await sqs.purgeQueue({ QueueUrl: url });
  });
});
