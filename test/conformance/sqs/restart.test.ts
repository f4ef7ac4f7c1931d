// Queues of a data directory: everything is there after a restart, receipt handles included.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

it('outlives the process', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'sqs-'));
  const start = () => startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
  const large = 'x'.repeat(200_000);
  let emulator = await start();
  let sqs = emulator.client(SQS);
  const QueueUrl = 'kept.fifo';
  await sqs.createQueue({ QueueName: QueueUrl, Attributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true' } });
  for (const [MessageBody, MessageGroupId] of [
    ['a1', 'a'],
    ['a2', 'a'],
    [large, 'b'],
  ] as const)
    await sqs.sendMessage({
      QueueUrl,
      MessageBody,
      MessageGroupId,
      MessageAttributes: { bytes: { DataType: 'Binary', BinaryValue: Buffer.from([1, 2]) } },
    });
  const received = await sqs.receiveMessage({ QueueUrl, VisibilityTimeout: 600 });
  await emulator.stop();

  emulator = await start();
  sqs = emulator.client(SQS);
  const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['All'] });
  expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '2', ApproximateNumberOfMessagesNotVisible: '1' });
  await sqs.sendMessage({ QueueUrl, MessageBody: 'a2', MessageGroupId: 'a' });
  await sqs.deleteMessage({ QueueUrl, ReceiptHandle: received.Messages![0]!.ReceiptHandle });
  const rest = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] });
  expect(rest.Messages!.map(({ Body }) => Body).sort()).toEqual(['a2', large]);
  for (const { MessageAttributes } of rest.Messages!) expect([...MessageAttributes!['bytes']!.BinaryValue!]).toEqual([1, 2]);
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});
