// `.sh`: runs the file itself, as the kernel does: it needs its executable flag, a shebang and line ends without carriage return.
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { assertEndedWell, findCommand, isExecutable, runProgram } from './child-process.ts';
import type { ScriptRunner } from './script-runner.ts';

const FIRST_LINE_BYTES = 256;

export const shellRunner: ScriptRunner = {
  name: '.sh',
  takes: (path) => path.endsWith('.sh'),
  whyNot,
  run: async (script) => assertEndedWell(await runProgram(script.path, [], script)),
};

function whyNot(path: string, searchPath: string): string | undefined {
  const head = firstBytes(path);
  if (!head.startsWith('#!')) return 'the shebang is missing: its first line must name its interpreter, such as #!/bin/sh';
  const [line = ''] = head.split('\n', 1);
  if (line.endsWith('\r')) return 'its lines end with CRLF (Windows): save it with LF';
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
