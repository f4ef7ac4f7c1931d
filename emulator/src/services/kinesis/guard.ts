// The policy of a stream or consumer decides which services may use it by their own name. In a role they need none.
import { grantCommand } from '#core/policy/grant-command';
import type { Guard } from '#core/policy/resource-policy';
import { consumerArn, parseStreamArn, streamArn } from './arns.ts';
import { findResource } from './policies/find-resource.ts';

interface ResourceNames {
  readonly StreamName?: string;
  readonly StreamARN?: string;
  readonly ConsumerARN?: string;
}

const GUARDED: ReadonlySet<string> = new Set(
  'DescribeStream DescribeStreamConsumer DescribeStreamSummary GetRecords GetShardIterator ListShards ListStreamConsumers PutRecord PutRecords RegisterStreamConsumer SubscribeToShard'.split(
    ' ',
  ),
);

export const guard: Guard = (operation, input, ctx) => {
  const { StreamName, StreamARN, ConsumerARN } = input as ResourceNames;
  const arn = ConsumerARN ?? StreamARN ?? (StreamName === undefined ? undefined : streamArn(StreamName, ctx));
  if (!GUARDED.has(operation) || arn === undefined || !parseStreamArn(arn)) return undefined;
  const { there, stream, consumer, policy } = findResource({ ResourceARN: arn }, ctx);
  const resource = consumer ? consumerArn(consumer, there) : streamArn(stream.name, there);
  const action = `kinesis:${operation}`;
  const service = ctx.principal.kind === 'service' ? ctx.principal.service : '*';
  return { action, resource, policy, grant: grantCommand('kinesis', resource, { action, principal: { Service: service } }) };
};
