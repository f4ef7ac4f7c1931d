// Messages of standard queues: what is sent arrives, once visible, as often as it is not deleted.
import { createHash } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { useSqs } from '../../support/use-sqs.ts';

const queue = useSqs();
const { create, send, receive, bodies, counts, later } = queue;
const remove = (ReceiptHandle: string | undefined) => queue.sqs.deleteMessage({ QueueUrl: queue.QueueUrl, ReceiptHandle });
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

describe('sending', () => {
  it('answers checksums; the message arrives with what was asked for', async () => {
    const sent = await send('hello', {
      MessageAttributes: {
        Hello: { DataType: 'String', StringValue: 'There' },
        General: { DataType: 'String', StringValue: 'Kenobi' },
        'Help.Me': { DataType: 'String', StringValue: 'Me' },
      },
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'some-trace-id' } },
    });
    expect(sent).toMatchObject({
      MD5OfMessageBody: md5('hello'),
      MD5OfMessageAttributes: '4c360f3fdafd970e05fae2f149d997f5',
      MD5OfMessageSystemAttributes: 'fdce4f2818803f2f73becc09a54792c0',
    });
    expect(sent.SequenceNumber).toBeUndefined();
    const [bare] = await receive({ VisibilityTimeout: 0 });
    expect(Object.keys(bare!).sort()).toEqual(['Body', 'MD5OfBody', 'MessageId', 'ReceiptHandle']);
    expect(bare).toMatchObject({ Body: 'hello', MD5OfBody: md5('hello'), MessageId: sent.MessageId });
    const asked = { VisibilityTimeout: 0, MessageSystemAttributeNames: ['All' as const], MessageAttributeNames: ['Hel.*'] };
    const [full] = await receive(asked);
    expect(full).toMatchObject({
      Attributes: {
        SenderId: '000000000000',
        SentTimestamp: String(queue.emulator.clock.now()),
        ApproximateReceiveCount: '2',
        ApproximateFirstReceiveTimestamp: String(queue.emulator.clock.now()),
        AWSTraceHeader: 'some-trace-id',
      },
      MD5OfMessageAttributes: '83fee93c1bcd8b9a5a923ffacdc636c7',
    });
    expect(Object.keys(full!.MessageAttributes!)).toEqual(expect.arrayContaining(['Hello', 'Help.Me']));
    const [two] = await receive({
      VisibilityTimeout: 0,
      AttributeNames: ['SenderId' as never],
      MessageAttributeNames: ['Hello', 'Missing', 'General'],
    });
    expect(two).toMatchObject({ Attributes: { SenderId: '000000000000' }, MD5OfMessageAttributes: 'fca026605781cb4126a1e9044df24232' });
  });
  it.each([
    [{ data1: { DataType: 'Number', StringValue: '1' } }, 'cc7f712733e0ad2cc9f1fefbd28bab9c'],
    [{ UserId: { DataType: 'Number.bigint', StringValue: '1234567890123456789012' } }, '797ab158d73dcb5242dedc4412c8e855'],
    [
      { attr1: { DataType: 'Binary', BinaryValue: Buffer.from('traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01') } },
      '8cbe4db156db8a94db8b801b7addb984',
    ],
  ])('knows the checksum of %j', async (MessageAttributes, checksum) => {
    expect((await send('x', { MessageAttributes })).MD5OfMessageAttributes).toBe(checksum);
    const [message] = await receive({ MessageAttributeNames: ['All'] });
    expect(message!.MD5OfMessageAttributes).toBe(checksum);
    const [name] = Object.keys(MessageAttributes);
    const value = (MessageAttributes as Record<string, { BinaryValue?: Uint8Array }>)[name!]!.BinaryValue;
    if (value) expect(Buffer.from(message!.MessageAttributes![name!]!.BinaryValue!)).toEqual(Buffer.from(value));
  });
  it.each([
    [{ MessageBody: '' }, 'MissingParameter', 'The request must contain the parameter MessageBody.'],
    [{ MessageBody: '\u0000' }, 'InvalidMessageContents', undefined],
    [{ MessageBody: '\uFFFF' }, 'InvalidMessageContents', undefined],
    [
      { DelaySeconds: 901 },
      'InvalidParameterValue',
      'Value 901 for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.',
    ],
    [{ DelaySeconds: -1 }, 'InvalidParameterValue', undefined],
    [{ MessageDeduplicationId: 'x' }, 'InvalidParameterValue', undefined],
    [{ MessageGroupId: 'with space' }, 'InvalidParameterValue', undefined],
    [
      { MessageSystemAttributes: { Hello: { DataType: 'String', StringValue: 'x' } } },
      'InvalidParameterValue',
      "Message system attribute name 'Hello' is invalid.",
    ],
  ])('refuses %j', async (more, name, message) => {
    await expect(send('x', more as never)).rejects.toMatchObject(message === undefined ? { name } : { name, message });
  });
  it.each([
    [{ n: { DataType: 'Number', StringValue: 'world' } }, "Can't cast the value of message (user) attribute 'n' to a number."],
    [{ n: { DataType: 'String', StringValue: '' } }, "Message (user) attribute 'n' must contain a non-empty value of type 'String'."],
    [{ n: {} }, "The message (user) attribute 'n' must contain a non-empty message attribute value."],
    [
      { n: { DataType: 'Odd', StringValue: 'x' } },
      "The type of message (user) attribute 'n' is invalid. You must use only the following supported type prefixes: Binary, Number, String.",
    ],
    [
      { 'AWS.n': { DataType: 'String', StringValue: 'x' } },
      "You can't use message attribute names beginning with 'AWS.' or 'Amazon'. These strings are reserved for internal use.",
    ],
    [
      { n: { DataType: 'StringList', StringListValues: ['x'] } },
      'Message attribute list values in SendMessage operation are not supported.',
    ],
    [{ [`${'n'.repeat(257)}`]: { DataType: 'String', StringValue: 'x' } }, 'Message (user) attribute name must be shorter than 256 bytes.'],
    [
      Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`n${i}`, { DataType: 'String', StringValue: 'x' }])),
      'Number of message attributes [11] exceeds the allowed maximum [10].',
    ],
  ])('refuses the attributes %j', async (MessageAttributes, message) => {
    await expect(send('x', { MessageAttributes: MessageAttributes as never })).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message,
    });
  });
  it('keeps messages of up to a megabyte, attributes counted', async () => {
    const large = 'ä'.repeat(500_000);
    await send(large, { MessageAttributes: { bytes: { DataType: 'Binary', BinaryValue: Buffer.from([0, 255, 7]) } } });
    await send('x'.repeat(1_048_576));
    await expect(send('x'.repeat(1_048_577))).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message: 'One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.',
    });
    const received = await receive({ MessageAttributeNames: ['All'] });
    expect(received.map(({ Body }) => Body!.length)).toEqual([500_000, 1_048_576]);
    expect(received[0]!.Body).toBe(large);
    expect([...received[0]!.MessageAttributes!['bytes']!.BinaryValue!]).toEqual([0, 255, 7]);
    queue.QueueUrl = await create({ MaximumMessageSize: '1024' });
    await expect(
      send('x'.repeat(1000), { MessageAttributes: { a: { DataType: 'String', StringValue: 'y'.repeat(18) } } }),
    ).rejects.toMatchObject({
      message: 'One or more parameters are invalid. Reason: Message must be shorter than 1024 bytes.',
    });
    await send('x'.repeat(1000), { MessageAttributes: { a: { DataType: 'String', StringValue: 'y'.repeat(17) } } });
  });
  it('takes group ids, which receivers see', async () => {
    await send('fair', { MessageGroupId: 'tenant-1' });
    const [message] = await receive({ MessageSystemAttributeNames: ['MessageGroupId'] });
    expect(message!.Attributes).toEqual({ MessageGroupId: 'tenant-1' });
  });
});

describe('time', () => {
  it('hides what was received until its timeout', async () => {
    await send('x');
    expect(await bodies()).toEqual(['x']);
    expect(await bodies()).toEqual([]);
    await later('29s');
    expect(await bodies()).toEqual([]);
    await later('1s');
    const [again] = await receive({ MessageSystemAttributeNames: ['ApproximateReceiveCount'], VisibilityTimeout: 5 });
    expect(again!.Attributes).toEqual({ ApproximateReceiveCount: '2' });
    await later('5s');
    expect(await bodies()).toEqual(['x']);
  });
  it('delays messages, each or all', async () => {
    await send('late', { DelaySeconds: 10 });
    await send('now');
    expect(await counts()).toEqual([1, 0, 1]);
    expect(await bodies()).toEqual(['now']);
    await later('10s');
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await bodies()).toEqual(['late']);
    queue.QueueUrl = await create({ DelaySeconds: '3' });
    await send('x');
    await send('y', { DelaySeconds: 0 });
    expect(await bodies()).toEqual(['y']);
    await later('3s');
    expect(await bodies()).toEqual(['x']);
  });
  it('changes visibility, up to twelve hours from the receive', async () => {
    await send('x');
    const [{ ReceiptHandle }] = (await receive()) as [Message];
    const change = (VisibilityTimeout: number, handle = ReceiptHandle) =>
      queue.sqs.changeMessageVisibility({ QueueUrl: queue.QueueUrl, ReceiptHandle: handle, VisibilityTimeout });
    await change(100);
    await later('60s');
    expect(await bodies()).toEqual([]);
    await expect(change(43_200)).rejects.toMatchObject({
      name: 'InvalidParameterValue',
      message:
        'Value 43200 for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds]',
    });
    await expect(change(43_201)).rejects.toMatchObject({
      message: 'Value 43201 for parameter VisibilityTimeout is invalid. Reason: Must be between 0 and 43200.',
    });
    await change(0);
    const [again] = await receive();
    expect(again!.ReceiptHandle).not.toBe(ReceiptHandle);
    await change(5);
    await expect(change(5, 'nonsense')).rejects.toMatchObject({
      name: 'ReceiptHandleIsInvalid',
      message: 'The input receipt handle "nonsense" is not a valid receipt handle.',
    });
    await remove(again!.ReceiptHandle);
    await expect(change(5, again!.ReceiptHandle)).rejects.toMatchObject({
      message: expect.stringContaining('Message does not exist or is not available for visibility timeout change.'),
    });
  });
  it('leaves a message visible whose receipt handle is of a time out that has ended', async () => {
    await send('x');
    const [{ ReceiptHandle }] = (await receive({ VisibilityTimeout: 5 })) as [Message];
    await later('5s');
    await queue.sqs.changeMessageVisibility({ QueueUrl: queue.QueueUrl, ReceiptHandle, VisibilityTimeout: 100 });
    const entry = { Id: '1', ReceiptHandle, VisibilityTimeout: 100 };
    const { Successful } = await queue.sqs.changeMessageVisibilityBatch({ QueueUrl: queue.QueueUrl, Entries: [entry] });
    expect(Successful).toEqual([{ Id: '1' }]);
    expect(await bodies()).toEqual(['x']);
  });
  it('forgets messages after the retention period', async () => {
    queue.QueueUrl = await create({ MessageRetentionPeriod: '60' });
    await send('old');
    await later('30s');
    await send('young');
    await later('29s');
    expect(await counts()).toEqual([2, 0, 0]);
    await later('1s');
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await bodies()).toEqual(['young']);
    await later('30s');
    expect(await counts()).toEqual([0, 0, 0]);
    await send('a day');
    await queue.sqs.setQueueAttributes({ QueueUrl: queue.QueueUrl, Attributes: { MessageRetentionPeriod: '86400' } });
    await later('61s');
    expect(await bodies()).toEqual(['a day']);
  });
});

describe('deleting', () => {
  it('takes a handle also after its timeout, and after the message is gone', async () => {
    await send('x');
    const [message] = await receive();
    await later('30s');
    await remove(message!.ReceiptHandle);
    await remove(message!.ReceiptHandle);
    expect(await counts()).toEqual([0, 0, 0]);
  });
  // getmoto/moto, tests/test_sqs/test_sqs.py::test_delete_message_using_old_receipt_handle, run against the service in December 2021 (pull request 4655).
  it('takes an earlier handle of a message that was received again, which hides nothing any more', async () => {
    for (const body of ['x', 'y']) await send(body);
    const [first] = await receive({ MaxNumberOfMessages: 1 });
    await later('30s');
    const again = await receive();
    const second = again.find(({ Body }) => Body === first!.Body)!;
    expect(second.ReceiptHandle).not.toBe(first!.ReceiptHandle);
    await remove(first!.ReceiptHandle);
    expect(await counts()).toEqual([0, 1, 0]);
    for (const handle of [first!.ReceiptHandle, second.ReceiptHandle]) await remove(handle);
    const Entries = [{ Id: 'a', ReceiptHandle: first!.ReceiptHandle }];
    expect((await queue.sqs.deleteMessageBatch({ QueueUrl: queue.QueueUrl, Entries })).Successful).toEqual([{ Id: 'a' }]);
    await later('30s');
    expect(await bodies()).toEqual(['y']);
  });
  it('refuses handles of other queues and none at all', async () => {
    await send('x');
    const [message] = await receive();
    queue.QueueUrl = await create();
    await expect(remove(message!.ReceiptHandle)).rejects.toMatchObject({
      name: 'ReceiptHandleIsInvalid',
      $metadata: { httpStatusCode: 404 },
    });
    await expect(remove('')).rejects.toMatchObject({ message: 'The request must contain the parameter ReceiptHandle.' });
  });
});
