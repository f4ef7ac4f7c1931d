// Finds a stream by the name or ARN in a request, in the account that owns it.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { parseStreamArn, streamArn } from '#services/kinesis/arns';
import { invalidArgument, noSuchStream } from '#services/kinesis/faults';
import { type Stream, streams } from '#services/kinesis/state';
import { checkForeignAccess } from './foreign-access.ts';

/** A stream and the context of the account and region that own it. */
export interface LocatedStream {
  readonly there: Ctx;
  readonly stream: Frozen<Stream>;
}

/** The members with which a request names a stream. */
interface StreamNames {
  readonly StreamName?: string | undefined;
  readonly StreamARN?: string | undefined;
  readonly StreamId?: string | undefined;
}

interface StreamPlace {
  readonly there: Ctx;
  readonly name: string;
}

/** @throws InvalidArgumentException */
export function placeOf({ StreamName: name, StreamARN: arn, StreamId: id }: StreamNames, ctx: Ctx): StreamPlace {
  if (id !== undefined) throw invalidArgument('StreamId is reserved for future use. Name the stream by StreamARN or StreamName.');
  if (arn === undefined) {
    if (name === undefined) throw invalidArgument('Either StreamName or StreamARN should be provided.');
    return { there: ctx, name };
  }
  const place = placeOfArn(arn, ctx);
  if (name !== undefined && name !== place.name)
    throw invalidArgument(`StreamName ${name} and StreamARN ${arn} do not name the same stream.`);
  return place;
}

/** @throws InvalidArgumentException */
export function placeOfArn(arn: string, ctx: Ctx): StreamPlace {
  const address = parseStreamArn(arn);
  if (!address || address.consumer) throw invalidArgument(`${arn} is not the ARN of a stream.`);
  if (address.region !== ctx.region) throw invalidArgument(`The stream ${arn} is not in the region ${ctx.region}.`);
  return { there: ctx.in({ account: address.account }), name: address.stream };
}

/** @throws InvalidArgumentException, ResourceNotFoundException, AccessDeniedException */
export function findStream(names: StreamNames, ctx: Ctx): LocatedStream {
  const { there, name } = placeOf(names, ctx);
  const stream = streamNamed(name, there);
  checkAccess({ there, stream }, ctx);
  return { there, stream };
}

/** Asks the policy of a stream of another account. @throws AccessDeniedException */
export function checkAccess({ there, stream }: LocatedStream, ctx: Ctx): void {
  if (there.account !== ctx.account) checkForeignAccess(streamArn(stream.name, there), stream.policy, { there, ctx });
}

/** @throws ResourceNotFoundException */
export function streamNamed(name: string, there: Ctx): Frozen<Stream> {
  const stream = there.records(streams).get([name]);
  if (!stream) throw noSuchStream(name, there.account);
  return stream;
}

export const putStream = (tx: Tx, stream: Frozen<Stream>, there: Ctx): void => tx.put(there.records(streams), [stream.name], stream);

/** Changes the record of a stream. */
export function changeStream({ there, stream }: LocatedStream, change: Partial<Frozen<Stream>>): Frozen<Stream> {
  const changed: Frozen<Stream> = { ...stream, ...change };
  there.write((tx) => putStream(tx, changed, there));
  return changed;
}

export const arnOf = ({ there, stream }: LocatedStream): string => streamArn(stream.name, there);
