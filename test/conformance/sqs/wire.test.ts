// Requests that no official client of today sends: the query protocol of older ones, missing and odd members.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const SIGNED = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0';

const form = async (fields: Record<string, string>, path = '/'): Promise<{ status: number; text: string }> => {
  const response = await fetch(emulator.url + path, {
    method: 'POST',
    headers: { authorization: SIGNED },
    body: new URLSearchParams({ Version: '2012-11-05', ...fields }),
  });
  return { status: response.status, text: await response.text() };
};
const json = async (
  operation: string,
  input: unknown,
): Promise<{ status: number; error: string | null; body: Record<string, unknown> }> => {
  const response = await fetch(emulator.url, {
    method: 'POST',
    headers: { authorization: SIGNED, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${operation}` },
    body: typeof input === 'string' ? input : JSON.stringify(input),
  });
  const text = await response.text();
  return { status: response.status, error: response.headers.get('x-amzn-query-error'), body: text ? JSON.parse(text) : {} };
};
const inside = (text: string, element: string): string | undefined => new RegExp(`<${element}>([^<]*)</${element}>`).exec(text)?.[1];

describe('the query protocol', () => {
  it('creates, sends to the queue’s own URL, receives and deletes', async () => {
    const created = await form({
      Action: 'CreateQueue',
      QueueName: 'query',
      'Attribute.1.Name': 'VisibilityTimeout',
      'Attribute.1.Value': '7',
      'Tag.1.Key': 'k',
      'Tag.1.Value': 'v',
    });
    const url = inside(created.text, 'QueueUrl')!;
    expect(url).toBe(`${emulator.url}/000000000000/query`);
    const path = new URL(url).pathname;
    const sent = await form(
      {
        Action: 'SendMessage',
        MessageBody: 'a < b & c',
        'MessageAttribute.1.Name': 'data1',
        'MessageAttribute.1.Value.DataType': 'Number',
        'MessageAttribute.1.Value.StringValue': '1',
      },
      path,
    );
    expect(inside(sent.text, 'MD5OfMessageAttributes')).toBe('cc7f712733e0ad2cc9f1fefbd28bab9c');
    const received = await form({ Action: 'ReceiveMessage', QueueUrl: url, 'AttributeName.1': 'All', 'MessageAttributeName.1': 'All' });
    expect(received.status).toBe(200);
    expect(inside(received.text, 'Body')).toBe('a &lt; b &amp; c');
    expect(received.text).toContain('<Name>ApproximateReceiveCount</Name><Value>1</Value>');
    expect(received.text).toContain('<Name>data1</Name>');
    const batch = await form({
      Action: 'DeleteMessageBatch',
      QueueUrl: url,
      'DeleteMessageBatchRequestEntry.1.Id': 'one',
      'DeleteMessageBatchRequestEntry.1.ReceiptHandle': inside(received.text, 'ReceiptHandle')!,
      'DeleteMessageBatchRequestEntry.2.Id': 'two',
      'DeleteMessageBatchRequestEntry.2.ReceiptHandle': 'nonsense',
    });
    expect(batch.text).toMatch(/<DeleteMessageBatchResultEntry>\s*<Id>one<\/Id>/);
    expect(inside(batch.text, 'Code')).toBe('ReceiptHandleIsInvalid');
    const attributes = await form({ Action: 'GetQueueAttributes', QueueUrl: url, 'AttributeName.1': 'VisibilityTimeout' });
    expect(attributes.text).toContain('<Name>VisibilityTimeout</Name><Value>7</Value>');
  });
  it('has error codes of its own', async () => {
    const missing = await form({ Action: 'SendMessage', QueueUrl: `${emulator.url}/000000000000/missing`, MessageBody: 'x' });
    expect([missing.status, inside(missing.text, 'Code')]).toEqual([400, 'AWS.SimpleQueueService.NonExistentQueue']);
    const odd = await form({ Action: 'CreateQueue', QueueName: 'a.b' });
    expect([odd.status, inside(odd.text, 'Code')]).toEqual([400, 'InvalidParameterValue']);
    const none = await form({ Action: 'CreateQueue' });
    expect([none.status, inside(none.text, 'Code')]).toEqual([400, 'MissingParameter']);
    expect(inside(none.text, 'Message')).toBe('The request must contain the parameter QueueName.');
  });
});

describe('the JSON protocol', () => {
  it('carries the query protocol’s codes', async () => {
    const missing = await json('GetQueueUrl', { QueueName: 'missing' });
    expect(missing).toMatchObject({
      status: 400,
      error: 'AWS.SimpleQueueService.NonExistentQueue;Sender',
      body: { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'The specified queue does not exist.' },
    });
    expect(await json('CreateQueue', { QueueName: '?' })).toMatchObject({ status: 400, error: 'InvalidParameterValue;Sender' });
    expect(await json('SendMessage', { QueueUrl: 'x' })).toMatchObject({
      status: 400,
      error: 'MissingParameter;Sender',
      body: { message: 'The request must contain the parameter MessageBody.' },
    });
  });
  it('explains odd input without failing', async () => {
    await json('CreateQueue', { QueueName: 'odd' });
    for (const [operation, input] of [
      ['SendMessageBatch', { QueueUrl: 'odd', Entries: [{}] }],
      ['SendMessageBatch', { QueueUrl: 'odd', Entries: [null] }],
      ['SendMessageBatch', { QueueUrl: 'odd', Entries: [{ Id: 'a', MessageBody: 'x', MessageAttributes: { a: null } }] }],
      ['DeleteMessageBatch', { QueueUrl: 'odd', Entries: [{ Id: 'a' }] }],
      ['ChangeMessageVisibilityBatch', { QueueUrl: 'odd', Entries: [{ Id: 'a' }] }],
      ['SendMessage', { QueueUrl: 'odd', MessageBody: 'x', MessageAttributes: { a: {} } }],
      ['SendMessage', { QueueUrl: 'odd', MessageBody: 'x', DelaySeconds: 1.5 }],
      ['SetQueueAttributes', { QueueUrl: 'odd', Attributes: { RedrivePolicy: '[]', __proto__: null } }],
      ['SetQueueAttributes', { QueueUrl: 'odd', Attributes: { constructor: 'x' } }],
      ['TagQueue', { QueueUrl: 'odd', Tags: {} }],
      ['AddPermission', { QueueUrl: 'odd', Label: '', AWSAccountIds: [], Actions: [] }],
      ['CancelMessageMoveTask', { TaskHandle: 'bnVsbA==' }],
      ['ReceiveMessage', { QueueUrl: 'odd', AttributeNames: ['__proto__'] }],
      ['ListQueues', { MaxResults: -1 }],
      ['ListQueues', { QueueNamePrefix: '\ud800' }],
      ['GetQueueUrl', { QueueName: '\ud800' }],
      ['SendMessage', '{"QueueUrl":'],
    ] as const) {
      const { status, body } = await json(operation, input);
      expect([operation, input, status < 500, body], JSON.stringify(body)).toEqual([operation, input, true, body]);
    }
  });
});
