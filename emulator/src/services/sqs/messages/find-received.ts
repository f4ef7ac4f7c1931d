// Finds the message that was received with a receipt handle.
import type { Frozen } from '#core/records';
import { badReceiptHandle, invalidValue } from '#services/sqs/faults';
import type { Message, Queue } from '#services/sqs/state';
import type { QueueTx } from './queue-tx.ts';
import { readReceiptHandle } from './receipt-handle.ts';

/**
 * The message, unless it has been received again since. Undefined if it is gone.
 * @throws if the handle does not belong to this queue, or has expired in a FIFO queue.
 */
export function receivedMessage(q: QueueTx, handle: string): Frozen<Message> | undefined {
  const found = messageOf(q, handle);
  return found?.isStale ? undefined : found?.message;
}

/**
 * The message, even if it has been received again since. Undefined if it is gone.
 * @throws if the handle does not belong to this queue, or has expired in a FIFO queue.
 */
export const everReceivedMessage = (q: QueueTx, handle: string): Frozen<Message> | undefined => messageOf(q, handle)?.message;

function messageOf(
  { queue, messages, nowMs }: QueueTx,
  handle: string,
): { readonly message: Frozen<Message>; readonly isStale: boolean } | undefined {
  const receipt = readReceiptHandle(handle);
  if (!receipt || ownerOf(receipt.storeId) !== queue.id) throw badReceiptHandle(handle);
  const message = receipt.storeId === queue.storeId ? messages.get([receipt.storeId, receipt.sentMs, receipt.number]) : undefined;
  if (!message) return undefined;
  const isStale = message.receives !== receipt.receives;
  if (queue.fifo && (isStale || message.visibleMs <= nowMs)) throw invalidValue(handle, 'ReceiptHandle', 'The receipt handle has expired.');
  return { message, isStale };
}

const ownerOf = (storeId: string): Queue['id'] => storeId.slice(0, storeId.lastIndexOf('-'));
