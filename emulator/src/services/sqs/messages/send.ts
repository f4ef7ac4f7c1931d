// SendMessage and its batch.
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { BlobRef, Frozen } from '#core/records';
import { fault, operation, type SendMessageBatchRequestEntry, type SendMessageResult } from '#model/sqs';
import { findQueue } from '#services/sqs/find-queue';
import { MAX_MESSAGE_BYTES } from '#services/sqs/settings';
import type { Queue } from '#services/sqs/state';
import { type BatchOutcome, batchAnswer, checkEntries, eachEntry } from './batch.ts';
import { fitsInside, storeContent } from './content.ts';
import { inQueue } from './in-queue.ts';
import { draftMessage, type MessageDraft, sentBytes } from './message-draft.ts';
import { placeMessage } from './place-message.ts';
import type { QueueTx } from './queue-tx.ts';
import { sequenceNumber } from './sequence-number.ts';

export const SendMessage = operation('SendMessage', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  const draft = draftMessage(queue, input);
  if (fitsInside(draft.sizeBytes)) return inQueue(queue, (q) => send(q, draft, undefined, ctx), there);
  return sendLarge(input.QueueUrl, draft, ctx);
});

async function sendLarge(url: string, draft: MessageDraft, ctx: Ctx): Promise<SendMessageResult> {
  const blob = await storeContent(draft.content, ctx);
  const { there, queue } = findQueue(url, ctx);
  return inQueue(queue, (q) => send(q, draft, blob, ctx), there);
}

/** Places the message and answers its sender. Deliveries have nobody to answer, so only senders pay for checksums and sequence numbers. */
function send(q: QueueTx, draft: MessageDraft, blob: BlobRef | undefined, caller: Ctx): SendMessageResult {
  const { id, number } = placeMessage(q, draft, blob, caller);
  return {
    MessageId: id,
    MD5OfMessageBody: hash('md5', draft.content.body),
    ...(draft.attributesMd5 && { MD5OfMessageAttributes: draft.attributesMd5 }),
    ...(draft.systemMd5 && { MD5OfMessageSystemAttributes: draft.systemMd5 }),
    ...(q.queue.fifo && { SequenceNumber: sequenceNumber(number) }),
  };
}

export const SendMessageBatch = operation('SendMessageBatch', async (input, ctx) => {
  const { queue: checked } = findQueue(input.QueueUrl, ctx);
  checkEntries('SendMessageBatch', input.Entries);
  const total = input.Entries.reduce((sum, entry) => sum + sentBytes(entry), 0);
  if (total > MAX_MESSAGE_BYTES)
    throw fault('BatchRequestTooLong', `Batch requests cannot be longer than ${MAX_MESSAGE_BYTES} bytes. You have sent ${total} bytes.`);
  const { Successful: drafts, Failed } = draftEntries(checked, input.Entries);
  const blobs = await Promise.all(
    drafts.map(async ({ draft }) => (fitsInside(draft.sizeBytes) ? undefined : await storeContent(draft.content, ctx))),
  );
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  const Successful = inQueue(
    queue,
    (q) =>
      drafts.map(({ Id, draft }, index) => {
        const sent = send(q, draft, blobs[index], ctx);
        return { Id, ...sent, MessageId: sent.MessageId ?? '', MD5OfMessageBody: sent.MD5OfMessageBody ?? '' };
      }),
    there,
  );
  return batchAnswer({ Successful, Failed }, ctx);
});

/** A FIFO queue refuses the whole batch for one bad entry, because leaving that entry out would break the order. */
function draftEntries(
  queue: Frozen<Queue>,
  entries: readonly SendMessageBatchRequestEntry[],
): BatchOutcome<{ Id: string; draft: MessageDraft }> {
  const draft = (entry: SendMessageBatchRequestEntry, index: number) => ({ Id: entry.Id, draft: draftMessage(queue, entry, index + 1) });
  return queue.fifo ? { Successful: entries.map(draft), Failed: [] } : eachEntry(entries, draft);
}
