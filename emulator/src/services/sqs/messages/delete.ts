// DeleteMessage and its batch. An old receipt handle of a standard queue is taken, but deletes nothing.
import { operation } from '#model/sqs';
import { missingParameter } from '#services/sqs/faults';
import { locate } from '#services/sqs/find-queue';
import { checkEntries, eachEntry } from './batch.ts';
import { receivedMessage } from './find-received.ts';
import { remove } from './message-writes.ts';
import { atDesk, type Desk } from './queue-tx.ts';

export const DeleteMessage = operation('DeleteMessage', (input, ctx) => {
  const { ctx: there, queue } = locate(ctx, input.QueueUrl);
  atDesk(there, queue, (desk) => deleteReceived(desk, input.ReceiptHandle));
});

export const DeleteMessageBatch = operation('DeleteMessageBatch', (input, ctx) => {
  const { ctx: there, queue } = locate(ctx, input.QueueUrl);
  checkEntries('DeleteMessageBatch', input.Entries);
  return atDesk(there, queue, (desk) =>
    eachEntry(input.Entries, ({ Id, ReceiptHandle }) => {
      deleteReceived(desk, ReceiptHandle);
      return { Id };
    }),
  );
});

function deleteReceived(desk: Desk, handle: string): void {
  if (!handle) throw missingParameter('ReceiptHandle');
  const message = receivedMessage(desk, handle);
  if (message) remove(desk, message);
}
