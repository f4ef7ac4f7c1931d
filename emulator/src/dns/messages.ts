// Messages of the name server.
import { defineMessage } from '#lib/message';

export const NAME_SERVER_FAILED = defineMessage({
  code: 'NAME_SERVER_FAILED',
  level: 'warn',
  description: 'The name server could not be opened, or its socket failed. The emulator works without it.',
  hint: '`DNS_ADDRESS=0` switches it off; ports below 1024 need rights.',
  text: ({ problem }: { problem: string }) => problem,
});
