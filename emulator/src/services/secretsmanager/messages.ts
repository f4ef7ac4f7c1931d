// Messages of the secrets service.
import { defineMessage } from '#lib/message';

export const ROTATION_FAILED = defineMessage({
  code: 'ROTATION_FAILED',
  level: 'warn',
  description: "A step of a secret's rotation failed; the secret keeps its current value.",
  hint: "The function's log (`emulator logs <function>`) says more.",
  text: ({ arn, step, failure }: { arn: string; step: string; failure: string }) => `the rotation of ${arn} failed in ${step}: ${failure}`,
});
