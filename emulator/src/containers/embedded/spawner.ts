// The emulator's side of the spawner process (assets/spawner.mjs): starts it at first use, and again if it dies.

import { readlinkSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { type StartedProgram, startProgram } from '#lib/child-process';
import type { ExitInfo, ManagedProcess, ProcessOutput } from '#runtime-init/process/process';
import type { Connection } from '#runtime-init/runtime-api';
import { assetPath } from './assets.ts';
import { restrictingCommand } from './restricting-command.ts';
import { systemCommand } from './system-command.ts';

/** Where the spawner mounts the roots of its functions: only the spawner sees them, in its own mount namespace. */
export const STAGE = '/dev/shm';

/** One mount: `to` is below the root, `from` an absolute path or the name of another root. */
export type MountRow =
  | { readonly from: string; readonly to: string; readonly device?: boolean }
  /** A file system in memory, with its options. */
  | { readonly tmpfs: string; readonly to: string };

/** Mounts at `<STAGE>/<name>`, all read-only except devices and file systems in memory. */
export interface StageRoot {
  readonly name: string;
  readonly rows: readonly MountRow[];
}

export interface RunRequest {
  readonly command: readonly string[];
  /** All variables of the process; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** While watched, its group is killed above this limit. */
  readonly limitBytes?: number | undefined;
  /** A variable `NAME=value` unique to this environment. Descendants inherit it, so leftovers can be found after the process has ended. */
  readonly mark: string;
  /** No descendant can outlive it, so there is no need to look for any. */
  readonly contained: boolean;
  /** Its memory counts for its environment only once it is watched: until then it holds nothing of the function's. */
  readonly ahead?: boolean | undefined;
  /** A file that it reads from descriptor 5. */
  readonly input?: string | undefined;
  /** Roots that are mounted before it starts, unless they exist. */
  readonly stage?: readonly StageRoot[] | undefined;
  /** Name of the environment to which it belongs; see `owns`. */
  readonly environment?: string | undefined;
  /** The network that it enters, and the program with which it does so. */
  readonly network?: { readonly name: string; readonly nsenter: string } | undefined;
  /** Name of the network that it creates and that exists as long as it runs. */
  readonly opensNetwork?: string | undefined;
}

const FRAME_TYPES = { output: 1, errors: 2, telemetry: 3, exit: 4, flushed: 5, owned: 6, weighed: 7 } as const;
const HEADER_BYTES = 9;

interface Entry {
  readonly mark: string;
  readonly output: ProcessOutput;
  readonly exit: (exit: ExitInfo) => void;
  readonly flushes: ((peak: { peakBytes: number }) => void)[];
  peakBytes: number;
}

interface ExitMessage extends ExitInfo {
  readonly peakBytes?: number;
}

interface SpawnerOptions {
  /** It runs in its own mount namespace, where the kernel allows one. */
  readonly staged?: boolean | undefined;
  /** Writes the file of the system calls that neither it, where it is staged, nor anything that it starts may use. */
  readonly filter?: (() => string | undefined) | undefined;
}

export class Spawner {
  #child: StartedProgram | undefined;
  #rest: Buffer = Buffer.alloc(0);
  readonly #entries = new Map<number, Entry>();
  readonly #questions = new Map<number, (owns: boolean) => void>();
  readonly #weighings = new Map<number, (bytes: number) => void>();
  #lastId = 0;
  #disposed = false;
  readonly #staged: boolean;
  readonly #filter: () => string | undefined;
  #gone: Promise<void> = Promise.resolve();

  constructor({ staged = false, filter = () => undefined }: SpawnerOptions = {}) {
    this.#staged = staged;
    this.#filter = filter;
  }

  run(request: RunRequest, output: ProcessOutput): ManagedProcess {
    const id = ++this.#lastId;
    let exit!: (exit: ExitInfo) => void;
    const exited = new Promise<ExitInfo>((resolve) => {
      exit = resolve;
    });
    const entry: Entry = { mark: request.mark, output, exit, flushes: [], peakBytes: 0 };
    this.#entries.set(id, entry);
    if (this.#disposed) this.#exited(id, { signal: 'SIGKILL' });
    else this.#send({ op: 'run', id, ...request });
    const whileAlive = (op: string) => {
      if (this.#entries.has(id)) this.#send({ op, id });
    };
    return {
      exited,
      kill: () => whileAlive('kill'),
      terminate: () => whileAlive('terminate'),
      watch: () => whileAlive('watch'),
      freeze: () => whileAlive('freeze'),
      thaw: () => whileAlive('thaw'),
      weigh: () => this.#weigh(id),
      flush: () =>
        new Promise((resolve) => {
          if (!this.#entries.has(id)) return resolve({ peakBytes: entry.peakBytes });
          entry.flushes.push(resolve);
          this.#send({ op: 'flush', id });
        }),
    };
  }

  #weigh(process: number): Promise<number> {
    if (!this.#entries.has(process)) return Promise.resolve(0);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#weighings.set(id, resolve);
      this.#send({ op: 'weigh', id, process });
    });
  }

  /** Unmounts a root that no process uses any more; its file systems in memory are lost. */
  unmount(name: string): void {
    if (this.#child) this.#send({ op: 'unmount', name });
  }

  /** Whether a process of the environment holds the other end of a connection; always true where that cannot be known (outside Linux). */
  owns(environment: string, connection: Connection): Promise<boolean> {
    const id = ++this.#lastId;
    if (this.#disposed) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#questions.set(id, resolve);
      this.#send({ op: 'owns', id, environment, connection });
    });
  }

  /** Ends the spawner, which kills all remaining processes. Processes requested later count as ended: nothing would end a new spawner. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#child?.stdin?.end();
    await this.#gone;
  }

  #send(message: object): void {
    this.#child ??= this.#start();
    (this.#child.stdin as Writable).write(`${JSON.stringify(message)}\n`);
  }

  #start(): StartedProgram {
    // Its own session: Ctrl-C in the terminal is for the emulator. Its own environment: no variable slows its start.
    const program = [process.execPath, assetPath('spawner.mjs')];
    const staged = () => ['/bin/sh', assetPath('stage.sh'), ...namespaces(), ...restrictingCommand(this.#filter()), ...program];
    const [command = '', ...words] = this.#staged ? staged() : program;
    const child = startProgram(command, words, {
      env: this.#staged ? { STAGE_AT: STAGE, STAGE_OUTSIDE: readlinkSync('/proc/self/ns/mnt') } : {},
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    (child.stdout as Readable).on('data', (bytes: Buffer) => this.#receive(bytes));
    (child.stdin as Writable).on('error', () => undefined);
    this.#gone = new Promise((resolve) => {
      const lost = () => {
        if (this.#child === child) this.#lost();
        resolve();
      };
      child.once('error', lost);
      child.once('close', lost);
    });
    return child;
  }

  /** Treats its processes as dead; another spawner kills them. */
  #lost(): void {
    this.#child = undefined;
    this.#rest = Buffer.alloc(0);
    const marks = [...this.#entries.values()].map(({ mark }) => mark);
    if (marks.length > 0 && !this.#disposed) this.#send({ op: 'sweep', marks });
    for (const id of [...this.#entries.keys()]) this.#exited(id, { signal: 'SIGKILL' });
    for (const id of [...this.#questions.keys()]) this.#owned(id, false);
    for (const id of [...this.#weighings.keys()]) this.#weighed(id, 0);
  }

  #receive(bytes: Buffer): void {
    let buffer = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (buffer.length >= HEADER_BYTES) {
      const end = 4 + buffer.readUInt32BE(0);
      if (buffer.length < end) break;
      const [type, id, body] = [buffer[4]!, buffer.readUInt32BE(5), buffer.subarray(HEADER_BYTES, end)];
      if (type === FRAME_TYPES.owned) this.#owned(id, (JSON.parse(body.toString()) as { owns: boolean }).owns);
      else if (type === FRAME_TYPES.weighed) this.#weighed(id, (JSON.parse(body.toString()) as { bytes: number }).bytes);
      else this.#frame(type, id, body);
      buffer = buffer.subarray(end);
    }
    this.#rest = buffer;
  }

  #frame(type: number, id: number, body: Buffer): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (type === FRAME_TYPES.output) entry.output.stdout(body);
    else if (type === FRAME_TYPES.errors) entry.output.stderr(body);
    else if (type === FRAME_TYPES.telemetry) entry.output.telemetry(body);
    else if (type === FRAME_TYPES.flushed) this.#flushed(entry, JSON.parse(body.toString()) as { peakBytes: number });
    else if (type === FRAME_TYPES.exit) this.#exited(id, JSON.parse(body.toString()) as ExitMessage);
  }

  #owned(id: number, owns: boolean): void {
    this.#questions.get(id)?.(owns);
    this.#questions.delete(id);
  }

  #weighed(id: number, bytes: number): void {
    this.#weighings.get(id)?.(bytes);
    this.#weighings.delete(id);
  }

  #flushed(entry: Entry, peak: { peakBytes: number }): void {
    entry.peakBytes = Math.max(entry.peakBytes, peak.peakBytes);
    entry.flushes.shift()?.({ peakBytes: entry.peakBytes });
  }

  #exited(id: number, { peakBytes = 0, ...exit }: ExitMessage): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    entry.peakBytes = Math.max(entry.peakBytes, peakBytes);
    for (const resolve of entry.flushes.splice(0)) resolve({ peakBytes: entry.peakBytes });
    entry.exit(exit);
  }
}

/** `unshare` and its flags; without root, a user namespace is needed, too. */
function namespaces(): readonly string[] {
  const unshare = systemCommand('unshare') ?? 'unshare';
  return [unshare, process.getuid?.() === 0 ? '-m' : '-rm'];
}
