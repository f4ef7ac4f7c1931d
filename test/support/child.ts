// An emulator in a process of its own: for tests that kill it or measure its memory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandWords } from './command.ts';
import { GO_VARIABLES } from './go-programs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface ChildEmulator {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output on stderr so far. */
  log(): string;
  /** Resolves with the first line of stderr after position `from` of the log that matches; rejects after `withinMs`. */
  line(pattern: RegExp, from: number, withinMs?: number): Promise<string>;
  rssBytes(): number;
  /** Undefined while it runs. */
  readonly exit: { code: number | null; signal: NodeJS.Signals | null } | undefined;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** `through`: a command that runs the command that follows it; `flags`: of `emulator start`. */
export async function startChild(
  environment: Record<string, string> = {},
  nodeFlags: readonly string[] = [],
  through: readonly string[] = [],
  flags: readonly string[] = ['--quiet'],
): Promise<ChildEmulator> {
  const node = [process.execPath, ...nodeFlags, ...(await commandWords()), 'start', '--port', '0', ...flags];
  const [command = '', ...words] = [...through, ...node];
  const child = spawn(command, words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...GO_VARIABLES, PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  });
  let log = '';
  let exit: ChildEmulator['exit'];
  child.stderr.on('data', (chunk) => {
    log = (log + String(chunk)).slice(-200_000);
  });
  child.once('exit', (code, signal) => {
    exit = { code, signal };
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const found = /gateway: (\S+)[\s\S]*Ready\./.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the emulator ended at its start: ${log}`)));
  });
  return {
    url,
    process: child,
    log: () => log,
    line: (pattern, from, withinMs = 120_000) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = log
            .slice(from)
            .split('\n')
            .slice(0, -1)
            .find((line) => pattern.test(line));
          if (found === undefined) return;
          end();
          resolve(found);
        };
        const timer = setTimeout(() => {
          end();
          reject(new Error(`no line matched ${pattern} within ${withinMs} ms: ${log.slice(from)}`));
        }, withinMs);
        const end = (): void => {
          clearTimeout(timer);
          child.stderr.off('data', look);
        };
        child.stderr.on('data', look);
        look();
      }),
    rssBytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    get exit() {
      return exit;
    },
    kill: async (signal) => {
      if (exit) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
