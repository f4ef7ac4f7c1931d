// Accepts an asynchronous invocation: writes the event together with its due work, and acknowledges it only then.
import type { Ctx } from '#core/ctx';
import type { BlobRef } from '#core/records';
import type { Invocable } from '#services/lambda/lookup/invocable';
import { type EventRecord, waitingEvents } from '#services/lambda/state';

export const EVENT = 'lambda.event';
/** Larger payloads are stored as blobs. */
const MAX_RECORD_BYTES = 64 * 1024;

export interface AcceptedEvent extends Pick<Invocable, 'fn' | 'qualifier'> {
  readonly requestId: string;
  readonly payload: Uint8Array;
  readonly clientContext?: string | undefined;
  readonly traceId: string;
  readonly tenantId?: string | undefined;
}

export async function acceptEvent(event: AcceptedEvent, ctx: Ctx): Promise<void> {
  const { fn, requestId, qualifier, clientContext, traceId, tenantId } = event;
  const payload: string | BlobRef =
    event.payload.length > MAX_RECORD_BYTES ? await ctx.blobs.put(event.payload) : Buffer.from(event.payload).toString();
  const record: EventRecord = {
    name: fn.name,
    qualifier,
    payload,
    clientContext,
    traceId,
    tenantId,
    createdMs: ctx.now(),
    failures: 0,
    throttles: 0,
  };
  ctx.write((tx) => {
    if (typeof payload !== 'string') tx.hold(payload);
    tx.put(ctx.records(waitingEvents), [requestId], record);
    ctx.later(tx, EVENT, [requestId], ctx.now());
  });
}
