// Queues of a data directory: everything is there after a restart, receipt handles included.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { startTestEmulator } from '../../support/emulator.ts';

it('outlives the process', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'sqs-'));
  const start = () => startTestEmulator({ options: { PERSISTENCE: '1', DATA_DIR } });
  const large = 'x'.repeat(200_000);
  let emulator = await start();
  let sqs = emulator.client(SQSClient);
  const QueueUrl = 'kept.fifo';
  await sqs.send(new CreateQueueCommand({ QueueName: QueueUrl, Attributes: { FifoQueue: 'true', ContentBasedDeduplication: 'true' } }));
  for (const [MessageBody, MessageGroupId] of [
    ['a1', 'a'],
    ['a2', 'a'],
    [large, 'b'],
  ] as const)
    await sqs.send(
      new SendMessageCommand({
        QueueUrl,
        MessageBody,
        MessageGroupId,
        MessageAttributes: { bytes: { DataType: 'Binary', BinaryValue: Buffer.from([1, 2]) } },
      }),
    );
  const received = await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 600 }));
  await emulator.stop();

  emulator = await start();
  sqs = emulator.client(SQSClient);
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  expect(Attributes).toMatchObject({ ApproximateNumberOfMessages: '2', ApproximateNumberOfMessagesNotVisible: '1' });
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'a2', MessageGroupId: 'a' }));
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: received.Messages![0]!.ReceiptHandle }));
  const rest = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] }));
  expect(rest.Messages!.map(({ Body }) => Body).sort()).toEqual(['a2', large]);
  for (const { MessageAttributes } of rest.Messages!) expect([...MessageAttributes!['bytes']!.BinaryValue!]).toEqual([1, 2]);
  await emulator.stop();
  await rm(DATA_DIR, { recursive: true });
});
