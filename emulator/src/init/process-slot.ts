// The place of an environment's process: empty, parked (started ahead, waiting to load the user's code) or running. Its tenant is replaced
// in place; what it wrote becomes log records.

import { exitError } from './errors.ts';
import type { LogRecord } from './invocation.ts';
import { type ExitInfo, endsWithin, type Launch, type ManagedProcess } from './process.ts';
import { readProcess } from './read-process.ts';

export interface ProcessSlotOptions {
  readonly launch: Launch;
  readonly onRecord: (record: LogRecord) => void;
  /** It ended by itself; the slot is empty again. */
  readonly onGone: (exit: ExitInfo) => void;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

export class ProcessSlot {
  /** `host:port` of the Runtime API. */
  address = '';
  readonly #options: ProcessSlotOptions;
  #process: ManagedProcess | undefined;
  /** Lets the parked process go on. */
  #go: (() => void) | undefined;
  #released = false;
  #onParked: (() => void) | undefined;
  #peakBytes = 0;

  constructor(options: ProcessSlotOptions) {
    this.#options = options;
  }

  get empty(): boolean {
    return this.#process === undefined;
  }

  /** Of the process that is here, or of the last one. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /** Starts a process ahead, unless there is one. */
  fill(): void {
    if (!this.#process) this.#launch();
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
    this.#onParked?.();
    if (this.#released) go();
    else this.#go = go;
  }

  /** Has the user's code loaded by the process that is here, or by a new one. */
  release(): void {
    this.fill();
    this.watch();
    this.#released = true;
    this.#go?.();
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

  /** Afterwards the log is complete and the peak is known. */
  async flush(): Promise<void> {
    if (this.#process) await this.#measure(this.#process);
  }

  /** Given some time, it is asked to end before it is made to. */
  async kill(graceMs = 0): Promise<void> {
    const process = this.#process;
    if (!process) return;
    this.#clear();
    if (graceMs > 0) process.terminate();
    if (graceMs === 0 || !(await endsWithin(process, graceMs))) process.kill();
    await process.exited;
    await this.#measure(process);
  }

  #launch(): ManagedProcess {
    this.#released = false;
    this.#peakBytes = 0;
    const process = readProcess('function', (output) => this.#options.launch(this.address, output), this.#options.onRecord);
    this.#process = process;
    void process.exited.then(async (exit) => {
      // Its last answer may still be on its way through the socket.
      await turn();
      await turn();
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
