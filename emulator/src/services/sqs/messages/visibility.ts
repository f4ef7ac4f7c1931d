// ChangeMessageVisibility and its batch.
import { operation } from '#model/sqs';
import { checkRange, invalidValue, missingParameter } from '#services/sqs/faults';
import { locate } from '#services/sqs/find-queue';
import { checkEntries, eachEntry } from './batch.ts';
import { receivedMessage } from './find-received.ts';
import { rehide } from './message-writes.ts';
import { atDesk, type Desk } from './queue-tx.ts';

const MOST_SECONDS = 43_200;

export const ChangeMessageVisibility = operation('ChangeMessageVisibility', (input, ctx) => {
  const { ctx: there, queue } = locate(ctx, input.QueueUrl);
  atDesk(there, queue, (desk) => change(desk, input.ReceiptHandle, input.VisibilityTimeout));
});

export const ChangeMessageVisibilityBatch = operation('ChangeMessageVisibilityBatch', (input, ctx) => {
  const { ctx: there, queue } = locate(ctx, input.QueueUrl);
  checkEntries('ChangeMessageVisibilityBatch', input.Entries);
  return atDesk(there, queue, (desk) =>
    eachEntry(input.Entries, ({ Id, ReceiptHandle, VisibilityTimeout }) => {
      change(desk, ReceiptHandle, VisibilityTimeout ?? Number(queue.settings['VisibilityTimeout']));
      return { Id };
    }),
  );
});

function change(desk: Desk, handle: string, seconds: number): void {
  if (!handle) throw missingParameter('ReceiptHandle');
  checkRange(seconds, 'VisibilityTimeout', 0, MOST_SECONDS, 'Must be between 0 and 43200.');
  const message = receivedMessage(desk, handle);
  if (!message) throw invalidValue(handle, 'ReceiptHandle', 'Message does not exist or is not available for visibility timeout change.');
  const visibleMs = desk.nowMs + seconds * 1000;
  if (visibleMs - (message.receivedMs ?? 0) > MOST_SECONDS * 1000)
    throw invalidValue(seconds, 'VisibilityTimeout', 'Total VisibilityTimeout for the message is beyond the limit [43200 seconds]');
  rehide(desk, message, { visibleMs });
  desk.stirred = true;
}
