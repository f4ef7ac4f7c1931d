// Batches of messages: what is good is done, what is not is named, and whole batches are refused.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useSqs } from '../../support/use-sqs.ts';

const queue = useSqs();
const { send, receive, bodies, counts } = queue;
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

describe('batches', () => {
  it('send what is good and say what is not', async () => {
    const { Successful, Failed } = await queue.sqs.sendMessageBatch({
      QueueUrl: queue.QueueUrl,
      Entries: [
        { Id: 'a', MessageBody: 'one', DelaySeconds: 0 },
        { Id: 'b', MessageBody: 'late', DelaySeconds: 901 },
        { Id: 'c', MessageBody: '' },
        { Id: 'd', MessageBody: 'two', MessageAttributes: { data1: { DataType: 'Number', StringValue: '1' } } },
        { Id: 'e', MessageBody: 'x'.repeat(100_000) },
      ],
    });
    expect(Successful!.map(({ Id }) => Id)).toEqual(['a', 'd', 'e']);
    expect(Successful![1]).toMatchObject({ MD5OfMessageBody: md5('two'), MD5OfMessageAttributes: 'cc7f712733e0ad2cc9f1fefbd28bab9c' });
    expect(Failed).toEqual([
      {
        Id: 'b',
        SenderFault: true,
        Code: 'InvalidParameterValue',
        Message: 'Value 901 for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.',
      },
      {
        Id: 'c',
        SenderFault: true,
        Code: 'MissingParameter',
        Message: 'The request must contain the parameter SendMessageBatchRequestEntry.3.MessageBody.',
      },
    ]);
    expect((await bodies()).map((body) => body.length)).toEqual([3, 3, 100_000]);
  });
  it.each([
    [[], 'EmptyBatchRequest', 'There should be at least one SendMessageBatchRequestEntry in the request.'],
    [
      Array.from({ length: 20 }, (_, i) => ({ Id: `i${i}`, MessageBody: 'x' })),
      'TooManyEntriesInBatchRequest',
      'Maximum number of entries per request are 10. You have sent 20.',
    ],
    [
      [
        { Id: 'same', MessageBody: 'x' },
        { Id: 'same', MessageBody: 'y' },
      ],
      'BatchEntryIdsNotDistinct',
      'Id same repeated.',
    ],
    [[{ Id: 'a:b', MessageBody: 'x' }], 'InvalidBatchEntryId', undefined],
    [
      [
        { Id: 'a', MessageBody: 'x'.repeat(1_048_000) },
        { Id: 'b', MessageBody: 'x'.repeat(577) },
      ],
      'BatchRequestTooLong',
      'Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.',
    ],
  ])('refuse whole batches', async (Entries, name, message) => {
    await expect(queue.sqs.sendMessageBatch({ QueueUrl: queue.QueueUrl, Entries })).rejects.toMatchObject(
      message === undefined ? { name } : { name, message },
    );
  });
  it('change and delete with partial failures', async () => {
    await send('a');
    await send('b');
    const [a, b] = await receive();
    const changed = await queue.sqs.changeMessageVisibilityBatch({
      QueueUrl: queue.QueueUrl,
      Entries: [
        { Id: '1', ReceiptHandle: a!.ReceiptHandle, VisibilityTimeout: 0 },
        { Id: '2', ReceiptHandle: 'nonsense', VisibilityTimeout: 0 },
        { Id: '3', ReceiptHandle: b!.ReceiptHandle, VisibilityTimeout: 43_201 },
      ],
    });
    expect(changed.Successful).toEqual([{ Id: '1' }]);
    expect(changed.Failed!.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault])).toEqual([
      ['2', 'ReceiptHandleIsInvalid', true],
      ['3', 'InvalidParameterValue', true],
    ]);
    expect(await counts()).toEqual([1, 1, 0]);
    const deleted = await queue.sqs.deleteMessageBatch({
      QueueUrl: queue.QueueUrl,
      Entries: [
        { Id: '1', ReceiptHandle: b!.ReceiptHandle },
        { Id: '2', ReceiptHandle: 'nonsense' },
      ],
    });
    expect([deleted.Successful, deleted.Failed!.map(({ Code }) => Code)]).toEqual([[{ Id: '1' }], ['ReceiptHandleIsInvalid']]);
    expect(await counts()).toEqual([1, 0, 0]);
  });
});
