// Messages of the queue service.
import { defineMessage } from '#lib/message';

export const MESSAGES_DEAD_LETTERED = defineMessage({
  code: 'MESSAGES_DEAD_LETTERED',
  level: 'warn',
  description: 'Messages were received too often without being deleted, and go to the dead-letter queue.',
  hint: 'Mend their receiver; `aws sqs start-message-move-task` sends them back.',
  text: ({
    messageId,
    count,
    queue,
    deadLetterQueue,
    receives,
  }: {
    messageId: string;
    count: number;
    queue: string;
    deadLetterQueue: string;
    receives: number;
  }) =>
    `${count === 1 ? `message ${messageId}` : `${count} messages`} of ${queue} ${count === 1 ? 'goes' : 'go'} to the dead-letter queue ${deadLetterQueue}: received ${receives} time${receives === 1 ? '' : 's'} and not deleted`,
});
