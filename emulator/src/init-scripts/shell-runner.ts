// `.sh`: runs the file itself, as the kernel does: it needs its executable flag and a shebang. The kernel does not find the shebang behind the byte
// order mark of an editor, nor the interpreter before a carriage return: a copy without them runs in place of such a file.
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assertEndedWell, findCommand, isExecutable, runProgram } from './child-process.ts';
import type { ScriptRun, ScriptRunner } from './script-runner.ts';

const FIRST_LINE_BYTES = 256;
/** The byte order mark of UTF-8, read as Latin-1. */
const MARK = /^\xef\xbb\xbf/;

export const shellRunner: ScriptRunner = {
  name: '.sh',
  takes: (path) => path.endsWith('.sh'),
  whyNot,
  run: async (script) => assertEndedWell(await runProgram(runnable(script), [], script)),
};

function runnable({ path, workDirectory, line }: ScriptRun): string {
  const head = firstBytes(path);
  if (!MARK.test(head) && !/^[^\n]*\r\n/.test(head)) return path;
  const text = readFileSync(path, 'latin1').replace(MARK, '').replaceAll('\r\n', '\n');
  const folder = mkdtempSync(join(workDirectory(), 'script-'));
  const copy = join(folder, basename(path));
  writeFileSync(copy, text, { encoding: 'latin1', mode: 0o700 });
  line(`(a copy runs, ${copy}: the file begins with a byte order mark, or its lines end with CRLF)`);
  return copy;
}

function whyNot(path: string, searchPath: string): string | undefined {
  const head = firstBytes(path).replace(MARK, '');
  if (!head.startsWith('#!')) return 'the shebang is missing: its first line must name its interpreter, such as #!/bin/sh';
  const [line = ''] = head.split(/\r?\n/, 1);
  if (!isExecutable(path)) return 'it is not executable: chmod +x (in Kubernetes, defaultMode: 0755)';
  const interpreter = interpreterOf(line);
  if (!findCommand(interpreter, searchPath)) return `its interpreter ${interpreter} was not found`;
  return undefined;
}

/** `#!/usr/bin/env -S bash -e` → bash */
function interpreterOf(shebang: string): string {
  const [command = '', ...args] = shebang.slice(2).trim().split(/\s+/);
  if (basename(command) !== 'env') return command;
  return args.find((arg) => !arg.startsWith('-') && !arg.includes('=')) ?? command;
}

function firstBytes(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(FIRST_LINE_BYTES);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, FIRST_LINE_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
