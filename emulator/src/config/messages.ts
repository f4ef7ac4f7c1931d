// Messages about options.
import { defineMessage } from '#lib/message';

export const OPTION_WARNING = defineMessage({
  code: 'OPTION_WARNING',
  level: 'warn',
  description: 'A variable resembles an option, is no longer one, has no effect here, or is overridden by another one.',
  hint: '`emulator config --origin` shows every option and where its value comes from.',
  text: ({ sentence }: { sentence: string }) => sentence,
});
