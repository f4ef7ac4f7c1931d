// The wire form that SDKs for Java use: awsJson's headers with documents in CBOR. Requests are written as those SDKs write them: maps of
// indefinite length, dates as tag 1 with whole milliseconds.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Streams, useStreams } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const text = (value: string): string =>
  (value.length < 24 ? (0x60 + value.length).toString(16) : `78${value.length.toString(16)}`) + Buffer.from(value).toString('hex');
const map = (...parts: string[]): Buffer => Buffer.from(`bf${parts.join('')}ff`, 'hex');

async function call(operation: string, body: Buffer): Promise<{ status: number; type: string | null; hex: string }> {
  const answer = await fetch(streams.emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': `Kinesis_20131202.${operation}`, 'content-type': 'application/x-amz-cbor-1.1' },
    body: new Uint8Array(body),
  });
  const hex = Buffer.from(await answer.arrayBuffer()).toString('hex');
  return { status: answer.status, type: answer.headers.get('content-type'), hex };
}

it('creates a stream, puts bytes and reads them, with dates in whole milliseconds', async () => {
  const made = await call('CreateStream', map(text('StreamName'), text('java'), text('ShardCount'), '01'));
  expect(made).toEqual({ status: 200, type: 'application/x-amz-cbor-1.1', hex: '' });
  const put = await call('PutRecord', map(text('StreamName'), text('java'), text('Data'), '43ff0080', text('PartitionKey'), text('k')));
  expect(put.hex).toContain(text('ShardId') + text('shardId-000000000000'));
  const at = `c11b${Buffer.from(new BigUint64Array([1000n]).buffer)
    .reverse()
    .toString('hex')}`;
  const position = [text('ShardId'), text('shardId-000000000000'), text('ShardIteratorType'), text('AT_TIMESTAMP'), text('Timestamp'), at];
  const found = await call('GetShardIterator', map(text('StreamName'), text('java'), ...position));
  expect(found.status).toBe(200);
  const iterator = await streams.iterator('java');
  const length = iterator.length.toString(16).padStart(4, '0');
  const page = await call('GetRecords', map(text('ShardIterator'), `79${length}${Buffer.from(iterator).toString('hex')}`));
  expect(page.hex).toContain(`${text('Data')}43ff0080`);
  expect(page.hex).toMatch(new RegExp(`${text('ApproximateArrivalTimestamp')}c11b000001[0-9a-f]{10}`));
});

// localstack/localstack, tests/aws/services/kinesis/test_kinesis.snapshot.json, test_cbor_exceptions, 2025.
it('refuses in the same form', async () => {
  const { status, type, hex } = await call('DescribeStreamSummary', map(text('StreamName'), text('wrong-stream-name')));
  expect([status, type]).toEqual([400, 'application/x-amz-cbor-1.1']);
  expect(hex).toContain(text('__type'));
  expect(Buffer.from(hex, 'hex').toString()).toContain('Stream wrong-stream-name under account 000000000000 not found.');
  expect((await call('ListStreams', Buffer.from('bf', 'hex'))).status).toBe(400);
});

it('sends events of a subscription in it', async () => {
  const StreamARN = await streams.stream('events');
  const { Consumer } = await streams.kinesis.registerStreamConsumer({ StreamARN, ConsumerName: 'c' });
  await streams.kinesis.putRecord({ StreamARN, Data: Buffer.from([1, 2, 3]), PartitionKey: 'k' });
  const arn = Consumer!.ConsumerARN!;
  const start = `bf${text('Type')}${text('TRIM_HORIZON')}ff`;
  const named = [text('ConsumerARN'), `78${arn.length.toString(16)}${Buffer.from(arn).toString('hex')}`];
  const answer = await fetch(streams.emulator.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'Kinesis_20131202.SubscribeToShard', 'content-type': 'application/x-amz-cbor-1.1' },
    body: new Uint8Array(map(...named, text('ShardId'), text('shardId-000000000000'), text('StartingPosition'), start)),
  });
  expect(answer.headers.get('content-type')).toBe('application/vnd.amazon.eventstream');
  const reader = answer.body!.getReader();
  let received = '';
  while (!received.includes(`${text('Data')}43010203`)) {
    const { value, done } = await reader.read();
    if (done) break;
    received += Buffer.from(value).toString('hex');
  }
  expect(received).toContain(`${text('Data')}43010203`);
  expect(Buffer.from(received, 'hex').toString('latin1')).toContain('application/x-amz-cbor-1.1');
  await reader.cancel();
});
