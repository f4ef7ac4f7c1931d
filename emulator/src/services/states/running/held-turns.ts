// Executions whose turn waits for a thread: what happens to them meanwhile takes its turn afterwards.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

/** One per emulator. */
class HeldTurns implements Owned {
  readonly #held = new Map<string, Promise<unknown>>();

  /** Undefined where no turn of the execution waits. */
  of(executionId: string): Promise<unknown> | undefined {
    return this.#held.get(executionId);
  }
  /** Holds the execution until the work is done, whatever comes of it. */
  async during<T>(executionId: string, work: Promise<T>): Promise<T> {
    const held = work.catch(() => undefined);
    this.#held.set(executionId, held);
    try {
      return await work;
    } finally {
      if (this.#held.get(executionId) === held) this.#held.delete(executionId);
    }
  }
  async stop(): Promise<void> {}
}

export const heldTurns = (ctx: Ctx): HeldTurns => ctx.own('states.held-turns', () => new HeldTurns());
