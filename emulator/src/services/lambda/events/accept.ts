// Accepts an asynchronous invocation: writes the event together with its due work, and acknowledges it only then.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Tx } from '#core/records';
import { countEvent } from '#services/lambda/execution/function-metrics';
import type { Invocable } from '#services/lambda/lookup/invocable';
import { waitingEvents } from '#services/lambda/state';

export const EVENT = 'lambda.event';
/** Larger payloads are stored as blobs. */
const MAX_RECORD_BYTES = 64 * 1024;

export const fitsRecord = ({ length }: Uint8Array): boolean => length <= MAX_RECORD_BYTES;

interface EventFacts extends Pick<Invocable, 'fn' | 'qualifier'> {
  readonly clientContext?: string | undefined;
  readonly traceId: string;
  readonly tenantId?: string | undefined;
}

export interface AcceptedEvent extends EventFacts {
  readonly requestId: string;
  readonly payload: Uint8Array;
}

export async function acceptEvent({ requestId, payload: bytes, ...facts }: AcceptedEvent, ctx: Ctx): Promise<void> {
  const payload = fitsRecord(bytes) ? Buffer.from(bytes).toString() : await ctx.blobs.put(bytes);
  ctx.write((tx) => {
    if (typeof payload !== 'string') tx.hold(payload);
    putEvent(tx, requestId, { ...facts, payload }, ctx);
  });
}

/** The event and its due work, in the account and region of the function. */
export function putEvent(tx: Tx, requestId: string, event: EventFacts & { readonly payload: string | BlobRef }, ctx: Ctx): void {
  const { fn, qualifier, payload, clientContext, traceId, tenantId } = event;
  const accepted = { name: fn.name, qualifier, payload, clientContext, traceId, trace: ctx.trace.id, tenantId };
  tx.put(ctx.records(waitingEvents), [requestId], { ...accepted, createdMs: ctx.now(), failures: 0, throttles: 0 });
  ctx.later(tx, EVENT, [requestId], ctx.now());
  tx.after(() => countEvent(fn.name, 'AsyncEventsReceived', 1, ctx));
}
