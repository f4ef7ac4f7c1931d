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

export interface ChangesOptions extends ChangeEvents {
  readonly settleMs?: number | undefined;
  /** Called once no file has changed for a moment; what it returns is awaited, and changes that come meanwhile belong to the same ones. */
  readonly look?: (() => Promise<void> | undefined) | undefined;
}

export class Changes {
  readonly #options: ChangesOptions;
  readonly #paths = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beganMs = 0;
  /** When a file was noted for the first time. */
  #grownMs = 0;
  #isLooking = false;
  #closed = false;

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  note(path: string): void {
    if (this.#closed) return;
    const isFirst = this.#paths.size === 0;
    const nowMs = performance.now();
    if (isFirst) this.#beganMs = nowMs;
    if (!this.#paths.has(path)) this.#grownMs = nowMs;
    this.#paths.add(path);
    clearTimeout(this.#timer);
    const { settleMs: usualMs = SETTLE_MS } = this.#options;
    const settleMs = this.#paths.size < MANY_FILES ? usualMs : Math.max(usualMs, SETTLE_MANY_MS);
    const leftMs = Math.min(this.#grownMs + MAX_SETTLE_MS, this.#beganMs + MAX_BURST_MS) - nowMs;
    this.#timer = setTimeout(() => this.#end(), Math.max(0, Math.min(settleMs, leftMs)));
    if (isFirst) this.#options.began();
  }

  /** Reports what has been noted so far, at once. */
  close(): void {
    this.#closed = true;
    if (this.#paths.size > 0) this.#report();
  }

  #end(): void {
    this.#timer = undefined;
    // The look that is under way ends it, too.
    if (this.#isLooking) return;
    const look = this.#options.look?.();
    if (!look) {
      this.#report();
      return;
    }
    this.#isLooking = true;
    void look.then(() => {
      this.#isLooking = false;
      // Changes that came meanwhile are not quiet yet; quiet changes may need another look.
      if (this.#timer === undefined && this.#paths.size > 0) this.#end();
    });
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const paths = [...this.#paths];
    this.#paths.clear();
    this.#options.settled(paths);
  }
}
