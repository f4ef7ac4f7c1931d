// Finds a stream by its ARN, and its one shard; turns the numbers of records into sequence numbers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault } from '#model/dynamodbstreams';
import { tableArn } from '#services/dynamodb/tables/find-table';
import { type Stream, type StreamEnds, streamEnds, streams } from './state.ts';

/** A stream and the context of the account and region that own it. */
export interface LocatedStream {
  readonly there: Ctx;
  readonly stream: Frozen<Stream>;
  readonly ends: StreamEnds;
}

const noSuchStream = (arn: string) => fault('ResourceNotFoundException', `Requested resource not found: Stream: ${arn} not found`);
const RESOURCE = /^table\/([a-zA-Z0-9_.-]+)\/stream\/(.+)$/;

/** @throws Fault ResourceNotFoundException, ValidationException */
export function findStream(arn: string, ctx: Ctx): LocatedStream {
  const parsed = parseArn(arn);
  const [, table, label] = (parsed?.service === 'dynamodb' && RESOURCE.exec(parsed.resource)) || [];
  if (!parsed || table === undefined || label === undefined) throw fault('ValidationException', `Invalid StreamArn: ${arn}`);
  const there = ctx.in({ account: parsed.account, region: parsed.region });
  const stream = there.records(streams).get([table, label]);
  if (!stream) throw noSuchStream(arn);
  return { there, stream, ends: there.records(streamEnds).get([stream.storeId]) ?? { next: 0, first: 0 } };
}

export const streamArn = ({ table, label }: Pick<Stream, 'table' | 'label'>, scope: Pick<Ctx, 'account' | 'region'>): string =>
  `${tableArn(table, scope)}/stream/${label}`;

const SHARD_DIGITS = 20;

/** `shardId-00000001780000000000-4f1c22b0`: 28 characters or more, as the service's. */
export const shardId = ({ createdMs, storeId }: Frozen<Stream>): string =>
  `shardId-${String(createdMs).padStart(SHARD_DIGITS, '0')}-${storeId.slice(0, 8)}`;

const FIRST_SEQUENCE = 100_000_000_000_000_000_000n;
const STEP = 100n;

export const sequenceNumber = (number: number): string => String(FIRST_SEQUENCE + BigInt(number) * STEP);

/** The number of the first record that has this sequence number or a later one. */
export function numberFrom(sequence: string): number {
  const steps = BigInt(sequence) - FIRST_SEQUENCE;
  return steps <= 0n ? 0 : Number((steps + STEP - 1n) / STEP);
}
