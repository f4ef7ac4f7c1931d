// Starts and ends the processes of an environment, from inside it: this is the root of everything that runs there.

import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { ExitInfo, ManagedProcess, ProcessOutput } from '#runtime-init/process/process';
import { childrenOf, family, isZombie } from './family.ts';
import type { Kernel } from './kernel.ts';
import type { Memory } from './memory.ts';
import { MemoryWatch } from './memory-watch.ts';
import type { User } from './user.ts';

export interface ProcessRequest {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly user: User | undefined;
  /** The process is killed when the environment uses more, while it is watched. */
  readonly limitBytes?: number | undefined;
}

type Signal = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT';

const CLOSE_WITHIN_MS = 200;
/** All processes of the container, the sender aside. */
const ALL_OTHERS = -1;
/** A process that is started by one that has no signal yet is found in the next round. */
const ROUNDS = 50;

export class Processes {
  readonly #kernel: Kernel;
  readonly #memory: Memory;
  /** The function's process and its extensions, as long as they run. */
  readonly #running = new Set<number>();
  #reaping: NodeJS.Immediate | undefined;

  constructor(kernel: Kernel, memory: Memory) {
    this.#kernel = kernel;
    this.#memory = memory;
    kernel.adopt();
    process.on('SIGCHLD', () => {
      this.#reaping ??= setImmediate(() => this.#reap());
    });
  }

  /** Never throws: a process that cannot be started counts as ended, and its exit says why. */
  start(request: ProcessRequest, output: ProcessOutput): ManagedProcess {
    const [program = '', ...args] = request.command;
    const child = spawn(program, args, {
      env: { ...request.env },
      cwd: request.cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      ...(request.user ?? {}),
    });
    if (child.pid !== undefined) this.#running.add(child.pid);
    relay(child, output);
    const { limitBytes } = request;
    const watch = limitBytes === undefined ? undefined : new MemoryWatch(this.#memory, limitBytes, () => signalGroup(child.pid, 'SIGKILL'));
    return {
      exited: this.#ended(child, watch).finally(() => watch?.stop()),
      kill: () => signalGroup(child.pid, 'SIGKILL'),
      terminate: () => signalGroup(child.pid, 'SIGTERM'),
      freeze: () => {
        this.#signalAll('SIGSTOP');
        watch?.look();
      },
      thaw: () => this.#signalAll('SIGCONT'),
      watch: () => watch?.start(),
      flush: async () => {
        await drained();
        watch?.stop();
        if (child.exitCode === null && child.signalCode === null) watch?.note();
        return { peakBytes: watch?.peak ?? 0 };
      },
    };
  }

  /** Ends processes left behind first, because they may hold the pipes open; then reads the rest of the pipes. */
  #ended(child: ChildProcess, watch: MemoryWatch | undefined): Promise<ExitInfo> {
    return new Promise((resolve) => {
      child.once('error', (error) => {
        if (child.pid === undefined) resolve({ error: error.message });
      });
      child.once('exit', (code, signal) => {
        this.#running.delete(child.pid as number);
        this.#endLeftovers();
        const outOfMemory = signal === 'SIGKILL' && watch?.outOfMemory === true;
        const exit: ExitInfo = signal === null ? { code: code ?? 0 } : { signal, outOfMemory };
        child.once('close', () => resolve(exit));
        setTimeout(() => resolve(exit), CLOSE_WITHIN_MS);
      });
    });
  }

  /** All are descendants of this program, whatever group, session or variables they have chosen. */
  #endLeftovers(): void {
    // As process 1 of the container, in one step.
    if (process.pid === 1 && this.#running.size === 0) signalOne(ALL_OTHERS, 'SIGKILL');
    else this.#signalAll('SIGKILL', (pid) => this.#running.has(pid));
  }

  #signalAll(signal: Signal, isSpared?: (pid: number) => boolean): void {
    if (process.pid === 1 && isSpared === undefined) {
      signalOne(ALL_OTHERS, signal);
      return;
    }
    const told = new Set([process.pid]);
    for (let round = 0; round < ROUNDS; round++) {
      const found = family(process.pid, isSpared).filter((pid) => !told.has(pid));
      if (found.length === 0) return;
      for (const pid of found) {
        told.add(pid);
        signalOne(pid, signal);
      }
    }
  }

  /** Processes whose parent has ended are this program's children then. Its own are waited for by the runtime of this program. */
  #reap(): void {
    this.#reaping = undefined;
    for (const pid of childrenOf(process.pid)) if (!this.#running.has(pid) && isZombie(pid)) this.#kernel.reap(pid);
  }
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

function signalGroup(pid: number | undefined, signal: Signal): void {
  if (pid !== undefined) signalOne(-pid, signal);
}

function signalOne(pid: number, signal: Signal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // There is no such process any more.
  }
}
