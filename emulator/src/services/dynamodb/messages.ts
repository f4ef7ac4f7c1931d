// Messages of tables.
import { defineMessage } from '#lib/message';

export const CHANGES_RETRIED = defineMessage({
  code: 'CHANGES_RETRIED',
  level: 'warn',
  description: 'The data stream of a table does not take its changes. They are kept for up to 24 hours, and sent again.',
  hint: 'Mostly the stream does not exist any more: make it again, or disable the destination with `aws dynamodb disable-kinesis-streaming-destination`.',
  text: ({ table, stream, reason, inS }: { table: string; stream: string; reason: string; inS: number }) =>
    `table ${table} cannot deliver changes to ${stream}, and tries again in ${inS} s: ${reason}`,
});

export const CHANGES_LOST = defineMessage({
  code: 'CHANGES_LOST',
  level: 'warn',
  description: 'The data stream of a table refused changes, or took none for 24 hours. They are not sent again.',
  text: ({ table, stream, reason, count }: { table: string; stream: string; reason: string; count: number }) =>
    `table ${table} gave ${count} ${count === 1 ? 'change' : 'changes'} up, which ${stream} does not take: ${reason}`,
});
