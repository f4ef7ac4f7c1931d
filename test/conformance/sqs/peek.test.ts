// A look at the messages of a queue that receives none of them.
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let sqs: SQS;
let peeking: SQS;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
  sqs = emulator.client(SQS);
  peeking = emulator.client(SQS, { endpoint: `${emulator.url}/_aws/sqs/messages` });
});
afterAll(() => emulator.stop());

type Plain = Record<string, unknown>;

async function queueOf(name: string, bodies: readonly string[], attributes: Record<string, string> = {}): Promise<string> {
  const { QueueUrl } = await sqs.createQueue({ QueueName: name, Attributes: attributes });
  for (const MessageBody of bodies)
    await sqs.sendMessage({ QueueUrl, MessageBody, ...(name.endsWith('.fifo') ? { MessageGroupId: MessageBody[0]! } : {}) });
  return QueueUrl!;
}
const look = async (path: string, headers: Record<string, string> = { accept: 'application/json' }) => {
  const response = await fetch(`${emulator.url}/_aws/sqs/messages${path}`, { headers });
  return { status: response.status, text: await response.text() };
};
const bodies = async (path: string): Promise<unknown[]> => {
  const { text } = await look(path);
  const document = JSON.parse(text) as { ReceiveMessageResponse: { ReceiveMessageResult: { Message?: Plain | Plain[] } } };
  return [document.ReceiveMessageResponse.ReceiveMessageResult.Message ?? []].flat().map(({ Body }) => Body);
};

it('changes nothing: the messages are received afterwards as if nobody had looked', async () => {
  const QueueUrl = await queueOf('still', ['a', 'b<']);
  const { text } = await look(`?QueueUrl=${QueueUrl}`, {});
  expect(text).toMatch(/^<ReceiveMessageResponse><ReceiveMessageResult><Message><MessageId>.*<Body>a<\/Body>.*<Body>b&lt;<\/Body>/);
  expect(text).toContain('<Name>ApproximateReceiveCount</Name><Value>0</Value>');
  const { Messages } = await sqs.receiveMessage({ QueueUrl, MessageSystemAttributeNames: ['All'], MaxNumberOfMessages: 10 });
  expect(Messages?.map(({ Body, Attributes }) => [Body, Attributes!.ApproximateReceiveCount])).toEqual([
    ['a', '1'],
    ['b<', '1'],
  ]);
});

it('answers a client that has the path as its endpoint, whole queue at once, and takes no other call', async () => {
  const QueueUrl = await queueOf('client', ['1', '2', '3']);
  await sqs.sendMessage({
    QueueUrl,
    MessageBody: '4',
    MessageAttributes: { b: { DataType: 'Binary', BinaryValue: Buffer.from('x') } },
  });
  for (let times = 0; times < 2; times++) {
    const { Messages } = await peeking.receiveMessage({ QueueUrl, MaxNumberOfMessages: 1 });
    expect(Messages?.map(({ Body }) => Body)).toEqual(['1', '2', '3', '4']);
    expect(Buffer.from(Messages![3]!.MessageAttributes!['b']!.BinaryValue!).toString()).toBe('x');
  }
  await expect(peeking.sendMessage({ QueueUrl, MessageBody: 'x' })).rejects.toMatchObject({
    name: 'InvalidRequest',
    message: 'This endpoint only accepts ReceiveMessage calls',
  });
});

it('shows messages in flight and delayed ones to those who ask for them', async () => {
  const QueueUrl = await queueOf('hidden', ['a', 'b']);
  await sqs.sendMessage({ QueueUrl, MessageBody: 'late', DelaySeconds: 60 });
  await sqs.receiveMessage({ QueueUrl });
  const path = `?QueueUrl=${QueueUrl}`;
  expect(await bodies(path)).toEqual(['b']);
  expect(await bodies(`${path}&ShowInvisible=true`)).toEqual(['a', 'b']);
  expect(await bodies(`${path}&ShowInvisible=1&ShowDelayed=1`)).toEqual(['a', 'b', 'late']);
  expect((await look(`${path}&ShowDelayed=True`)).text).toContain('{"Name":"IsDelayed","Value":"true"}');
  await emulator.clock.advance('61s');
  expect(await bodies(path)).toEqual(['a', 'b', 'late']);
});

it('knows that a FIFO group waits for its message in flight', async () => {
  const QueueUrl = await queueOf('ordered.fifo', ['a1', 'a2', 'b1'], { FifoQueue: 'true', ContentBasedDeduplication: 'true' });
  await sqs.receiveMessage({ QueueUrl });
  expect(await bodies(`?QueueUrl=${QueueUrl}`)).toEqual(['b1']);
  expect(await bodies(`?QueueUrl=${QueueUrl}&ShowInvisible=true`)).toEqual(['a1', 'a2', 'b1']);
});

it('takes region, account and queue from the path, and says which queue is not there', async () => {
  await emulator.client(SQS, { region: 'eu-west-1' }).createQueue({ QueueName: 'there' });
  expect(await bodies('/eu-west-1/000000000000/there')).toEqual([]);
  for (const path of ['/us-east-1/000000000000/there', '', `?QueueUrl=${emulator.url}/000000000000/there`])
    expect(await look(path)).toMatchObject({
      status: 400,
      text: expect.stringContaining('"Code":"AWS.SimpleQueueService.NonExistentQueue"') as unknown,
    });
  expect((await look('?QueueUrl=https://example.com/a/b/c')).status).toBe(404);
  expect((await look('/nonsense')).status).toBe(404);
});
