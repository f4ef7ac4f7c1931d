// The runs of this process: one per stack or request. They stop with the emulator: a run ends at its next step and is settled at the
// next start.
import type { Ctx } from '#core/ctx';
import { INTERNAL_FAILURE } from '#core/messages';
import type { Owned } from '#core/owned';

/** Thrown when the emulator stops: the run must write nothing more. */
export class Stopped extends Error {}

/** A run counts as idle while it only waits for others, so that a clock may be moved. */
export class Run {
  stopped = false;
  readonly #ctx: Ctx;
  readonly #key: string;
  #cancelling = new AbortController();
  #resting = 0;
  #awake!: () => void;

  /** The key is woken when the run rests. */
  constructor(key: string, ctx: Ctx) {
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
  /** The reason why the run must not begin anything more; undefined while it may. */
  get cancelled(): string | undefined {
    return this.#cancelling.signal.reason as string | undefined;
  }
  cancel(reason: string): void {
    this.#cancelling.abort(reason);
  }
  /** Makes the run usable again after a cancellation, for what follows it (a rollback). */
  renew(): void {
    this.#cancelling = new AbortController();
  }
  /** Waits; the run counts as idle meanwhile. */
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
  /** Rejects when the run is cancelled before `wait` ends. */
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
  /** Tells the runs of this process from those of an earlier one. */
  readonly id = crypto.randomUUID();
  readonly #active = new Map<string, { run: Run; done: Promise<void> }>();

  get(key: string): Run | undefined {
    return this.#active.get(key)?.run;
  }
  /** Resolves when the run ends or first rests. */
  start(key: string, execute: (run: Run) => Promise<void>, ctx: Ctx): Promise<void> {
    const run = new Run(key, ctx);
    const busy = run.busy();
    const done = execute(run)
      .catch((error: unknown) => {
        if (!(error instanceof Stopped) && !ctx.signal.aborted) ctx.log.write(INTERNAL_FAILURE, { work: key, error });
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

/** The keys of runs are also keys of signals: `stack/<id>`, `request/<token>`. */
export const runsOf = (ctx: Ctx): Runs => ctx.own('resources.runs', () => new Runs());
