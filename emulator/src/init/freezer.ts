// What the cloud does with an environment between two invocations: all that runs in it stands still. It is left a moment, so that invocations that
// follow one another do not pay for it.

/** What runs, and what talks to it. */
export interface Freezable {
  /** Whether nothing is under way. */
  readonly idle: boolean;
  /** Waits for what is being sent there. */
  settled(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

const FREEZE_AFTER_MS = 10;

export class Freezer {
  readonly #environment: Freezable;
  #timer: NodeJS.Timeout | undefined;
  #frozen = false;

  constructor(environment: Freezable) {
    this.#environment = environment;
  }

  /** In a moment, unless something begins before. */
  arm(): void {
    this.thaw();
    const timer = setTimeout(() => void this.#freeze(timer), FREEZE_AFTER_MS).unref();
    this.#timer = timer;
  }

  thaw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#frozen) return;
    this.#frozen = false;
    this.#environment.thaw();
  }

  async #freeze(timer: NodeJS.Timeout): Promise<void> {
    await this.#environment.settled();
    if (this.#timer !== timer || !this.#environment.idle) return;
    this.#timer = undefined;
    this.#frozen = true;
    this.#environment.freeze();
  }
}
