// Enqueues a checked message, unless one with the same deduplication id was sent in the last five minutes.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import type { SendMessageResult } from '#model/sqs';
import type { Queue } from '#services/sqs/state';
import type { MessageDraft } from './message-draft.ts';
import { enqueue } from './message-writes.ts';
import { newMessage } from './new-message.ts';
import type { QueueTx } from './queue-tx.ts';
import { findRecent, keepRecent, type RecentKey } from './recent-ids.ts';
import { sequenceNumber } from './sequence-number.ts';

/** `blob` holds the content if it is too large for the record. */
export function placeMessage(q: QueueTx, draft: MessageDraft, blob: BlobRef | undefined, caller: Ctx): SendMessageResult {
  const { queue } = q;
  const memory = queue.fifo && draft.deduplicationId !== undefined ? deduplicationKey(queue, draft, draft.deduplicationId) : undefined;
  const earlier = memory && findRecent(q, memory);
  const sent = earlier ? { id: earlier.messageId, number: earlier.number } : enqueue(q, newMessage(q, draft, blob, caller));
  if (memory && !earlier) keepRecent(q, memory, { messageId: sent.id, number: sent.number, received: [] });
  return {
    MessageId: sent.id,
    MD5OfMessageBody: hash('md5', draft.content.body),
    ...(draft.attributesMd5 && { MD5OfMessageAttributes: draft.attributesMd5 }),
    ...(draft.systemMd5 && { MD5OfMessageSystemAttributes: draft.systemMd5 }),
    ...(queue.fifo && { SequenceNumber: sequenceNumber(sent.number) }),
  };
}

const deduplicationKey = ({ settings }: Frozen<Queue>, { groupId = '' }: MessageDraft, id: string): RecentKey => ({
  kind: 'deduplication',
  scope: settings['DeduplicationScope'] === 'messageGroup' ? groupId : '',
  id,
});
