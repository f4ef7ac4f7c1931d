// Starts and ends the processes of an environment, from inside it: this is the root of everything that runs there.

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ExitInfo, ManagedProcess, ProcessOutput } from '#runtime-init/process/process';
import { kernelKills, peakBytes, residentBytes } from './memory.ts';
import type { User } from './user.ts';

export interface ProcessRequest {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly user: User | undefined;
  /** The process is killed when it uses more, while it is watched. */
  readonly limitBytes?: number | undefined;
  /** Set for extensions, which outlive the runtime. */
  readonly isExtension: boolean;
}

export const extensionMark = '_EMULATOR_EXTENSION';
const WATCH_EVERY_MS = 20;
const CLOSE_WITHIN_MS = 200;

/** Never throws: a process that cannot be started counts as ended, and its exit says why. */
export function startProcess(request: ProcessRequest, output: ProcessOutput): ManagedProcess {
  const [program = '', ...args] = request.command;
  const child = spawn(program, args, {
    env: { ...request.env },
    cwd: request.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    ...(request.user ?? {}),
  });
  relay(child, output);
  const watch = memoryWatch(child, request.limitBytes);
  return {
    exited: ended(child, request.isExtension).finally(() => watch.stop()),
    kill: () => signalGroup(child.pid, 'SIGKILL'),
    terminate: () => signalGroup(child.pid, 'SIGTERM'),
    freeze: () => signalAll(child.pid, 'SIGSTOP'),
    thaw: () => signalAll(child.pid, 'SIGCONT'),
    watch: () => watch.start(),
    flush: async () => {
      await drained();
      watch.stop();
      return { peakBytes: watch.peak() };
    },
  };
}

/** Output that was in the pipes at the call has been read two turns later. */
async function drained(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise<void>((resolve) => setTimeout(resolve, 0));
}

function relay(child: ChildProcess, output: ProcessOutput): void {
  const [, stdout, stderr, telemetry] = child.stdio;
  const pairs: readonly (readonly [unknown, (bytes: Uint8Array) => void])[] = [
    [stdout, (bytes) => output.stdout(bytes)],
    [stderr, (bytes) => output.stderr(bytes)],
    [telemetry, (bytes) => output.telemetry(bytes)],
  ];
  for (const [stream, write] of pairs) (stream as Readable | null)?.on('data', write).on('error', () => undefined);
}

type Signal = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT';

/** As process 1 of the container: all processes but itself are of the environment. Elsewhere others may be among them (`--pid=host`). */
function signalAll(pid: number | undefined, signal: Signal): void {
  if (process.pid !== 1) {
    signalGroup(pid, signal);
    return;
  }
  try {
    process.kill(-1, signal);
  } catch {
    // There is no other process.
  }
}

function signalGroup(pid: number | undefined, signal: Signal): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}

/** Ends processes left behind first, because they may hold the pipes open; then reads the rest of the pipes. */
function ended(child: ChildProcess, isExtension: boolean): Promise<ExitInfo> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ error: error.message });
    });
    child.once('exit', (code, signal) => {
      signalGroup(child.pid, 'SIGKILL');
      if (!isExtension) endLeftovers();
      const exit: ExitInfo = signal === null ? { code: code ?? 0 } : { signal };
      child.once('close', () => resolve(exit));
      setTimeout(() => resolve(exit), CLOSE_WITHIN_MS);
    });
  });
}

/** Kills processes that left the runtime's group: all except this program and extensions. */
function endLeftovers(): void {
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!(pid > 1) || pid === process.pid || pid === process.ppid) continue;
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'latin1');
      if (environment.includes('AWS_LAMBDA_RUNTIME_API=') && !environment.includes(`${extensionMark}=`)) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile, or belongs to another user.
    }
  }
}

function memoryWatch(child: ChildProcess, limitBytes: number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let peak = 0;
  const killsBefore = kernelKills();
  const look = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    const bytes = residentBytes(child.pid);
    peak = Math.max(peak, bytes);
    if (limitBytes !== undefined && bytes > limitBytes) signalGroup(child.pid, 'SIGKILL');
  };
  return {
    start: () => {
      timer ??= setInterval(look, WATCH_EVERY_MS);
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
    peak: () => {
      if (child.pid !== undefined && child.exitCode === null) peak = Math.max(peak, peakBytes(child.pid));
      // The kernel's limit is above the function's: a process that grows fast may reach it between two looks.
      if (limitBytes !== undefined && child.signalCode === 'SIGKILL' && kernelKills() > killsBefore) peak = Math.max(peak, limitBytes);
      return peak;
    },
  };
}
