// Log lines about queries of log events.
import { defineMessage } from '#lib/message';

export const QUERY_FAILED = defineMessage({
  code: 'QUERY_FAILED',
  level: 'warn',
  description: 'A query of log events needs more memory, or more steps for one event, than it is allowed.',
  text: ({ id, reason }: { id: string; reason: string }) =>
    `The query ${id} of log events failed: ${reason}. Search a shorter time, or filter before stats, sort and dedup.`,
});
