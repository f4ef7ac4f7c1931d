// The environments that exist: makes them, ends them, and counts them.
import { setMaxListeners } from 'node:events';
import type { ContainerRuntime } from '#containers/container-runtime';
import type { Fleet, Initialization, Slot } from './fleet.ts';

export interface SlotEvents {
  /** The slot's code has changed since the environment loaded it. */
  readonly changed: (slot: Slot) => void;
  /** The environment has ended. */
  readonly gone: (slot: Slot) => void;
  /** An environment that was told to end has done so: another one may be told. */
  readonly ended: () => void;
}

export class Slots {
  readonly #runtime: Pick<ContainerRuntime, 'createEnvironment'>;
  readonly #events: SlotEvents;
  readonly #slots = new Set<Slot>();
  readonly #stopping = new AbortController();
  #live = 0;
  #ending = 0;

  constructor(runtime: Pick<ContainerRuntime, 'createEnvironment'>, events: SlotEvents) {
    this.#runtime = runtime;
    this.#events = events;
    // One listener for each environment that is being started.
    setMaxListeners(0, this.stopping);
  }

  /** How many environments there are, those under construction and those about to end included. */
  get live(): number {
    return this.#live;
  }

  get isEnding(): boolean {
    return this.#ending > 0;
  }

  /** Aborted when the emulator stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  has(slot: Slot): boolean {
    return this.#slots.has(slot);
  }

  /** Counts from the call on. Rejects with the error of the container runtime. */
  async make(fleet: Fleet, initialization: Initialization): Promise<Slot> {
    this.#live++;
    try {
      const { spec, log, hot, release } = await fleet.deployment.prepare(initialization);
      try {
        const environment = await this.#runtime.createEnvironment(spec, { signal: this.stopping });
        const slot: Slot = { environment, log, fleet, hot, idleSinceMs: 0 };
        this.#slots.add(slot);
        fleet.live++;
        hot?.onChange(() => this.#events.changed(slot));
        void environment.stopped.then(() => {
          release();
          this.#gone(slot);
        });
        return slot;
      } catch (error) {
        release();
        throw error;
      }
    } catch (error) {
      this.#live--;
      throw error;
    }
  }

  end(slot: Slot): void {
    this.#ending++;
    leave(slot);
    void slot.environment.stop().finally(() => {
      this.#ending--;
      this.#events.ended();
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...this.#slots].map(({ environment }) => environment.stop()));
  }

  #gone(slot: Slot): void {
    if (!this.#slots.delete(slot)) return;
    this.#live--;
    leave(slot);
    this.#events.gone(slot);
  }
}

/** An environment that is about to end no longer counts among those of its fleet. */
function leave(slot: Slot): void {
  if (!slot.ending && !slot.isAhead) slot.fleet.live--;
  slot.ending = true;
}
