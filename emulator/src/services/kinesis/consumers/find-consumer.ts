// Finds a consumer by its ARN, or by its name and its stream.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseStreamArn, streamArn } from '#services/kinesis/arns';
import { invalidArgument, notFound } from '#services/kinesis/faults';
import { type Consumer, consumers } from '#services/kinesis/state';
import { findStream, type LocatedStream, placeOf, streamNamed } from '#services/kinesis/streams/find-stream';
import { checkForeignAccess } from '#services/kinesis/streams/foreign-access';

export interface LocatedConsumer extends LocatedStream {
  readonly consumer: Frozen<Consumer>;
}

interface ConsumerNames {
  readonly ConsumerARN?: string | undefined;
  readonly ConsumerName?: string | undefined;
  readonly StreamARN?: string | undefined;
  readonly StreamId?: string | undefined;
}

/** @throws InvalidArgumentException, ResourceNotFoundException */
export function findConsumer({ ConsumerARN: arn, ConsumerName: name, StreamARN, StreamId }: ConsumerNames, ctx: Ctx): LocatedConsumer {
  if (arn === undefined) {
    if (name === undefined || StreamARN === undefined)
      throw invalidArgument('Either ConsumerARN, or StreamARN and ConsumerName must be provided.');
    return consumerOf(findStream({ StreamARN, StreamId }, ctx), name, name);
  }
  const address = parseStreamArn(arn);
  if (!address?.consumer) throw invalidArgument(`${arn} is not the ARN of a consumer.`);
  const { consumer, stream } = address;
  if ((name !== undefined && name !== consumer.name) || (StreamARN !== undefined && StreamARN !== streamArn(stream, address)))
    throw invalidArgument('ConsumerARN does not name the same consumer as StreamARN and ConsumerName.');
  const { there, name: streamName } = placeOf({ StreamARN: streamArn(stream, address), StreamId }, ctx);
  const located = consumerOf({ there, stream: streamNamed(streamName, there) }, consumer.name, arn);
  checkForeignAccess(arn, located.consumer.policy, { there, ctx });
  if (Math.floor(located.consumer.createdMs / 1000) !== consumer.createdS) throw noSuchConsumer(arn, located);
  return located;
}

const noSuchConsumer = (named: string, { there }: LocatedStream) => notFound(`Consumer ${named}, account ${there.account} not found.`);

function consumerOf(located: LocatedStream, name: string, named: string): LocatedConsumer {
  const consumer = located.there.records(consumers).get([located.stream.id, name]);
  if (!consumer) throw noSuchConsumer(named, located);
  return { ...located, consumer };
}
