// Gathers changes of files until none has come for a moment, so that one save, one checkout or one build counts once.

export interface ChangeEvents {
  /** The first of some changes. */
  readonly began: () => void;
  /** No file has changed for a moment. Absolute paths, each once. */
  readonly settled: (paths: readonly string[]) => void;
}

const SETTLE_MS = 30;
/** A checkout or a build of many files pauses now and then. */
const MANY_FILES = 100;
const SETTLE_MANY_MS = 200;
/** Files that change without a pause (a log) count as settled when no other file has changed for this time. */
const MAX_SETTLE_MS = 1000;
/** No burst of changes lasts longer. */
const MAX_BURST_MS = 10_000;

export class Changes {
  readonly #events: ChangeEvents;
  readonly #settleMs: number;
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beganMs = 0;
  /** When a file was noted for the first time. */
  #grownMs = 0;

  constructor(events: ChangeEvents, settleMs = SETTLE_MS) {
    this.#events = events;
    this.#settleMs = settleMs;
  }

  note(path: string): void {
    const isFirst = this.#paths.size === 0;
    const nowMs = performance.now();
    if (isFirst) this.#beganMs = nowMs;
    if (!this.#paths.has(path)) this.#grownMs = nowMs;
    this.#paths.add(path);
    clearTimeout(this.#timer);
    const settleMs = this.#paths.size < MANY_FILES ? this.#settleMs : Math.max(this.#settleMs, SETTLE_MANY_MS);
    const leftMs = Math.min(this.#grownMs + MAX_SETTLE_MS, this.#beganMs + MAX_BURST_MS) - nowMs;
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(settleMs, leftMs)));
    if (isFirst) this.#events.began();
  }

  /** Reports what has been noted so far, at once. */
  close(): void {
    if (this.#paths.size > 0) this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    const paths = [...this.#paths];
    this.#paths.clear();
    this.#events.settled(paths);
  }
}
