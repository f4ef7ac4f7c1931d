// Messages of user pools.
import { defineMessage } from '#lib/message';

export const CODE_SENT = defineMessage({
  code: 'CODE_SENT',
  level: 'info',
  tone: 'notice',
  description: 'A user pool would have sent an email or a text message to a user. Nothing leaves this machine.',
  hint: 'The whole message is at `/_cloud/cognito-idp/messages`.',
  text: ({ medium, to, reason, code }: { medium: string; to: string; reason: string; code: string | undefined }) =>
    `${medium === 'EMAIL' ? 'email' : 'text message'} to ${to} (${reason})${code === undefined ? '' : `: the code is ${code}`}`,
});

export const TRIGGER_FAILED = defineMessage({
  code: 'TRIGGER_FAILED',
  level: 'warn',
  description: 'A trigger of a user pool failed, or its answer was none. The request that caused it was refused.',
  hint: "The function's log (`emulator logs <function>`) says more.",
  text: ({ kind, poolId, reason }: { kind: string; poolId: string; reason: string }) =>
    `the trigger ${kind} of the user pool ${poolId} failed: ${reason}`,
});
