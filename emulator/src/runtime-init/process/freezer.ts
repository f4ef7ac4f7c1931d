// Freezes an environment between two invocations, as the cloud does: all of its processes stop. Waits a moment first, so that invocations
// in quick succession do not pay for it.

interface FreezerParts {
  readonly processes: readonly { freeze(): void; thaw(): void }[];
  /** Delivers telemetry to processes of the environment. */
  readonly telemetry: { settled(): Promise<void>; hold(): void; release(): void };
  /** Whether no work is under way. */
  readonly isIdle: () => boolean;
}

const FREEZE_AFTER_MS = 10;

export class Freezer {
  readonly #parts: FreezerParts;
  #timer: NodeJS.Timeout | undefined;
  #frozen = false;

  constructor(parts: FreezerParts) {
    this.#parts = parts;
  }

  /** Freezes in a moment, unless work begins before. */
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
    for (const process of this.#parts.processes) process.thaw();
    this.#parts.telemetry.release();
  }

  async #freeze(timer: NodeJS.Timeout): Promise<void> {
    const { processes, telemetry, isIdle } = this.#parts;
    await telemetry.settled();
    if (this.#timer !== timer || !isIdle()) return;
    this.#timer = undefined;
    this.#frozen = true;
    telemetry.hold();
    for (const process of processes) process.freeze();
  }
}
