// Messages of the stack service.
import { defineMessage } from '#lib/message';

export const RESOURCE_LEFT_OUT = defineMessage({
  code: 'RESOURCE_LEFT_OUT',
  level: 'warn',
  description: 'A template has a resource of a type that is not emulated; it is left out because of `CFN_UNSUPPORTED=ignore`.',
  text: ({ stack, problem }: { stack: string; problem: string }) => `stack ${stack}: ${problem} Left out (CFN_UNSUPPORTED=ignore).`,
});
