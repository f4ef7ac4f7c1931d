// Runs npm for what is installed into the user's cache: its configuration names the registry, and it verifies what it downloads.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '#lib/child-process';

/** The npm that came with this Node.js, else the one on PATH. */
export function npm(args: readonly string[], cwd: string): Promise<{ stdout: string }> {
  const own = join(dirname(dirname(process.execPath)), 'lib/node_modules/npm/bin/npm-cli.js');
  const quiet = ['--fetch-retries=1', '--loglevel=error'];
  const [command, first] = existsSync(own) ? [process.execPath, [own]] : ['npm', []];
  return runCommand(command, [...first, ...args, ...quiet], { cwd });
}

/** npm's message without its decoration. */
export function npmReason(error: Error & { stderr?: string }): string {
  const lines = (error.stderr ?? '').split('\n').map((line) => /^npm (?:error|ERR!) (.+)/.exec(line)?.[1] ?? '');
  const said = lines.filter((line) => line !== '' && !/^(code |errno |syscall |\d+ +$|A complete log)/.test(line));
  return said.slice(0, 2).join(' ') || error.message.trim();
}
