// Messages about the X-Ray daemon of functions.
import { defineMessage } from '#lib/message';

export const DATAGRAM_IGNORED = defineMessage({
  code: 'DATAGRAM_IGNORED',
  level: 'warn',
  description:
    'A datagram that a function sent to the X-Ray daemon is no segment, or its segment was refused. Written once for each account and region.',
  hint: 'The line says what is wrong with the first; others may be wrong, too.',
  text: ({ problem }: { problem: string }) => `A segment that a function sent was not kept: ${problem}.`,
});
