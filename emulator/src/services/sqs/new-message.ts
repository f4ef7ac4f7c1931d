// A draft as the message that its queue will hold.
import type { Ctx } from '#core/call';
import type { BlobRef } from '#core/records';
import type { Desk } from './box/desk.ts';
import type { Draft } from './box/keep.ts';
import type { KeptDraft } from './message-draft.ts';

/** `blob` holds the content where it is too large for the record. */
export function newMessage({ queue, nowMs }: Desk, caller: Ctx, draft: KeptDraft, blob: BlobRef | undefined): Draft {
  const { groupId, deduplicationId, delayMs } = draft;
  const traceHeader = draft.traceHeader ?? caller.traceHeader;
  const message: Draft = {
    id: caller.id(),
    number: 0,
    content: blob ?? draft.content,
    attributesMd5: draft.attributesMd5,
    senderId: caller.principal.account,
    sentMs: nowMs,
    visibleMs: queue.fifo && delayMs === 0 ? 0 : nowMs + delayMs,
    receives: 0,
    firstReceivedMs: 0,
    receivedMs: 0,
  };
  // Most messages have none of these.
  if (traceHeader !== undefined) message.traceHeader = traceHeader;
  if (groupId !== undefined) message.groupId = groupId;
  if (deduplicationId !== undefined) message.deduplicationId = deduplicationId;
  return message;
}
