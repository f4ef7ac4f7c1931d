// Moves a message that was received too often to the dead-letter queue.
import type { Frozen } from '#core/records';
import { arnOf } from '#services/sqs/find-queue';
import type { Message } from '#services/sqs/state';
import { type Draft, enqueue, remove } from './message-writes.ts';
import type { QueueTx } from './queue-tx.ts';

/**
 * Its age continues in a standard queue and starts anew in a FIFO queue. Its receive count stays.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
export function toDeadLetters(source: QueueTx, target: QueueTx, message: Frozen<Message>): void {
  const draft: Draft = {
    ...message,
    sentMs: target.queue.fifo ? target.nowMs : message.sentMs,
    visibleMs: target.queue.fifo ? 0 : target.nowMs,
    deadLetterSource: arnOf(source.queue, source.ctx),
  };
  enqueue(target, draft);
  remove(source, message);
}
