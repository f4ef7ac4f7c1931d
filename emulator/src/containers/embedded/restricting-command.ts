// Gives up, once for the spawner and all that it starts, what no function may have: the programs that build a sandbox with `unshare` cannot.
// A program of this machine does it, since Node.js makes no system calls by number.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCallFilter } from '#runtime-init/process/system-call-filter';
import { type AssetName, assetPath } from './assets.ts';
import { systemCommand } from './system-command.ts';

/** Writes the filter of system calls to a file. Undefined where this machine's architecture has none. */
export function writeFilter(file: string): string | undefined {
  const filter = systemCallFilter();
  if (filter === undefined) return undefined;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, filter.bytes);
  return file;
}

const TOOLS = [
  { name: 'perl', words: [], script: 'restrict.pl' },
  { name: 'python3', words: ['-I', '-S'], script: 'restrict.py' },
] as const;

/** A command that becomes the program after it; empty where the machine has nothing that can. */
export const restrictingCommand = (file: string | undefined): readonly string[] => (file === undefined ? [] : toolCommand(file, assetPath));

/** The same within a sandbox whose filter bubblewrap has loaded: leaves the Unix sockets without a file that programs of the machine have. */
export const leavingCommand = (): readonly string[] => toolCommand('', (script) => `/var/runtime/${script}`);

function toolCommand(file: string, placeOf: (script: AssetName) => string): readonly string[] {
  const filter = systemCallFilter();
  if (filter === undefined) return [];
  for (const { name, words, script } of TOOLS) {
    const program = systemCommand(name);
    if (program !== undefined) return [program, ...words, placeOf(script), file, String(filter.keyctl), String(filter.prctl)];
  }
  return [];
}
