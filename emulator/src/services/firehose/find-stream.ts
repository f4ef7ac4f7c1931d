// Finds the record of a delivery stream by its name.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { noSuchStream } from './faults.ts';
import { type DeliveryStream, streams } from './state.ts';

/** @throws ResourceNotFound */
export function findStream(name: string, ctx: Ctx): Frozen<DeliveryStream> {
  const stream = ctx.records(streams).get([name]);
  if (!stream) throw noSuchStream(name, ctx);
  return stream;
}

/** The stream with this id; undefined where it was deleted, or deleted and made again. */
export function streamWithId(name: string, id: string, ctx: Ctx): Frozen<DeliveryStream> | undefined {
  const stream = ctx.records(streams).get([name]);
  return stream?.id === id ? stream : undefined;
}

export const putStream = (stream: Frozen<DeliveryStream>, ctx: Ctx): void =>
  ctx.write((tx) => tx.put(ctx.records(streams), [stream.name], stream));
