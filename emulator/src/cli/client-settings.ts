// The settings with which common clients start `emulator mcp`: what they hold, and in which file of the project.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { SETTINGS_INVALID } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { table } from '#lib/table';

interface ClientSettings {
  readonly file: string;
  /** The member that holds the servers. */
  readonly member: string;
  readonly entry: object;
}

const COMMAND = { command: 'npx', args: ['emulator', 'mcp'] };

/** By the name of the client; files are relative to the project. */
export const CLIENTS: Readonly<Record<string, ClientSettings>> = table({
  claude: { file: '.mcp.json', member: 'mcpServers', entry: COMMAND },
  cursor: { file: '.cursor/mcp.json', member: 'mcpServers', entry: COMMAND },
  vscode: { file: '.vscode/mcp.json', member: 'servers', entry: { type: 'stdio', ...COMMAND } },
  gemini: { file: '.gemini/settings.json', member: 'mcpServers', entry: COMMAND },
  zed: { file: '.zed/settings.json', member: 'context_servers', entry: COMMAND },
});

const NAME = 'cloud-emulator';

/** The settings alone, as a file that has nothing else would hold them. */
export const settingsText = ({ member, entry }: ClientSettings): string => JSON.stringify({ [member]: { [NAME]: entry } }, undefined, 2);

/** Writes the entry into the file of the project; what else the file has, comments included, stays. Returns its path. @throws EmulatorError SETTINGS_INVALID */
export function writeSettings({ file, member, entry }: ClientSettings, root: string): string {
  const path = join(root, file);
  const before = readIfThere(path);
  const errors: ParseError[] = [];
  parse(before, errors, { allowTrailingComma: true });
  if (errors.length > 0)
    throw new EmulatorError(SETTINGS_INVALID, `${path} is no JSON, so nothing was written.`, {
      hint: 'Mend the file, or add by hand what `emulator mcp init` prints without --write.',
    });
  const edits = modify(before, [member, NAME], entry, { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, applyEdits(before, edits));
  return path;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '{}\n';
  }
}
