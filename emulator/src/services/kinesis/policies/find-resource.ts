// Finds the stream or consumer under an ARN: both have tags and a policy.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { Tag } from '#core/tags';
import { parseStreamArn } from '#services/kinesis/arns';
import { findConsumer } from '#services/kinesis/consumers/find-consumer';
import { invalidArgument } from '#services/kinesis/faults';
import { type Consumer, consumers, type Stream } from '#services/kinesis/state';
import { findStream, putStream } from '#services/kinesis/streams/find-stream';

interface Common {
  readonly tags: readonly Tag[];
  readonly policy?: string | undefined;
}

export interface LocatedResource extends Common {
  readonly there: Ctx;
  readonly stream: Frozen<Stream>;
  readonly consumer?: Frozen<Consumer> | undefined;
}

/** @throws InvalidArgumentException, ResourceNotFoundException */
export function findResource(
  { ResourceARN: arn, StreamId }: { ResourceARN: string; StreamId?: string | undefined },
  ctx: Ctx,
): LocatedResource {
  const address = parseStreamArn(arn);
  if (!address) throw invalidArgument(`${arn} is not the ARN of a stream or of a consumer.`);
  if (!address.consumer) {
    const { there, stream } = findStream({ StreamARN: arn, StreamId }, ctx);
    return { there, stream, tags: stream.tags, policy: stream.policy };
  }
  const { there, stream, consumer } = findConsumer({ ConsumerARN: arn, StreamId }, ctx);
  return { there, stream, consumer, tags: consumer.tags, policy: consumer.policy };
}

export function putResource(tx: Tx, { there, stream, consumer }: LocatedResource, change: Partial<Common>): void {
  if (consumer) tx.put(there.records(consumers), [stream.id, consumer.name], { ...consumer, ...change });
  else putStream(tx, { ...stream, ...change }, there);
}
