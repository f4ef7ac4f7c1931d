// Deliveries that wait to be sent, by target. Targets take turns, and each has a share of the running deliveries: a target that hangs
// delays only itself.
import { Fifo } from '#lib/fifo';

/** Batches under way at once to one target. */
const MAX_PER_TARGET = 50;

interface Lane<T> {
  readonly target: string;
  readonly waiting: Fifo<T>;
  underWay: number;
  /** It stands in the queue of targets whose turn comes. */
  isReady: boolean;
}

export interface Turn<B> {
  readonly batch: B;
  /** The batch is no longer under way. To be called once. */
  end(): void;
}

export class WaitingByTarget<T> {
  readonly #lanes = new Map<string, Lane<T>>();
  readonly #ready = new Fifo<Lane<T>>();

  push(target: string, value: T): void {
    let lane = this.#lanes.get(target);
    if (!lane) this.#lanes.set(target, (lane = { target, waiting: new Fifo(), underWay: 0, isReady: false }));
    lane.waiting.push(value);
    this.#offer(lane);
  }

  /** Lets the target whose turn it is begin with what `take` shifts from its queue. Undefined if no target may begin. */
  next<B>(take: (waiting: Fifo<T>) => B): Turn<B> | undefined {
    const lane = this.#ready.shift();
    if (!lane) return undefined;
    lane.isReady = false;
    lane.underWay++;
    const batch = take(lane.waiting);
    this.#offer(lane);
    const end = (): void => {
      lane.underWay--;
      this.#offer(lane);
      if (lane.underWay === 0 && lane.waiting.size === 0 && this.#lanes.get(lane.target) === lane) this.#lanes.delete(lane.target);
    };
    return { batch, end };
  }

  /** Forgets what waits; what is under way still counts until it ends. */
  clear(): void {
    for (const { waiting } of this.#lanes.values()) waiting.clear();
  }

  #offer(lane: Lane<T>): void {
    if (lane.isReady || lane.waiting.size === 0 || lane.underWay >= MAX_PER_TARGET) return;
    lane.isReady = true;
    this.#ready.push(lane);
  }
}
