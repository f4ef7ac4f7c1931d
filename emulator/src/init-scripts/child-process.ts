// Runs a program to its end, line by line, and ends it with everything that it started when the emulator stops.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startProgram } from '#lib/child-process';
import { ScriptProblem, type ScriptRun } from './script-runner.ts';

/** How long to wait for output after the end, which processes left behind may still write. */
const LAST_OUTPUT_MS = 200;
const KILL_AFTER_MS = 2000;
const KEPT_LINES = 200;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines that it wrote to stderr. */
  readonly errors: readonly string[];
}

export async function runProgram(
  command: string,
  args: readonly string[],
  script: ScriptRun,
  more: Record<string, string> = {},
): Promise<Ended> {
  if (script.signal.aborted) throw new ScriptProblem('not run: the emulator was stopped');
  const env = { ...script.environment, ...more };
  const child = startProgram(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const [stdout, stderr] = [child.stdout as Readable, child.stderr as Readable];
  const errors: string[] = [];
  createInterface({ input: stdout }).on('line', script.line);
  createInterface({ input: stderr }).on('line', (line) => {
    script.line(line);
    if (errors.push(line) > KEPT_LINES) errors.shift();
  });
  const kill = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // It has ended meanwhile.
    }
  };
  const end = (): void => {
    kill('SIGTERM');
    setTimeout(() => kill('SIGKILL'), KILL_AFTER_MS).unref();
  };
  // If the emulator exits without waiting (on a second signal), nothing must stay behind.
  const endAtOnce = (): void => kill('SIGKILL');
  process.once('exit', endAtOnce);
  script.signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', (error) => reject(new ScriptProblem(`could not be started: ${error.message}`)));
      child.once('close', (code, signal) => resolve({ code, signal, errors }));
      child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal, errors }), LAST_OUTPUT_MS).unref());
    });
  } finally {
    script.signal.removeEventListener('abort', end);
    process.off('exit', endAtOnce);
    stdout.destroy();
    stderr.destroy();
  }
}

/** @throws ScriptProblem unless it ended with exit code 0 */
export function assertEndedWell({ code, signal, errors }: Ended): void {
  if (code === 0) return;
  const last = errors.findLast((line) => line.trim() !== '');
  throw new ScriptProblem(`${signal ? `ended by ${signal}` : `exit code ${code}`}${last ? `: ${last.trim()}` : ''}`);
}

/** The file that a command's name refers to. */
export function findCommand(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  const candidates = name.includes('/') ? [name] : path.split(delimiter).map((folder) => join(folder, name));
  return candidates.find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
