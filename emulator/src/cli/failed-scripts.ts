// The init scripts that failed, as `emulator start` and `emulator status` tell them.
import { askEmulator } from './endpoint.ts';

interface ScriptStatus {
  readonly path: string;
  readonly state: string;
  readonly reason?: string;
}

/** A line for each: the path, the first line of the reason, and what follows. */
export async function failedScripts(url: string): Promise<string[]> {
  const { scripts } = (await (await askEmulator(`${url}/_emulator/init`)).json()) as { readonly scripts: readonly ScriptStatus[] };
  const lines = scripts
    .filter(({ state }) => state === 'ERROR')
    .map(({ path, reason = '' }) => `  an init script failed: ${path}${reason && `: ${reason.split('\n', 1)[0]}`}\n`);
  return lines.length === 0 ? [] : [...lines, '  what they were to make may be missing: calls that name it fail, events for it are lost\n'];
}
