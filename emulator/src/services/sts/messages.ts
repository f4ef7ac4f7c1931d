// Messages of the service that issues sessions of roles.
import { defineMessage } from '#lib/message';

export const ROLE_MISSING = defineMessage({
  code: 'ROLE_MISSING',
  level: 'warn',
  description: 'A role that does not exist here was assumed. Written once per role.',
  hint: 'Create the role (`aws iam create-role`), or deploy it with the stack: the cloud would refuse.',
  text: ({ arn }: { arn: string }) => `${arn} does not exist here. The emulator lets it be assumed; the cloud would refuse.`,
});
