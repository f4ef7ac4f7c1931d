// RegisterStreamConsumer, DescribeStreamConsumer, ListStreamConsumers, DeregisterStreamConsumer. A consumer is active when it has been registered.
import { pageOfRecords } from '#core/page';
import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { fault, operation } from '#model/kinesis';
import { consumerArn } from '#services/kinesis/arns';
import { inUse, invalidArgument } from '#services/kinesis/faults';
import { type Consumer, consumers } from '#services/kinesis/state';
import { arnOf, findStream } from '#services/kinesis/streams/find-stream';
import { STREAM_TAGS } from '#services/kinesis/tag-rules';
import { findConsumer } from './find-consumer.ts';
import { subscriptionsOf } from './subscriptions.ts';

/** Limit: consumers of a stream. */
const MAX_CONSUMERS = 20;
const DEFAULT_LISTED = 100;

export const RegisterStreamConsumer = operation('RegisterStreamConsumer', (input, ctx) => {
  const located = findStream(input, ctx);
  const { stream, there } = located;
  const { ConsumerName: name } = input;
  const records = there.records(consumers);
  if (records.has([stream.id, name]))
    throw inUse(`Consumer ${name} under stream ${stream.name} already exists for account ${there.account}.`);
  if (records.count([stream.id]) >= MAX_CONSUMERS)
    throw fault(
      'LimitExceededException',
      `The stream ${arnOf(located)} has ${MAX_CONSUMERS} consumers already, the most that are allowed.`,
    );
  const consumer: Consumer = { name, streamName: stream.name, createdMs: there.now(), tags: STREAM_TAGS.ofNew(input.Tags, ctx) };
  there.write((tx) => tx.put(records, [stream.id, name], consumer));
  return { Consumer: show(consumer, 'CREATING', there) };
});

const show = (consumer: Frozen<Consumer>, status: 'CREATING' | 'ACTIVE', scope: RegionScope) => ({
  ConsumerName: consumer.name,
  ConsumerARN: consumerArn(consumer, scope),
  ConsumerStatus: status,
  ConsumerCreationTimestamp: new Date(consumer.createdMs),
});

export const DescribeStreamConsumer = operation('DescribeStreamConsumer', (input, ctx) => {
  const located = findConsumer(input, ctx);
  return { ConsumerDescription: { ...show(located.consumer, 'ACTIVE', located.there), StreamARN: arnOf(located) } };
});

export const ListStreamConsumers = operation('ListStreamConsumers', (input, ctx) => {
  const { MaxResults: limit = DEFAULT_LISTED, NextToken: token, StreamCreationTimestamp: created } = input;
  const { stream, there } = findStream(input, ctx);
  if (created !== undefined && Math.floor(created.getTime() / 1000) !== Math.floor(stream.createdMs / 1000))
    throw invalidArgument('StreamCreationTimestamp is not the time at which the stream was created.');
  const invalidToken = () => fault('ExpiredNextTokenException', 'NextToken is not valid.');
  const { items, next } = pageOfRecords(there.records(consumers), [stream.id], { limit, token }, invalidToken);
  return { Consumers: items.map(([, consumer]) => show(consumer, 'ACTIVE', there)), NextToken: next };
});

export const DeregisterStreamConsumer = operation('DeregisterStreamConsumer', (input, ctx) => {
  const { consumer, stream, there } = findConsumer(input, ctx);
  there.write((tx) => {
    tx.delete(there.records(consumers), [stream.id, consumer.name]);
    tx.after(() => subscriptionsOf(there).wakeAll(consumerArn(consumer, there)));
  });
});
