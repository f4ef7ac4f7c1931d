// The subscriptions that are open: one for each consumer and shard. In memory alone, because they end with the connection.
import type { Ctx } from '#core/ctx';

/** A consumer may not subscribe to a shard again within this time. */
const TAKEOVER_MS = 5000;

export interface OpenSubscription {
  readonly consumer: string;
  readonly startedMs: number;
  /** Another subscription of the same consumer has taken its place. */
  isReplaced: boolean;
  /** Makes it look at what has changed. */
  readonly wake: () => void;
}

class Subscriptions {
  readonly #open = new Map<string, OpenSubscription>();

  /** Undefined where another subscription is too young to be replaced. */
  open(consumer: string, shard: number, nowMs: number, wake: () => void): OpenSubscription | undefined {
    const key = `${consumer}/${shard}`;
    const before = this.#open.get(key);
    if (before && nowMs - before.startedMs < TAKEOVER_MS) return undefined;
    const opened: OpenSubscription = { consumer, startedMs: nowMs, isReplaced: false, wake };
    this.#open.set(key, opened);
    if (before) {
      before.isReplaced = true;
      before.wake();
    }
    return opened;
  }

  close(subscription: OpenSubscription, shard: number): void {
    const key = `${subscription.consumer}/${shard}`;
    if (this.#open.get(key) === subscription) this.#open.delete(key);
  }

  wakeAll(consumer: string): void {
    for (const subscription of this.#open.values()) if (subscription.consumer === consumer) subscription.wake();
  }

  async stop(): Promise<void> {
    this.#open.clear();
  }
}

export const subscriptionsOf = (ctx: Ctx): Subscriptions => ctx.own('kinesis.subscriptions', () => new Subscriptions());
