// Ends environments that have been idle for too long. It waits for the next expiry, and only while there are idle ones.
import { type Fleet, type Slot, spare } from './fleet.ts';

export interface IdleExpiryOptions {
  readonly fleets: () => Iterable<Fleet>;
  readonly keepAliveMs: number;
  now(): number;
  /** Resolves at that time, or with false if the emulator stops before. */
  wait(untilMs: number): Promise<boolean>;
  readonly stopping: AbortSignal;
  readonly end: (slot: Slot) => void;
}

export class IdleExpiry {
  readonly #options: IdleExpiryOptions;
  #running = false;

  constructor(options: IdleExpiryOptions) {
    this.#options = options;
  }

  /** Call this when an environment may have become idle. */
  look(): void {
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    const { fleets, keepAliveMs, now, wait, stopping } = this.#options;
    this.#running = true;
    for (let firstMs = this.#firstMs(); firstMs !== undefined; firstMs = this.#firstMs()) {
      if (!(await wait(firstMs)) || stopping.aborted) return;
      const expiredMs = now() - keepAliveMs;
      for (const fleet of fleets()) this.#expire(fleet, expiredMs);
    }
    this.#running = false;
  }

  #expire(fleet: Fleet, expiredMs: number): void {
    const { idle } = fleet;
    for (let most = spare(fleet); most > 0 && idle[0] && idle[0].idleSinceMs <= expiredMs; most--) this.#options.end(idle.shift()!);
  }

  #firstMs(): number | undefined {
    let first: number | undefined;
    for (const fleet of this.#options.fleets())
      if (spare(fleet) > 0) first = Math.min(first ?? Number.POSITIVE_INFINITY, fleet.idle[0]!.idleSinceMs);
    return first === undefined ? undefined : first + this.#options.keepAliveMs;
  }
}
