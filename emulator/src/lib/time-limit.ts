// Runs a function for a limited time, wherever in it the time goes: in loops, in regular expressions, in functions of the engine.
import { createContext, Script } from 'node:vm';

/** The share of the limit from which it counts as used: timers are not exact. */
const MAX_SHARE = 0.8;

/** Takes about 30 µs more than the function itself. */
export class TimeLimit {
  readonly #limitMs: number;
  readonly #context: { run: () => unknown } = { run: () => undefined };
  readonly #script = new Script('run()');

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    createContext(this.#context);
  }

  /** `limitMs`: where it has less time than usual. @throws TimeOver, and what the function throws */
  run<T>(run: () => T, limitMs = this.#limitMs): T {
    this.#context.run = run;
    try {
      return this.#script.runInContext(this.#context, { timeout: Math.max(1, Math.ceil(limitMs)) }) as T;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new TimeOver() : error;
    }
  }

  /**
   * The limit holds for the time of the processor: a function whose time a busy machine took away runs again. For functions that change nothing.
   * @throws TimeOver, and what the function throws
   */
  runOnProcessor<T>(run: () => T): T {
    for (let usedMs = 0; ; ) {
      const before = process.cpuUsage();
      try {
        return this.run(run);
      } catch (error) {
        const { user, system } = process.cpuUsage(before);
        usedMs += (user + system) / 1000;
        if (!(error instanceof TimeOver) || usedMs > MAX_SHARE * this.#limitMs) throw error;
      }
    }
  }
}

export class TimeOver extends Error {}
