// Messages about init scripts.
import { defineMessage } from '#lib/message';

interface ScriptProblem {
  readonly path: string;
  readonly problem: string;
}

export const SCRIPT_FAILED = defineMessage({
  code: 'SCRIPT_FAILED',
  level: 'warn',
  description: 'An init script failed or could not be run. The start goes on.',
  hint: '`GET /_emulator/init` lists all scripts with their state.',
  text: ({ path, problem }: ScriptProblem) => `${path}: ${problem}`,
});

export const SCRIPT_UNSIGNED = defineMessage({
  code: 'SCRIPT_UNSIGNED',
  level: 'warn',
  description: 'Calls arrived unsigned while an init script ran.',
  hint: 'The script has probably unset `AWS_ACCESS_KEY_ID`.',
  text: ({ path, problem }: ScriptProblem) => `${path}: ${problem}`,
});

export const SCRIPT_OUTPUT = defineMessage({
  code: 'SCRIPT_OUTPUT',
  level: 'info',
  description: 'A line that an init script printed.',
  text: ({ name, line }: { name: string; line: string }) => `${name}: ${line}`,
});

export const EXTENSION_UNKNOWN = defineMessage({
  code: 'EXTENSION_UNKNOWN',
  level: 'warn',
  description: '`EXTENSION_AUTO_INSTALL` names an extension that does not exist here.',
  text: ({ name }: { name: string }) => `EXTENSION_AUTO_INSTALL names ${name}, which is no extension here`,
});

const joined = ({ notes }: { notes: readonly string[] }): string => notes.join('; ');

export const INIT_FOLDER_NOTES = defineMessage({
  code: 'INIT_FOLDER_NOTES',
  level: 'info',
  description: 'The folder of init scripts has no scripts, or holds files that no stage runs.',
  text: joined,
});

export const INIT_FOLDER_MISSING = defineMessage({
  code: 'INIT_FOLDER_MISSING',
  level: 'warn',
  description: 'The folder of init scripts that was named does not exist.',
  hint: 'In a container, mount it; `EMULATOR_INIT_DIR` names the folder.',
  text: joined,
});
