// DeleteMessage and its batch.
import { operation } from '#model/sqs';
import { missingParameter } from '#services/sqs/faults';
import { findQueue } from '#services/sqs/find-queue';
import { countDeleted } from '#services/sqs/queue-metrics';
import { batchAnswer, checkEntries, eachEntry } from './batch.ts';
import { everReceivedMessage } from './find-received.ts';
import { inQueue } from './in-queue.ts';
import { remove } from './message-writes.ts';
import type { QueueTx } from './queue-tx.ts';

export const DeleteMessage = operation('DeleteMessage', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  inQueue(queue, (q) => deleteReceived(q, input.ReceiptHandle), there);
});

export const DeleteMessageBatch = operation('DeleteMessageBatch', (input, ctx) => {
  const { there, queue } = findQueue(input.QueueUrl, ctx);
  checkEntries('DeleteMessageBatch', input.Entries);
  const outcome = inQueue(
    queue,
    (q) =>
      eachEntry(input.Entries, ({ Id, ReceiptHandle }) => {
        deleteReceived(q, ReceiptHandle);
        return { Id };
      }),
    there,
  );
  return batchAnswer(outcome, ctx);
});

function deleteReceived(q: QueueTx, handle: string): void {
  if (!handle) throw missingParameter('ReceiptHandle');
  // A standard queue lets an earlier receipt handle delete a message that was received again (moto's tests, run against the service; the
  // service itself promises only that the call succeeds).
  const message = everReceivedMessage(q, handle);
  if (message) remove(q, message);
  countDeleted(q.queue.name, q.ctx);
}
