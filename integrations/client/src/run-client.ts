// Runs a client in the foreground: its output is ours, or is seen line by line, and signals reach it, so that it ends as it wants to.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** As shells say it. */
const NOT_FOUND = 127;

export interface ClientRun {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where it writes what it would write to stdout. */
  readonly output: 'stdout' | 'stderr';
  readonly folder?: string;
  /** Runs the command line of a shell. */
  readonly shell?: boolean;
  /** Sees each line that it would print; it then has no input. */
  readonly seeLine?: (line: string) => void;
  /** Ends it when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The exit code: that of the client, 128 and the number of the signal that ended it, or 127 if the command does not exist. */
export function runClient(
  command: string,
  words: readonly string[],
  { environment, output, folder, shell = false, seeLine, signal: ending }: ClientRun,
): Promise<number> {
  const child = spawn(command, words, {
    env: environment as NodeJS.ProcessEnv,
    stdio: seeLine ? ['ignore', 'pipe', 'pipe'] : ['inherit', output === 'stderr' ? process.stderr : 'inherit', 'inherit'],
    shell,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  for (const stream of [child.stdout, child.stderr]) if (stream && seeLine) createInterface({ input: stream }).on('line', seeLine);
  // Ctrl+C at a terminal reaches the client anyway.
  const pass = (signal: NodeJS.Signals): void => void ((signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  const end = (): void => void child.kill('SIGTERM');
  for (const signal of SIGNALS) process.on(signal, pass);
  ending?.addEventListener('abort', end, { once: true });
  return new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(NOT_FOUND) : reject(error)));
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  }).finally(() => {
    ending?.removeEventListener('abort', end);
    for (const signal of SIGNALS) process.off(signal, pass);
  });
}
