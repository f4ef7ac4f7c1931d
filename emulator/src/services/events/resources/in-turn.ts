// Runs changes of a bus's policy one after the other: each reads before it writes, so two at once would lose one.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';

class Turns implements Owned {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work);
    const settled = turn.catch(() => {});
    this.#last.set(key, settled);
    void settled.then(() => this.#last.get(key) === settled && this.#last.delete(key));
    return turn;
  }
  async stop(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

/** Runs the work after all earlier work for this bus has ended. */
export const inTurn = <T>(bus: string, work: () => Promise<T>, ctx: Ctx): Promise<T> =>
  ctx.own('events.policy-turns', () => new Turns()).take(`${ctx.account}/${ctx.region}/${bus}`, work);
