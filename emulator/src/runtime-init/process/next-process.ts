// The process that is started ahead to take the place of an environment's present one: it waits before the user's code, and its output
// belongs to nobody until then.

import type { LogRecord } from '#runtime-init/invocation';
import type { ManagedProcess } from './process.ts';

export class NextProcess {
  readonly process: ManagedProcess;
  /** Resolves when it asks whether it may load the user's code, is taken before, or has ended. */
  readonly parked: Promise<unknown>;
  readonly #kept: LogRecord[] = [];
  #onRecord: ((record: LogRecord) => void) | undefined;
  #go: (() => void) | undefined;
  #onParked!: () => void;

  /** `start` is handed what receives the records of the process. */
  constructor(start: (onRecord: (record: LogRecord) => void) => ManagedProcess) {
    const asked = new Promise<void>((resolve) => (this.#onParked = resolve));
    this.process = start((record) => (this.#onRecord ? this.#onRecord(record) : void this.#kept.push(record)));
    this.parked = Promise.race([asked, this.process.exited]);
  }

  get isParked(): boolean {
    return this.#go !== undefined;
  }

  park(go: () => void): void {
    this.#go = go;
    this.#onParked();
  }

  /** It becomes the present process: its records so far are told. Returns what lets it continue; undefined where it has not asked yet. */
  take(onRecord: (record: LogRecord) => void): (() => void) | undefined {
    this.#onRecord = onRecord;
    this.#onParked();
    for (const record of this.#kept.splice(0)) onRecord(record);
    return this.#go;
  }
}
