// Messages of the stack service.
import { defineMessage } from '#lib/message';

export const RESOURCE_LEFT_OUT = defineMessage({
  code: 'RESOURCE_LEFT_OUT',
  level: 'warn',
  description: 'A template has a resource of a type that is not emulated; it is left out because of `CFN_UNSUPPORTED=ignore`.',
  text: ({ stack, problem }: { stack: string; problem: string }) => `stack ${stack}: ${problem} Left out (CFN_UNSUPPORTED=ignore).`,
});

export const RESOURCES_RECORDED = defineMessage({
  code: 'RESOURCES_RECORDED',
  level: 'warn',
  description: 'A template has resources of types that no service offers. Their properties are kept, and they do nothing.',
  hint: 'docs/resource-types.md lists the types that are recorded unless told otherwise; `CFN_UNSUPPORTED=record` records all others, too.',
  text: ({ stack, types }: { stack: string; types: readonly string[] }) =>
    `stack ${stack}: recorded, does nothing here: ${types.join(', ')}`,
});
