// DeleteMessage and its batch. An old receipt handle of a standard queue is taken, but deletes nothing.
import { operation } from '#model/sqs';
import { missingParameter } from '#services/sqs/faults';
import { findQueue } from '#services/sqs/find-queue';
import { checkEntries, eachEntry } from './batch.ts';
import { receivedMessage } from './find-received.ts';
import { remove } from './message-writes.ts';
import { inQueue, type QueueTx } from './queue-tx.ts';

export const DeleteMessage = operation('DeleteMessage', (input, ctx) => {
  const { ctx: there, queue } = findQueue(ctx, input.QueueUrl);
  inQueue(there, queue, (q) => deleteReceived(q, input.ReceiptHandle));
});

export const DeleteMessageBatch = operation('DeleteMessageBatch', (input, ctx) => {
  const { ctx: there, queue } = findQueue(ctx, input.QueueUrl);
  checkEntries('DeleteMessageBatch', input.Entries);
  return inQueue(there, queue, (q) =>
    eachEntry(input.Entries, ({ Id, ReceiptHandle }) => {
      deleteReceived(q, ReceiptHandle);
      return { Id };
    }),
  );
});

function deleteReceived(q: QueueTx, handle: string): void {
  if (!handle) throw missingParameter('ReceiptHandle');
  const message = receivedMessage(q, handle);
  if (message) remove(q, message);
}
