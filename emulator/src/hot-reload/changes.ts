// Gathers changes of files until none has come for a moment, so that one save, one checkout or one build counts once.

export interface ChangeEvents {
  /** The first of some changes. */
  readonly began: () => void;
  /** No file has changed for a moment. Absolute paths, each once. */
  readonly settled: (paths: readonly string[]) => void;
}

const SETTLE_MS = 30;
/** Files that change without a pause (a log, a long build) count as settled after this time. */
const MAX_SETTLE_MS = 1000;

export class Changes {
  readonly #events: ChangeEvents;
  readonly #settleMs: number;
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beganMs = 0;

  constructor(events: ChangeEvents, settleMs = SETTLE_MS) {
    this.#events = events;
    this.#settleMs = settleMs;
  }

  note(path: string): void {
    const isFirst = this.#paths.size === 0;
    this.#paths.add(path);
    if (isFirst) this.#beganMs = performance.now();
    clearTimeout(this.#timer);
    const leftMs = this.#beganMs + MAX_SETTLE_MS - performance.now();
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(this.#settleMs, leftMs)));
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
