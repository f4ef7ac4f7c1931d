// Keeps each API destination within its invocations per second. A delivery beyond them gets a place in a later second.
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { Owned } from '#core/owned';

const SECOND_MS = 1000;
/** A turn that nobody has taken for this long belongs to a delivery that is gone. */
const FORGOTTEN_MS = 60_000;

interface Seconds {
  /** The second that is being filled: this one or a later one. */
  secondMs: number;
  used: number;
  /** Deliveries that were put off, by id, and when their turn comes. */
  readonly turns: Map<string, number>;
}

/** Without the turns of deliveries that were given up before. */
function remaining(turns: Map<string, number> = new Map(), currentMs: number): Map<string, number> {
  for (const [id, turnMs] of turns) if (turnMs < currentMs - FORGOTTEN_MS) turns.delete(id);
  return turns;
}

class RateLimits implements Owned {
  readonly #destinations = new Map<string, Seconds>();

  /** 0 if the delivery may be made now, else the milliseconds until its turn. */
  wait({ targetArn, id }: Pick<Delivery, 'targetArn' | 'id'>, perSecond: number, nowMs: number): number {
    const currentMs = nowMs - (nowMs % SECOND_MS);
    let seconds = this.#destinations.get(targetArn);
    if (!seconds || seconds.secondMs < currentMs)
      this.#destinations.set(targetArn, (seconds = { secondMs: currentMs, used: 0, turns: remaining(seconds?.turns, currentMs) }));
    const turnMs = seconds.turns.get(id);
    if (turnMs !== undefined && turnMs > nowMs) return turnMs - nowMs;
    if (turnMs !== undefined) {
      seconds.turns.delete(id);
      return 0;
    }
    if (seconds.used >= perSecond) Object.assign(seconds, { secondMs: seconds.secondMs + SECOND_MS, used: 0 });
    seconds.used++;
    if (seconds.secondMs <= nowMs) return 0;
    seconds.turns.set(id, seconds.secondMs);
    return seconds.secondMs - nowMs;
  }
  stop(): Promise<void> {
    this.#destinations.clear();
    return Promise.resolve();
  }
}

export const waitForRate = (delivery: Pick<Delivery, 'targetArn' | 'id'>, perSecond: number, ctx: Ctx): number =>
  ctx.own('events.rate-limits', () => new RateLimits()).wait(delivery, perSecond, ctx.now());
