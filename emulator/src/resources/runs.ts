// What is running in this process: one run per stack or request. Stopped with the emulator: what runs ends at its next step and is settled at the
// next start.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

/** The emulator stops: nothing more is written. */
export class Stopped extends Error {}

/** While it only waits for others it counts as idle, so that a clock may be moved. */
export class Run {
  stopped = false;
  readonly #ctx: Ctx;
  readonly #key: string;
  #cancelling = new AbortController();
  #resting = 0;
  #awake!: () => void;

  /** The key is woken when it rests. */
  constructor(ctx: Ctx, key: string) {
    this.#ctx = ctx;
    this.#key = key;
  }
  /** Resolves when the run ends or rests. */
  busy(): Promise<void> {
    return new Promise((resolve) => {
      this.#awake = resolve;
    });
  }
  get resting(): boolean {
    return this.#resting > 0;
  }
  /** Why nothing more is to be begun. */
  get cancelled(): string | undefined {
    return this.#cancelling.signal.reason as string | undefined;
  }
  cancel(reason: string): void {
    this.#cancelling.abort(reason);
  }
  /** What follows (a rollback) is not cancelled. */
  renew(): void {
    this.#cancelling = new AbortController();
  }
  /** Waits, counting as idle meanwhile. */
  async rest<T>(wait: Promise<T>): Promise<T> {
    this.#resting += 1;
    if (this.#resting === 1) this.#awake();
    this.#ctx.wake(this.#key);
    try {
      return await this.unlessCancelled(wait);
    } finally {
      this.#resting -= 1;
      if (this.#resting === 0) void this.#ctx.track(this.busy());
    }
  }
  /** Rejects when the run is cancelled meanwhile. */
  async unlessCancelled<T>(wait: Promise<T>): Promise<T> {
    const { signal } = this.#cancelling;
    let stopWaiting: (() => void) | undefined;
    const cancelled = new Promise<never>((_, reject) => {
      stopWaiting = () => reject(new Error('Resource creation cancelled'));
      signal.addEventListener('abort', stopWaiting, { once: true });
    });
    try {
      const woken = await Promise.race([wait, cancelled]);
      this.check();
      return woken;
    } finally {
      signal.removeEventListener('abort', stopWaiting!);
    }
  }
  end(): void {
    this.#awake();
  }
  check(): void {
    if (this.stopped || this.#ctx.signal.aborted) throw new Stopped();
  }
}

export class Runs implements Owned {
  /** Tells this process's runs from those of one that is gone. */
  readonly id = crypto.randomUUID();
  readonly #active = new Map<string, { run: Run; done: Promise<void> }>();

  get(key: string): Run | undefined {
    return this.#active.get(key)?.run;
  }
  /** Resolves when the run ends or first rests. */
  start(key: string, ctx: Ctx, execute: (run: Run) => Promise<void>): Promise<void> {
    const run = new Run(ctx, key);
    const busy = run.busy();
    const done = execute(run)
      .catch((error: unknown) => {
        if (!(error instanceof Stopped) && !ctx.signal.aborted)
          ctx.log.error(`${key}: ${error instanceof Error ? error.stack : String(error)}`);
      })
      .finally(() => {
        this.#active.delete(key);
        run.end();
      });
    this.#active.set(key, { run, done });
    return busy;
  }
  async stop(): Promise<void> {
    for (const { run } of this.#active.values()) run.stopped = true;
    await Promise.all([...this.#active.values()].map(({ done }) => done));
  }
}

/** Keys are signals' keys too: `stack/<id>`, `request/<token>`. */
export const runsOf = (ctx: Ctx): Runs => ctx.own('resources.runs', () => new Runs());
