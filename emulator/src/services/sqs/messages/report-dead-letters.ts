// Reports messages that were received too often and go to a dead-letter queue, in the trace of the request that sent them.
import { shortName } from '#core/call-resource';
import type { Frozen } from '#core/records';
import { arnOf } from '#services/sqs/find-queue';
import type { Message } from '#services/sqs/state';
import { MESSAGES_DEAD_LETTERED } from './messages.ts';
import type { QueueTx } from './queue-tx.ts';

interface DeadLetters {
  /** At least one. */
  readonly moved: readonly Frozen<Message>[];
  readonly deadLetterArn: string;
  readonly receives: number;
}

const MAX_SENDERS = 10;

export function reportDeadLetters({ ctx, queue }: Pick<QueueTx, 'ctx' | 'queue'>, { moved, deadLetterArn, receives }: DeadLetters): void {
  const sentBy = [...new Set(moved.flatMap(({ trace }) => trace ?? []))].slice(0, MAX_SENDERS);
  const facts = { messageId: moved[0]!.id, count: moved.length, queue: queue.name, receives };
  const data = { ...facts, deadLetterQueue: shortName(deadLetterArn) };
  ctx.inTrace(sentBy[0], 1).report(MESSAGES_DEAD_LETTERED, data, {
    what: 'problem',
    resource: arnOf(queue, ctx),
    target: deadLetterArn,
    remedy: `To send them again, once the cause is mended: aws sqs start-message-move-task --source-arn ${deadLetterArn}`,
    attempts: moved.map(({ id }) => id),
    sentBy,
    service: 'sqs',
  });
}
