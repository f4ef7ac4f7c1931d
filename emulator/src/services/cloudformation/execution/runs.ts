// What is running in this process: one run per stack. Stopped with the emulator: what runs ends at its next step and is settled at the next start.
import type { Ctx } from '#core/call';
import type { Owned } from '#core/world';

/** The emulator stops: nothing more is written. */
export class Stopped extends Error {}

/** One stack's run. While it only waits for others it counts as idle, so that a clock may be moved. */
export class Run {
  stopped = false;
  readonly #ctx: Ctx;
  readonly #stackId: string;
  #cancelling = new AbortController();
  #resting = 0;
  #awake!: () => void;

  constructor(ctx: Ctx, stackId: string) {
    this.#ctx = ctx;
    this.#stackId = stackId;
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
  /** Rejects when the run is cancelled meanwhile. */
  async rest<T>(wait: Promise<T>): Promise<T> {
    const { signal } = this.#cancelling;
    let stopWaiting: (() => void) | undefined;
    const cancelled = new Promise<never>((_, reject) => {
      stopWaiting = () => reject(new Error('Resource creation cancelled'));
      signal.addEventListener('abort', stopWaiting, { once: true });
    });
    this.#resting += 1;
    if (this.#resting === 1) this.#awake();
    this.#ctx.wake(`stack/${this.#stackId}`);
    try {
      const woken = await Promise.race([wait, cancelled]);
      this.check();
      return woken;
    } finally {
      signal.removeEventListener('abort', stopWaiting!);
      this.#resting -= 1;
      if (this.#resting === 0) void this.#ctx.track(this.busy());
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

  get(stackId: string): Run | undefined {
    return this.#active.get(stackId)?.run;
  }
  /** Resolves when the run ends or first rests. */
  start(stackId: string, ctx: Ctx, execute: (run: Run) => Promise<void>): Promise<void> {
    const run = new Run(ctx, stackId);
    const busy = run.busy();
    const done = execute(run)
      .catch((error: unknown) => {
        if (!(error instanceof Stopped) && !ctx.signal.aborted)
          ctx.log.error(`stack ${stackId}: ${error instanceof Error ? error.stack : String(error)}`);
      })
      .finally(() => {
        this.#active.delete(stackId);
        run.end();
      });
    this.#active.set(stackId, { run, done });
    return busy;
  }
  async stop(): Promise<void> {
    for (const { run } of this.#active.values()) run.stopped = true;
    await Promise.all([...this.#active.values()].map(({ done }) => done));
  }
}

export const runsOf = (ctx: Ctx): Runs => ctx.own('cloudformation.runs', () => new Runs());
