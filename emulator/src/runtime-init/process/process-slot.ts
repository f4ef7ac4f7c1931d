// Holds the process of an environment: none, parked (started ahead, waiting to load the user's code) or running. The process is replaced
// in place, by a new process or by the next one, which was started ahead; its output becomes log records.

import { nextTurn } from '#lib/next-turn';
import { exitError } from '#runtime-init/errors';
import type { LogRecord } from '#runtime-init/invocation';
import { NextProcess } from './next-process.ts';
import { type ExitInfo, endsWithin, type Launch, type ManagedProcess } from './process.ts';
import { readProcess } from './read-process.ts';

export interface ProcessSlotOptions {
  readonly launch: Launch;
  readonly onRecord: (record: LogRecord) => void;
  /** The process ended by itself; the slot is empty again. */
  readonly onGone: (exit: ExitInfo) => void;
}

export class ProcessSlot {
  /** `host:port` of the Runtime API. */
  address = '';
  readonly #options: ProcessSlotOptions;
  #process: ManagedProcess | undefined;
  #next: NextProcess | undefined;
  /** Lets the parked process continue. */
  #go: (() => void) | undefined;
  #released = false;
  /** The present process has asked, and was let go. */
  #loads = false;
  #onParked: (() => void) | undefined;
  #peakBytes = 0;

  constructor(options: ProcessSlotOptions) {
    this.#options = options;
  }

  get empty(): boolean {
    return this.#process === undefined;
  }

  /** Peak memory of the present process, or of the last one. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** Starts a process ahead, or takes the next one, unless a process exists. */
  fill(): void {
    if (!this.#process && !this.#takesNext()) this.#launch();
  }

  /** Starts the process that will take the place of the present one, and waits until it is parked. Only once the present one loads the user's code. */
  async parkNext(): Promise<void> {
    if (!this.#process || !this.#loads) return;
    this.#next ??= this.#launchNext();
    await this.#next.parked;
  }

  /** Ends that process, if there is one. */
  async dropNext(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    next?.process.kill();
    await next?.process.exited;
  }

  /** Bytes of memory that the process takes that waits to load the user's code: the next one, or else the present one. */
  async parkedBytes(): Promise<number> {
    const waiting = this.#next ? this.#next.process : this.#loads ? undefined : this.#process;
    return (await waiting?.weigh?.()) ?? 0;
  }

  /** Starts a process and waits until it is parked. */
  async park(): Promise<void> {
    const parked = new Promise<void>((resolve) => {
      this.#onParked = resolve;
    });
    const process = this.#launch();
    const failed = process.exited.then((exit) => {
      throw new Error(exitError(exit).errorMessage);
    });
    failed.catch(() => undefined);
    await Promise.race([parked, failed]);
  }

  /** The parked process asks whether it may load the user's code. */
  load(go: () => void): void {
    // The present process asks once.
    if (this.#loads && this.#next && !this.#next.isParked) this.#next.park(go);
    else this.#asked(go);
  }

  #asked(go: () => void): void {
    this.#onParked?.();
    if (this.#released) this.#let(go);
    else this.#go = go;
  }

  /** Makes the present process, or a new one, load the user's code. */
  release(): void {
    this.fill();
    this.watch();
    this.#released = true;
    if (this.#go) this.#let(this.#go);
    this.#go = undefined;
  }

  watch(): void {
    this.#process?.watch();
  }

  freeze(): void {
    this.#process?.freeze?.();
  }

  thaw(): void {
    this.#process?.thaw?.();
  }

  /** Resolves when the log is complete and the peak is known. */
  async flush(): Promise<void> {
    if (this.#process) await this.#measure(this.#process);
  }

  /** With a grace time, asks the process to end before killing it. */
  async kill(graceMs = 0): Promise<void> {
    const process = this.#process;
    if (!process) return;
    this.#clear();
    if (graceMs > 0) process.terminate();
    if (graceMs === 0 || !(await endsWithin(process, graceMs))) process.kill();
    await process.exited;
    await this.#measure(process);
  }

  #let(go: () => void): void {
    this.#loads = true;
    go();
  }

  #launch(): ManagedProcess {
    return this.#hold(this.#start(this.#options.onRecord));
  }

  #launchNext(): NextProcess {
    const next = new NextProcess((onRecord) => this.#start(onRecord));
    void next.process.exited.then(() => {
      if (this.#next === next) this.#next = undefined;
    });
    return next;
  }

  /** False if there is none. */
  #takesNext(): boolean {
    const next = this.#next;
    if (!next) return false;
    this.#next = undefined;
    this.#hold(next.process);
    this.#go = next.take(this.#options.onRecord);
    return true;
  }

  #start(onRecord: (record: LogRecord) => void): ManagedProcess {
    return readProcess('function', (output) => this.#options.launch(this.address, output), onRecord);
  }

  /** It is the present process from now on. */
  #hold(process: ManagedProcess): ManagedProcess {
    this.#released = false;
    this.#loads = false;
    this.#peakBytes = 0;
    this.#process = process;
    void process.exited.then(async (exit) => {
      // Its last answer may still be on its way through the socket.
      await nextTurn();
      await nextTurn();
      await this.#measure(process);
      if (this.#process !== process) return;
      this.#clear();
      this.#options.onGone(exit);
    });
    return process;
  }

  #clear(): void {
    this.#process = undefined;
    this.#go = undefined;
  }

  async #measure(process: ManagedProcess): Promise<void> {
    const { peakBytes } = await process.flush();
    if (this.empty || this.#process === process) this.#peakBytes = Math.max(this.#peakBytes, peakBytes);
  }
}
