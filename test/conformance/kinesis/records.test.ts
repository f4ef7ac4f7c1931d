// PutRecord, PutRecords, GetShardIterator, GetRecords.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Streams, shardId, textOf, useStreams, type Where } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const put = (StreamName: string, text: string, PartitionKey = 'k') =>
  streams.kinesis.putRecord({ StreamName, Data: Buffer.from(text), PartitionKey });

describe('a record', () => {
  it('goes to the shard of its key, with growing numbers of 56 digits', async () => {
    await streams.stream('numbers', 3);
    const first = await put('numbers', 'a');
    const second = await put('numbers', 'b');
    expect(first).toMatchObject({ ShardId: second.ShardId, SequenceNumber: expect.stringMatching(/^\d{56}$/) });
    expect(BigInt(second.SequenceNumber!)).toBeGreaterThan(BigInt(first.SequenceNumber!));
    expect(first).not.toHaveProperty('EncryptionType');
  });

  it('goes where its explicit hash key says', async () => {
    await streams.stream('explicit', 2);
    const at = async (ExplicitHashKey: string) =>
      (await streams.kinesis.putRecord({ StreamName: 'explicit', Data: Buffer.from('x'), PartitionKey: 'k', ExplicitHashKey })).ShardId;
    expect(await at('0')).toBe(shardId(0));
    expect(await at(String(2n ** 127n - 1n))).toBe(shardId(0));
    expect(await at(String(2n ** 127n))).toBe(shardId(1));
    await expect(at(String(2n ** 128n))).rejects.toThrow(
      `Invalid ExplicitHashKey. ExplicitHashKey must be in the range: [0, 2^128-1]. Specified value was ${2n ** 128n}`,
    );
  });

  it('comes back with hundreds of others, over HTTP/2 and HTTP/1.1', async () => {
    await streams.stream('hundreds');
    const Records = Array.from({ length: 500 }, (_, n) => ({
      Data: Buffer.from(`${n}`),
      PartitionKey: n % 3 === 0 ? `schlüssel ${n}` : `"${n}"`,
    }));
    await streams.kinesis.putRecords({ StreamName: 'hundreds', Records });
    const shown = (await streams.records('hundreds')).map((record) => [textOf(record), record.PartitionKey]);
    expect(shown).toEqual(Records.map(({ Data, PartitionKey }) => [String(Data), PartitionKey]));
    const answer = await fetch(streams.emulator.url, {
      method: 'POST',
      headers: {
        'x-amz-target': 'Kinesis_20131202.GetRecords',
        'content-type': 'application/x-amz-json-1.1',
        authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/kinesis/aws4_request, SignedHeaders=host, Signature=0',
      },
      body: JSON.stringify({ ShardIterator: await streams.iterator('hundreds') }),
    });
    const text = await answer.text();
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    const plain = JSON.parse(text) as { readonly Records: readonly { readonly Data: string; readonly PartitionKey: string }[] };
    expect(plain.Records.map(({ Data, PartitionKey }) => [String(Buffer.from(Data, 'base64')), PartitionKey])).toEqual(shown);
  });

  it('comes back byte for byte, in order, small or large', async () => {
    await streams.stream('bytes');
    const contents = [Buffer.alloc(0), Buffer.from([0, 255, 128]), Buffer.alloc(500_000, 'x'), Buffer.from('ünicödé 统一码 💣')];
    for (const Data of contents) await streams.kinesis.putRecord({ StreamName: 'bytes', Data, PartitionKey: '1' });
    const records = await streams.records('bytes');
    expect(records.map(({ Data }, at) => contents[at]!.equals(Data!))).toEqual(contents.map(() => true));
    expect(Object.keys(records[0]!).sort()).toEqual(['ApproximateArrivalTimestamp', 'Data', 'PartitionKey', 'SequenceNumber']);
  });

  it('of more than the stream takes is refused', async () => {
    await streams.stream('large');
    await expect(streams.kinesis.putRecord({ StreamName: 'large', Data: Buffer.alloc(1_048_577), PartitionKey: 'k' })).rejects.toThrow(
      "1 validation error detected: Value at 'data' failed to satisfy constraint: Member must have length less than or equal to 1048576",
    );
  });

  it('needs a stream', async () => {
    await expect(put('absent', 'x')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Stream absent under account 000000000000 not found.',
    });
  });

  it('may say which number it follows, unless that is in the future', async () => {
    await streams.stream('ordered');
    const { SequenceNumber } = await put('ordered', 'a');
    const following = (SequenceNumberForOrdering: string) =>
      streams.kinesis.putRecord({ StreamName: 'ordered', Data: Buffer.from('b'), PartitionKey: 'k', SequenceNumberForOrdering });
    await following(SequenceNumber!);
    await expect(following('1')).rejects.toThrow(
      'ExclusiveMinimumSequenceNumber 1 used in PutRecord on stream ordered under account 000000000000 is invalid.',
    );
  });
});

it('puts up to 500 records at once, and each has a result', async () => {
  await streams.stream('many', 2);
  const Records = Array.from({ length: 500 }, (_, at) => ({ Data: Buffer.from(`r${at}`), PartitionKey: `k${at}` }));
  const answer = await streams.kinesis.putRecords({ StreamName: 'many', Records });
  expect(answer).toMatchObject({ FailedRecordCount: 0 });
  expect(new Set(answer.Records!.map(({ SequenceNumber }) => SequenceNumber)).size).toBe(500);
  const read = [...(await streams.records('many', 0)), ...(await streams.records('many', 1))].map(textOf);
  expect(read.sort()).toEqual(Records.map(({ Data }) => String(Data)).sort());
});

describe('an iterator', () => {
  it('of each kind begins where it says', async () => {
    await streams.stream('kinds');
    const sent = [];
    for (const text of ['a', 'b', 'c']) {
      sent.push(await put('kinds', text));
      await streams.emulator.clock.advance('2s');
    }
    const [a, b] = sent.map(({ SequenceNumber }) => SequenceNumber!);
    const read = async (more: Where) =>
      (await streams.kinesis.getRecords({ ShardIterator: await streams.iterator('kinds', more) })).Records!.map(textOf);
    expect(await read({ type: 'TRIM_HORIZON' })).toEqual(['a', 'b', 'c']);
    expect(await read({ type: 'LATEST' })).toEqual([]);
    expect(await read({ type: 'AT_SEQUENCE_NUMBER', from: b })).toEqual(['b', 'c']);
    expect(await read({ type: 'AFTER_SEQUENCE_NUMBER', from: a })).toEqual(['b', 'c']);
    const [, second] = await streams.records('kinds');
    expect(await read({ type: 'AT_TIMESTAMP', time: second!.ApproximateArrivalTimestamp })).toEqual(['b', 'c']);
    expect(await read({ type: 'AT_TIMESTAMP', time: new Date(0) })).toEqual(['a', 'b', 'c']);
    const { Shards } = await streams.kinesis.listShards({ StreamName: 'kinds' });
    const start = Shards![0]!.SequenceNumberRange!.StartingSequenceNumber;
    expect(await read({ type: 'AT_SEQUENCE_NUMBER', from: start })).toEqual(['a', 'b', 'c']);
  });

  it('goes on page by page, and tells how far behind it is', async () => {
    await streams.stream('pages');
    for (const text of ['a', 'b', 'c']) await put('pages', text);
    await streams.emulator.clock.advance('7s');
    const one = await streams.kinesis.getRecords({ ShardIterator: await streams.iterator('pages'), Limit: 2 });
    expect([one.Records!.map(textOf), one.MillisBehindLatest! >= 7000]).toEqual([['a', 'b'], true]);
    const two = await streams.kinesis.getRecords({ ShardIterator: one.NextShardIterator! });
    expect([two.Records!.map(textOf), two.MillisBehindLatest]).toEqual([['c'], 0]);
    await put('pages', 'd');
    expect((await streams.kinesis.getRecords({ ShardIterator: two.NextShardIterator! })).Records!.map(textOf)).toEqual(['d']);
  });

  it('is good for five minutes', async () => {
    await streams.stream('old');
    const ShardIterator = await streams.iterator('old');
    await streams.emulator.clock.advance('4m');
    await streams.kinesis.getRecords({ ShardIterator });
    await streams.emulator.clock.advance('2m');
    await expect(streams.kinesis.getRecords({ ShardIterator })).rejects.toMatchObject({
      name: 'ExpiredIteratorException',
      message: expect.stringMatching(
        /^Iterator expired\. The iterator was created at time \w{3} \w{3} \d\d [\d:]{8} UTC \d{4} while right now it is \w{3} \w{3} \d\d [\d:]{8} UTC \d{4} which is further in the future than the tolerated delay of 300000 milliseconds\.$/,
      ),
    });
    await expect(streams.kinesis.getRecords({ ShardIterator: `${ShardIterator.slice(0, -8)}AAAAAAA=` })).rejects.toThrow(
      'Invalid ShardIterator.',
    );
  });

  it('names what is wrong with its request', async () => {
    await streams.stream('wrong', 6);
    const at = (more: Where, name = 'wrong') => streams.iterator(name, more);
    const either =
      'Must either specify (1) AT_SEQUENCE_NUMBER or AFTER_SEQUENCE_NUMBER and StartingSequenceNumber or (2) TRIM_HORIZON or LATEST and no StartingSequenceNumber.';
    await expect(at({ type: 'AT_SEQUENCE_NUMBER' })).rejects.toThrow(
      `${either} Request specified AT_SEQUENCE_NUMBER and no StartingSequenceNumber.`,
    );
    await expect(at({ type: 'LATEST', from: '1' })).rejects.toThrow(
      `${either} Request specified LATEST and also a StartingSequenceNumber.`,
    );
    await expect(at({ type: 'AT_TIMESTAMP' })).rejects.toThrow(
      'Must specify timestampInMillis parameter for iterator of type AT_TIMESTAMP. Current request has no timestamp parameter.',
    );
    await expect(at({ type: 'AT_TIMESTAMP', time: new Date(99_999_999_999_000) })).rejects.toThrow(
      /^The timestampInMillis parameter cannot be greater than the currentTimestampInMillis\. timestampInMillis: 99999999999000, currentTimestampInMillis: \d+$/,
    );
    await expect(at({ type: 'AT_SEQUENCE_NUMBER', from: '5' })).rejects.toThrow(
      'StartingSequenceNumber 5 used in GetShardIterator on shard shardId-000000000000 in stream wrong under account 000000000000 is invalid.',
    );
    const { Shards } = await streams.kinesis.listShards({ StreamName: 'wrong' });
    const fifth = Shards![5]!.SequenceNumberRange!.StartingSequenceNumber!;
    await expect(at({ type: 'AT_SEQUENCE_NUMBER', from: fifth })).rejects.toThrow(
      'Invalid StartingSequenceNumber. It encodes shardId-000000000005, while it was used in a call to a shard with shardId-000000000000',
    );
    await expect(at({ shard: 9 })).rejects.toThrow('Shard shardId-000000000009 in stream wrong under account 000000000000 does not exist');
    await expect(at({}, 'nowhere')).rejects.toThrow(
      'Shard shardId-000000000000 in stream nowhere under account 000000000000 does not exist',
    );
    await expect(streams.kinesis.getShardIterator({ StreamName: 'wrong', ShardId: 'first', ShardIteratorType: 'LATEST' })).rejects.toThrow(
      'Could not find shard first in stream wrong under account 000000000000.',
    );
  });
});

it('forgets records after their time, and an iterator behind begins at the first one that is left', async () => {
  await streams.stream('trimmed');
  await put('trimmed', 'old');
  await streams.emulator.clock.advance('23h');
  const old = await streams.iterator('trimmed');
  await put('trimmed', 'new');
  expect((await streams.records('trimmed')).map(textOf)).toEqual(['old', 'new']);
  await streams.emulator.clock.advance('1h');
  expect((await streams.records('trimmed')).map(textOf)).toEqual(['new']);
  await expect(streams.kinesis.getRecords({ ShardIterator: old })).rejects.toThrow('Iterator expired.');
});
