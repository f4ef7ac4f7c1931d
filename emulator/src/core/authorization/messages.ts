// Messages of the checks of identities.
import { defineMessage } from '#lib/message';

interface DeniedCall {
  /** The refusal in the cloud's words. */
  readonly sentence: string;
  readonly remedy: string;
}

export const WOULD_BE_DENIED = defineMessage({
  code: 'WOULD_BE_DENIED',
  level: 'warn',
  description: 'A call was let through because of `IAM_ENFORCEMENT=warn`. The cloud would refuse it.',
  hint: 'The line ends with the command that allows it; `emulator policy` writes the whole policy that an identity needed.',
  text: ({ sentence, remedy }: DeniedCall) => `${sentence}. Allowed all the same because IAM_ENFORCEMENT=warn. ${remedy}`,
});

export const CALL_DENIED = defineMessage({
  code: 'CALL_DENIED',
  level: 'warn',
  description: 'The policies of the caller do not allow a call, so it was refused as the cloud refuses it (`IAM_ENFORCEMENT=enforce`).',
  hint: 'The line ends with the command that allows it; `emulator policy` writes the whole policy that an identity needed.',
  text: ({ sentence, remedy }: DeniedCall) => `${sentence}. ${remedy}`,
});

export const ACTION_UNKNOWN = defineMessage({
  code: 'ACTION_UNKNOWN',
  level: 'warn',
  description: 'The table of actions lacks an operation, so a call of it was not judged.',
  hint: 'This is a bug of the emulator: please report it with the line.',
  text: ({ name }: { name: string }) => `Nobody knows which action ${name} needs: the call was not judged.`,
});
