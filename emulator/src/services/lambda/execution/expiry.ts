// Ends what expires: waits for the first expiry, and only while there is one.

export interface ExpiryOptions {
  now(): number;
  /** Resolves at that time, or with false if the emulator stops before. */
  wait(untilMs: number): Promise<boolean>;
  readonly stopping: AbortSignal;
  /** The time of the first expiry; undefined if nothing expires. It never comes earlier than it was found once. */
  readonly firstMs: () => number | undefined;
  /** Ends what has expired. */
  readonly expire: () => void;
}

export class Expiry {
  readonly #options: ExpiryOptions;
  #running = false;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** Call this when something may expire that did not before. */
  look(): void {
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    const { firstMs, wait, stopping, expire } = this.#options;
    this.#running = true;
    for (let first = firstMs(); first !== undefined; first = firstMs()) {
      if (!(await wait(first)) || stopping.aborted) return;
      expire();
    }
    this.#running = false;
  }
}
