// Makes the message that a queue stores, from a draft.
import type { Ctx } from '#core/ctx';
import type { BlobRef } from '#core/records';
import type { Message } from '#services/sqs/state';
import { insideOf } from './content.ts';
import type { MessageDraft } from './message-draft.ts';
import type { Draft } from './message-writes.ts';
import type { QueueTx } from './queue-tx.ts';

/** `blob` holds the content if it is too large for the record. */
export function newMessage(q: QueueTx, draft: MessageDraft, blob: BlobRef | undefined, caller: Ctx): Draft {
  const { groupId, deduplicationId, delayMs } = draft;
  const traceHeader = draft.traceHeader ?? caller.traceHeader;
  const message = plainMessage(q, blob ?? insideOf(draft.content), delayMs, caller);
  // Optional fields are set only if given: most messages have none of them.
  if (traceHeader !== undefined) message.traceHeader = traceHeader;
  if (groupId !== undefined) message.groupId = groupId;
  if (deduplicationId !== undefined) message.deduplicationId = deduplicationId;
  return message;
}

export const plainMessage = ({ nowMs }: QueueTx, content: Message['content'], delayMs: number, caller: Ctx): Draft => ({
  id: caller.id(),
  number: 0,
  content,
  senderId: caller.principal.account,
  trace: caller.trace.id,
  sentMs: nowMs,
  visibleMs: delayMs === 0 ? 0 : nowMs + delayMs,
  receives: 0,
});
