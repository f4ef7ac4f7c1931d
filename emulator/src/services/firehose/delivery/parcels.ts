// Parcels on their way to a destination, as the store keeps them.

import { isBlobRef } from '#core/blob-ref';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { BatchTrace } from '#polling/batch-trace';
import { type DeliveryStream, type Parcel, parcels } from '#services/firehose/state';

/** Contents beyond this are files beside the store. */
const MAX_INLINE_BYTES = 65_536;
const MAX_DELAY_MS = 300_000;
const FIRST_DELAY_MS = 1000;

export type NewParcel = Parcel & { readonly body: Uint8Array };

/** The same parcels with large contents in files; `tx.hold` of a write keeps those. */
export async function withBlobs(fresh: readonly NewParcel[], ctx: Ctx): Promise<Parcel[]> {
  const stored: Parcel[] = [];
  for (const parcel of fresh)
    stored.push(parcel.body.length <= MAX_INLINE_BYTES ? parcel : { ...parcel, body: await ctx.blobs.put(parcel.body) });
  return stored;
}

/** Parcels of the batch whose trace is that of the context. */
export function addParcels(
  tx: Tx,
  stream: Frozen<DeliveryStream>,
  added: readonly Parcel[],
  { sentBy }: Pick<BatchTrace, 'sentBy'>,
  ctx: Ctx,
): void {
  for (const parcel of added) {
    const id = ctx.id();
    if (isBlobRef(parcel.body)) tx.hold(parcel.body);
    tx.put(ctx.records(parcels), [stream.id, id], { ...parcel, trace: ctx.trace.id, sentBy });
    ctx.later(tx, 'firehose.send', [stream.name, stream.id, id], ctx.now());
  }
}

export function removeParcel(tx: Tx, streamId: string, id: string, ctx: Ctx): void {
  const parcel = ctx.records(parcels).get([streamId, id]);
  if (!parcel) return;
  if (isBlobRef(parcel.body)) tx.release(parcel.body);
  tx.delete(ctx.records(parcels), [streamId, id]);
}

/** Doubles from a second to five minutes. */
export const delayAfter = (attempts: number): number => Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
