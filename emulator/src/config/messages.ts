// Messages about options.
import { defineError } from '#lib/emulator-error';
import { defineMessage } from '#lib/message';

export const OPTION_WARNING = defineMessage({
  code: 'OPTION_WARNING',
  level: 'warn',
  description: 'A variable resembles an option, is no longer one, has no effect here, or is overridden by another one.',
  hint: '`emulator config --origin` shows every option and where its value comes from.',
  text: ({ sentence }: { sentence: string }) => sentence,
});

export const ADDRESS_INVALID = defineError({
  code: 'ADDRESS_INVALID',
  description: '`GATEWAY_LISTEN` is not an address, or not one of this machine.',
  remedy: 'Write it as `127.0.0.1:4566`.',
});

export const OPTION_INVALID = defineError({
  code: 'OPTION_INVALID',
  description: 'An option or a flag has an invalid value.',
  remedy: 'The message lists the valid ones; `emulator config` lists all options.',
});
