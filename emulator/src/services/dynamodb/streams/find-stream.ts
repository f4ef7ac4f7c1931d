// Finds a stream by its ARN, and its one shard; turns the numbers of records into sequence numbers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault } from '#model/dynamodbstreams';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import { LengthLimit } from '#services/dynamodb/items/in-turns';
import { type Stream, type StreamEnds, type StreamRecord, streamEnds, streams } from './state.ts';

/** Ends a range of stream records where their images are long. */
export const imagesLimit = () =>
  new LengthLimit<Frozen<StreamRecord>>(({ newImage, oldImage }) => (newImage?.length ?? 0) + (oldImage?.length ?? 0));

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
  if (!parse(arn)) throw fault('ValidationException', `Invalid StreamArn: ${arn}`);
  const located = locateStream(arn, ctx);
  if (!located) throw noSuchStream(arn);
  return located;
}

/** The stream; undefined for a stream that does not exist, and for ARNs of anything else. */
export function locateStream(arn: string, ctx: Ctx): LocatedStream | undefined {
  const parsed = parse(arn);
  if (!parsed) return undefined;
  const { account, region, table, label } = parsed;
  const there = ctx.in({ account, region });
  const stream = there.records(streams).get([table, label]);
  return stream && { there, stream, ends: there.records(streamEnds).get([stream.storeId]) ?? { next: 0, first: 0 } };
}

function parse(arn: string) {
  const parsed = parseArn(arn);
  const [, table, label] = (parsed?.service === 'dynamodb' && RESOURCE.exec(parsed.resource)) || [];
  return parsed && table !== undefined && label !== undefined
    ? { account: parsed.account, region: parsed.region, table, label }
    : undefined;
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
