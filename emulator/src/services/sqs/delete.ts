// DeleteMessage and its batch. An old receipt handle of a standard queue is taken, but deletes nothing.
import { operation } from '#model/sqs';
import { checkEntries, eachEntry } from './batch.ts';
import { atDesk, type Desk } from './box/desk.ts';
import { remove } from './box/keep.ts';
import { receivedMessage } from './box/received.ts';
import { missingParameter } from './faults.ts';
import { locate } from './locate.ts';

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
