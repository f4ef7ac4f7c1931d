// Consumers, and SubscribeToShard with the SDK's client (HTTP/2) and over HTTP/1.1.
import { Kinesis, type SubscribeToShardEvent } from '@aws-sdk/client-kinesis';
import { KMS } from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Streams, shardId, textOf, useStreams } from './use-streams.ts';

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
});
afterAll(() => streams.emulator.stop());

const put = (StreamName: string, text: string) =>
  streams.kinesis.putRecord({ StreamName, Data: Buffer.from(text), PartitionKey: 'k', ExplicitHashKey: '0' });

async function consumerOf(name: string, ConsumerName = 'reader'): Promise<string> {
  const StreamARN = await streams.stream(name);
  return (await streams.kinesis.registerStreamConsumer({ StreamARN, ConsumerName })).Consumer!.ConsumerARN!;
}

type Position = { Type: 'LATEST' | 'TRIM_HORIZON' | 'AFTER_SEQUENCE_NUMBER'; SequenceNumber?: string };

/** The events of a subscription, one by one. */
async function subscribe(ConsumerARN: string, StartingPosition: Position = { Type: 'TRIM_HORIZON' }, client: Kinesis = streams.kinesis) {
  const { EventStream } = await client.subscribeToShard({ ConsumerARN, ShardId: shardId(0), StartingPosition });
  const events = EventStream![Symbol.asyncIterator]();
  return {
    next: async (): Promise<SubscribeToShardEvent | undefined> => (await events.next()).value?.SubscribeToShardEvent,
    close: () => events.return?.(),
  };
}

const texts = (event: SubscribeToShardEvent | undefined) => event?.Records?.map(textOf);

describe('a consumer', () => {
  it('is registered once, listed, described, and deregistered', async () => {
    const StreamARN = await streams.stream('listed');
    const register = () => streams.kinesis.registerStreamConsumer({ StreamARN, ConsumerName: 'c', Tags: { team: 'shop' } });
    const { Consumer } = await register();
    expect(Consumer).toMatchObject({ ConsumerName: 'c', ConsumerStatus: 'CREATING' });
    const { ConsumerARN } = Consumer!;
    expect(ConsumerARN).toMatch(/^arn:aws:kinesis:us-east-1:000000000000:stream\/listed\/consumer\/c:\d{10}$/);
    await expect(register()).rejects.toMatchObject({ name: 'ResourceInUseException' });
    expect((await streams.kinesis.listStreamConsumers({ StreamARN })).Consumers).toMatchObject([{ ConsumerARN, ConsumerStatus: 'ACTIVE' }]);
    expect((await streams.kinesis.describeStreamConsumer({ StreamARN, ConsumerName: 'c' })).ConsumerDescription).toMatchObject({
      ConsumerARN,
      StreamARN,
    });
    expect((await streams.kinesis.listTagsForResource({ ResourceARN: ConsumerARN! })).Tags).toEqual([{ Key: 'team', Value: 'shop' }]);
    await expect(streams.kinesis.deleteStream({ StreamARN })).rejects.toMatchObject({ name: 'ResourceInUseException' });
    await streams.kinesis.deregisterStreamConsumer({ ConsumerARN });
    await expect(streams.kinesis.describeStreamConsumer({ ConsumerARN })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await register();
    await streams.kinesis.deleteStream({ StreamARN, EnforceConsumerDeletion: true });
  });
});

describe('a subscription', () => {
  it('sends records that are there and those that come, each with the number to go on after', async () => {
    const consumer = await consumerOf('followed');
    const first = await put('followed', 'a');
    const events = await subscribe(consumer);
    const event = await events.next();
    expect(event).toMatchObject({ Records: [{ SequenceNumber: first.SequenceNumber, PartitionKey: 'k' }], MillisBehindLatest: 0 });
    // Recorded by localstack/localstack (test_kinesis.py::TestKinesis::test_subscribe_to_shard, 2025-08): it is that of no record.
    expect(BigInt(event!.ContinuationSequenceNumber!)).toBeGreaterThan(BigInt(first.SequenceNumber!));
    await put('followed', 'b');
    expect(texts(await events.next())).toEqual(['b']);
    await events.close();
    await streams.emulator.clock.advance('6s');
    const again = await subscribe(consumer, { Type: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: event!.ContinuationSequenceNumber! });
    expect(texts(await again.next())).toEqual(['b']);
    await again.close();
  });

  it('says every five seconds that there is nothing, and how to go on', async () => {
    const consumer = await consumerOf('quiet');
    const events = await subscribe(consumer, { Type: 'LATEST' });
    const waiting = events.next();
    await streams.emulator.clock.advance('5s');
    const event = await waiting;
    expect(event).toMatchObject({ Records: [], ContinuationSequenceNumber: expect.stringMatching(/^\d{56}$/), MillisBehindLatest: 0 });
    await put('quiet', 'later');
    expect(texts(await events.next())).toEqual(['later']);
    await events.close();
    await streams.emulator.clock.advance('6s');
    const again = await subscribe(consumer, { Type: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: event!.ContinuationSequenceNumber! });
    expect(texts(await again.next())).toEqual(['later']);
    await again.close();
  });

  it('ends after five minutes', async () => {
    const events = await subscribe(await consumerOf('ending'), { Type: 'LATEST' });
    const countToEnd = async (): Promise<number> => {
      for (let count = 0; ; count++) if (!(await events.next())) return count;
    };
    const counting = countToEnd();
    await streams.emulator.clock.advance('5m');
    expect(await counting).toBeLessThanOrEqual(60);
  });

  it('ends with the shard, and names its children', async () => {
    const consumer = await consumerOf('closing');
    const events = await subscribe(consumer, { Type: 'LATEST' });
    const waiting = events.next();
    await streams.kinesis.splitShard({ StreamName: 'closing', ShardToSplit: shardId(0), NewStartingHashKey: String(2n ** 127n) });
    const last = await waiting;
    expect(last!.ChildShards!.map(({ ShardId }) => ShardId)).toEqual([shardId(1), shardId(2)]);
    expect(last).not.toHaveProperty('ContinuationSequenceNumber');
    expect(await events.next()).toBeUndefined();
  });

  it('is not replaced within five seconds, and taken over later', async () => {
    const consumer = await consumerOf('taken');
    const old = await subscribe(consumer, { Type: 'LATEST' });
    await expect(subscribe(consumer)).rejects.toMatchObject({ name: 'ResourceInUseException' });
    const waiting = old.next().then(
      () => old.next(),
      (error: unknown) => error,
    );
    await streams.emulator.clock.advance('6s');
    const young = await subscribe(consumer, { Type: 'LATEST' });
    await expect(waiting).rejects.toMatchObject({ name: 'ResourceInUseException' });
    await put('taken', 'x');
    expect(texts(await young.next())).toEqual(['x']);
    await young.close();
  });

  it('ends with an error when the consumer is deregistered', async () => {
    const consumer = await consumerOf('deregistered');
    const events = await subscribe(consumer, { Type: 'LATEST' });
    const waiting = events.next();
    waiting.catch(() => undefined);
    await streams.kinesis.deregisterStreamConsumer({ ConsumerARN: consumer });
    await expect(waiting).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('is the same over HTTP/1.1', async () => {
    // Clients of services without events speak HTTP/1.1.
    const { requestHandler } = streams.emulator.client(KMS).config;
    const client = streams.emulator.client(Kinesis, { requestHandler });
    const consumer = await consumerOf('plain-http');
    await put('plain-http', 'a');
    const events = await subscribe(consumer, { Type: 'TRIM_HORIZON' }, client);
    expect(texts(await events.next())).toEqual(['a']);
    await put('plain-http', 'b');
    expect(texts(await events.next())).toEqual(['b']);
    await events.close();
  });
});
