// Enqueues a checked message, unless one with the same deduplication id was sent in the last five minutes.
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import { countSent } from '#services/sqs/queue-metrics';
import type { Message, Queue } from '#services/sqs/state';
import type { MessageDraft } from './message-draft.ts';
import { enqueue } from './message-writes.ts';
import { newMessage } from './new-message.ts';
import type { QueueTx } from './queue-tx.ts';
import { findRecent, keepRecent, type RecentKey } from './recent-ids.ts';

/** The new message, or the earlier message that it repeats. */
type Placed = Pick<Message, 'id' | 'number'>;

/** `blob` holds the content if it is too large for the record. */
export function placeMessage(q: QueueTx, draft: MessageDraft, blob: BlobRef | undefined, caller: Ctx): Placed {
  const { queue } = q;
  if (!queue.fifo || draft.deduplicationId === undefined) return enqueueNew(q, draft, blob, caller);
  const memory = deduplicationKey(queue, draft, draft.deduplicationId);
  const earlier = findRecent(q, memory);
  if (earlier) return { id: earlier.messageId, number: earlier.number };
  const sent = enqueueNew(q, draft, blob, caller);
  keepRecent(q, memory, { messageId: sent.id, number: sent.number, received: [] });
  return sent;
}

function enqueueNew(q: QueueTx, draft: MessageDraft, blob: BlobRef | undefined, caller: Ctx): Message {
  countSent(q.queue.name, draft.sizeBytes, q.ctx);
  return enqueue(q, newMessage(q, draft, blob, caller));
}

const deduplicationKey = ({ settings }: Frozen<Queue>, { groupId = '' }: MessageDraft, id: string): RecentKey => ({
  kind: 'deduplication',
  scope: settings['DeduplicationScope'] === 'messageGroup' ? groupId : '',
  id,
});
