// FIFO queues: groups in order, one at a time; duplicates dropped for five minutes.
import type { Message } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { useSqs } from '../../support/use-sqs.ts';

const queue = useSqs({ FifoQueue: 'true', ContentBasedDeduplication: 'true' });
const { create, receive, bodies, counts, later, untilReceiving } = queue;
const send = (MessageBody: string, MessageGroupId: string | undefined = MessageBody[0]!, MessageDeduplicationId?: string) =>
  queue.send(MessageBody, { MessageGroupId, MessageDeduplicationId });
const remove = (message: Message | undefined) =>
  queue.sqs.deleteMessage({ QueueUrl: queue.QueueUrl, ReceiptHandle: message!.ReceiptHandle });
const change = (message: Message | undefined, VisibilityTimeout: number) =>
  queue.sqs.changeMessageVisibility({ QueueUrl: queue.QueueUrl, ReceiptHandle: message!.ReceiptHandle, VisibilityTimeout });

describe('groups', () => {
  it('give as many messages of one group as they can, in order', async () => {
    for (const body of ['a1', 'b1', 'a2', 'b2', 'a3']) await send(body);
    expect(await bodies({ MaxNumberOfMessages: 4 })).toEqual(['a1', 'a2', 'a3', 'b1']);
    expect(await counts()).toEqual([1, 4, 0]);
    expect(await bodies()).toEqual([]);
  });
  it('stay locked while a message is in flight', async () => {
    for (const body of ['a1', 'a2', 'b1']) await send(body);
    const [a1] = await receive({ MaxNumberOfMessages: 1 });
    expect(a1!.Body).toBe('a1');
    expect(await bodies({ MaxNumberOfMessages: 1 })).toEqual(['b1']);
    expect(await bodies()).toEqual([]);
    await remove(a1);
    expect(await bodies()).toEqual(['a2']);
  });
  it('go on with the first message after its timeout', async () => {
    for (const body of ['a1', 'a2', 'a3']) await send(body);
    const [, a2] = await receive({ MaxNumberOfMessages: 2 });
    await remove(a2);
    expect(await bodies()).toEqual([]);
    await later('30s');
    expect(await bodies()).toEqual(['a1', 'a3']);
  });
  it('wait for the message that is hidden longest', async () => {
    for (const body of ['a1', 'a2']) await send(body);
    const [a1] = await receive();
    await change(a1, 60);
    await later('30s');
    expect(await bodies()).toEqual([]);
    await later('30s');
    expect(await bodies()).toEqual(['a1', 'a2']);
  });
  it('free a message at once with visibility 0', async () => {
    for (const body of ['a1', 'a2']) await send(body);
    const [a1] = await receive({ MaxNumberOfMessages: 1 });
    await change(a1, 0);
    expect(await bodies({ MaxNumberOfMessages: 1 })).toEqual(['a1']);
  });
  it('take turns', async () => {
    for (const body of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) await send(body);
    const seen: string[] = [];
    for (let i = 0; i < 6; i++) {
      const [message] = await receive({ MaxNumberOfMessages: 1 });
      seen.push(message!.Body!);
      await later('1s');
      await remove(message);
    }
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });
  it('wake who waits when they are freed', async () => {
    for (const body of ['a1', 'a2']) await send(body);
    const [a1] = await receive({ MaxNumberOfMessages: 1 });
    const waiting = bodies({ WaitTimeSeconds: 20 });
    await untilReceiving();
    await remove(a1);
    expect(await waiting).toEqual(['a2']);
    const again = bodies({ WaitTimeSeconds: 20 });
    await untilReceiving();
    await send('b1');
    expect(await again).toEqual(['b1']);
    await later('10s');
    const third = bodies({ WaitTimeSeconds: 20 });
    await untilReceiving();
    await later('20s');
    expect(await third).toEqual(['a2', 'b1']);
  });
  it('give sequence numbers that grow', async () => {
    const first = await send('a1');
    const second = await send('b1');
    expect(first.SequenceNumber).toMatch(/^\d{20}$/);
    expect(BigInt(second.SequenceNumber!)).toBeGreaterThan(BigInt(first.SequenceNumber!));
    const [message] = await receive({ MessageSystemAttributeNames: ['All'] });
    expect(message!.Attributes).toMatchObject({ SequenceNumber: first.SequenceNumber, MessageGroupId: 'a' });
    expect(message!.Attributes!['MessageDeduplicationId']).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('deduplication', () => {
  it('drops the same content for five minutes, also after it was deleted', async () => {
    const first = await send('a1');
    const again = await send('a1', 'b');
    expect(again).toMatchObject({ MessageId: first.MessageId, SequenceNumber: first.SequenceNumber });
    const [message, ...none] = await receive();
    expect(none).toEqual([]);
    await remove(message);
    await later('299s');
    await send('a1');
    expect(await bodies()).toEqual([]);
    await later('1s');
    await send('a1');
    expect(await bodies()).toEqual(['a1']);
  });
  it('goes by the id where there is one', async () => {
    await send('a1', 'a', 'id');
    await send('a2', 'a', 'id');
    await send('a1', 'a', 'other');
    expect(await bodies()).toEqual(['a1', 'a1']);
  });
  it('is of the group where the queue says so', async () => {
    queue.QueueUrl = await create({ DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' });
    await send('one', 'a', 'id');
    await send('two', 'b', 'id');
    await send('three', 'b', 'id');
    expect(await bodies()).toEqual(['one', 'two']);
  });
  it('forgets as it goes', async () => {
    for (let i = 0; i < 20; i++) await send(`a${i}`, 'a', `id-${i}`);
    await later('301s');
    for (let i = 0; i < 12; i++) await send(`a${i}`, 'a', `id-${i}`);
    expect(await counts()).toEqual([32, 0, 0]);
  });
});

describe('refusals', () => {
  it('ask for a group and a deduplication id', async () => {
    queue.QueueUrl = await create();
    await expect(queue.sqs.sendMessage({ QueueUrl: queue.QueueUrl, MessageBody: 'x' })).rejects.toMatchObject({
      name: 'MissingParameter',
      message: 'The request must contain the parameter MessageGroupId.',
    });
    await expect(send('x', 'g')).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: 'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    });
  });
  it('allow no delay of single messages', async () => {
    const delayed = (DelaySeconds: number) =>
      queue.sqs.sendMessage({ QueueUrl: queue.QueueUrl, MessageBody: 'x', MessageGroupId: 'x', DelaySeconds });
    await delayed(0);
    await expect(delayed(2)).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message:
        'Value 2 for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.',
    });
  });
  it('are of the whole batch', async () => {
    const Entries = [
      { Id: '1', MessageBody: 'a1', MessageGroupId: 'a' },
      { Id: '2', MessageBody: 'a2' },
    ];
    await expect(queue.sqs.sendMessageBatch({ QueueUrl: queue.QueueUrl, Entries })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: 'The request must contain the parameter MessageGroupId.',
    });
    expect(await counts()).toEqual([0, 0, 0]);
  });
  it('end a receipt handle with its timeout, also where the message is received again', async () => {
    await send('a1');
    const [message] = await receive();
    await later('30s');
    const expired = {
      name: 'InvalidParameterValue',
      message: `Value ${message!.ReceiptHandle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`,
    };
    await expect(remove(message)).rejects.toMatchObject(expired);
    await expect(change(message, 5)).rejects.toMatchObject(expired);
    const [again] = await receive();
    await expect(remove(message)).rejects.toMatchObject(expired);
    await expect(change(message, 5)).rejects.toMatchObject(expired);
    expect(await counts()).toEqual([0, 1, 0]);
    await remove(again);
    expect(await counts()).toEqual([0, 0, 0]);
    await remove(message);
  });
});

describe('delays', () => {
  it('are the queue’s, and follow its change', async () => {
    queue.QueueUrl = await create({ ContentBasedDeduplication: 'true', DelaySeconds: '10' });
    await send('a1');
    await send('b1');
    expect(await counts()).toEqual([0, 0, 2]);
    await later('5s');
    await queue.sqs.setQueueAttributes({ QueueUrl: queue.QueueUrl, Attributes: { DelaySeconds: '20' } });
    await later('5s');
    expect(await bodies()).toEqual([]);
    await queue.sqs.setQueueAttributes({ QueueUrl: queue.QueueUrl, Attributes: { DelaySeconds: '12' } });
    await later('2s');
    expect(await counts()).toEqual([2, 0, 0]);
    expect(await bodies()).toEqual(['a1', 'b1']);
  });
});

describe('receive attempts', () => {
  it('are answered again with the same messages', async () => {
    for (const body of ['a1', 'a2', 'b1']) await send(body);
    const attempt = { ReceiveRequestAttemptId: 'attempt-1', MaxNumberOfMessages: 2 };
    const first = await receive(attempt);
    await later('20s');
    const again = await receive(attempt);
    expect(again.map(({ Body, ReceiptHandle }) => [Body, ReceiptHandle])).toEqual(
      first.map(({ Body, ReceiptHandle }) => [Body, ReceiptHandle]),
    );
    await later('20s');
    expect(await bodies()).toEqual(['b1']);
    await remove(first[0]);
    expect(await bodies(attempt)).toEqual([]);
  });
});
