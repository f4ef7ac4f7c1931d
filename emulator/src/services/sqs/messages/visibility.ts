// ChangeMessageVisibility and its batch.
import { operation } from '#model/sqs';
import { checkRange, invalidValue, missingParameter } from '#services/sqs/faults';
import { findQueue } from '#services/sqs/find-queue';
import { batchAnswer, checkEntries, eachEntry } from './batch.ts';
import { everReceivedMessage } from './find-received.ts';
import { inQueue } from './in-queue.ts';
import { changeVisibility } from './message-writes.ts';
import type { QueueTx } from './queue-tx.ts';

/** Limit: visibility timeout of a message. */
const MAX_SECONDS = 43_200;

export const ChangeMessageVisibility = operation('ChangeMessageVisibility', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  inQueue(queue, (q) => change(q, input.ReceiptHandle, input.VisibilityTimeout), there);
});

export const ChangeMessageVisibilityBatch = operation('ChangeMessageVisibilityBatch', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  checkEntries('ChangeMessageVisibilityBatch', input.Entries);
  const outcome = inQueue(
    queue,
    (q) =>
      eachEntry(input.Entries, ({ Id, ReceiptHandle, VisibilityTimeout }) => {
        change(q, ReceiptHandle, VisibilityTimeout ?? Number(queue.settings['VisibilityTimeout']));
        return { Id };
      }),
    there,
  );
  return batchAnswer(outcome, ctx);
});

function change(q: QueueTx, handle: string, seconds: number): void {
  if (!handle) throw missingParameter('ReceiptHandle');
  checkRange(seconds, 'VisibilityTimeout', 0, MAX_SECONDS, 'Must be between 0 and 43200.');
  // A standard queue lets an earlier receipt handle change a message that was received again (moto's tests, run against the service).
  const message = everReceivedMessage(q, handle);
  if (!message) throw invalidValue(handle, 'ReceiptHandle', 'Message does not exist or is not available for visibility timeout change.');
  // The handle of a message that has become visible changes nothing in a standard queue (recorded by LocalStack); a FIFO queue has refused it.
  if (!q.queue.fifo && message.visibleMs <= q.nowMs) return;
  const visibleMs = q.nowMs + seconds * 1000;
  if (visibleMs - (message.receivedMs ?? 0) > MAX_SECONDS * 1000)
    throw invalidValue(seconds, 'VisibilityTimeout', 'Total VisibilityTimeout for the message is beyond the limit [43200 seconds]');
  changeVisibility(q, message, { visibleMs });
  q.mustWake = true;
}
