// Errors of the tools for agents.
import { defineError } from '#lib/emulator-error';

export const PATH_OUTSIDE = defineError({
  code: 'PATH_OUTSIDE',
  description: 'An agent named a file or a folder outside of the project.',
  remedy: 'Start `emulator mcp` in the folder of the project, or name it with `--root`.',
});
