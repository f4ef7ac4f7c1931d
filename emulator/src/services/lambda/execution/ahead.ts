// The processes that are started ahead: for each version in use one more environment, which waits before the function's code until an
// invocation finds no other one free; and for environments whose code is a folder, the process that takes over when a file changes.
import { Expiry, type ExpiryOptions } from './expiry.ts';
import { type Fleet, isOver, type Slot } from './fleet.ts';

export interface AheadLimits {
  /** How many processes wait at most. */
  readonly most: number;
  /** Bytes of memory that they may take together, at present. `taken`: what they take already. */
  readonly bytes: (taken: number) => number;
  /** Work that `emulator.idle()` waits for. */
  readonly track: (work: Promise<unknown>) => void;
}

const NONE: AheadLimits = { most: 0, bytes: () => 0, track: () => undefined };

export interface AheadOptions extends Pick<ExpiryOptions, 'now' | 'wait' | 'stopping'> {
  /** By default none is started ahead. */
  readonly limits: AheadLimits | undefined;
  /** Requests one more environment for the fleet. Resolves when it waits, or if it is not needed. */
  readonly start: (fleet: Fleet) => Promise<void>;
  readonly end: (slot: Slot) => void;
}

/** A function that nobody calls for so long has no process that waits. */
const UNUSED_MS = 60_000;
/** A process that has waited for so long is replaced: its credentials and the day in the name of its log stream are those of its start. */
const MAX_AGE_MS = 15 * 60_000;
/** A guess of what a process takes, until the first one is measured. */
const USUAL_BYTES = 40 * 1024 ** 2;
/** A first invocation that takes longer may have others beside it soon; a shorter invocation is not disturbed by the start of another process. */
const LONG_FIRST_MS = 100;

export class Ahead {
  readonly #options: AheadOptions;
  readonly #limits: AheadLimits;
  readonly #expiry: Expiry;
  /** Bytes of each environment, and of the next process of each environment, that waits. */
  readonly #environments = new Map<Slot, number>();
  readonly #processes = new Map<Slot, number>();
  /** Fleets for which one has been requested. */
  readonly #starting = new Set<Fleet>();

  constructor(options: AheadOptions) {
    this.#options = options;
    const { limits = NONE, now, wait, stopping } = options;
    this.#limits = limits;
    this.#expiry = new Expiry({ now, wait, stopping, firstMs: () => this.#firstMs(), expire: () => this.#expire() });
  }

  /** How many environments wait. */
  get count(): number {
    return this.#environments.size;
  }

  /** The environment gets an invocation. Returns the slot. */
  called(slot: Slot): Slot {
    const { fleet, environment, hot } = slot;
    fleet.calledMs = this.#options.now();
    // Where code is a folder, a save would find two environments with the old code: there the next process is started ahead instead.
    fleet.startsAhead = !hot && environment.parkedBytes !== undefined && fleet.deployment.startsAhead !== false;
    const [oldest] = fleet.ahead;
    if (oldest && oldest.idleSinceMs + MAX_AGE_MS <= fleet.calledMs) this.#end(oldest);
    if (!environment.fresh) this.#want(fleet);
    else if (fleet.startsAhead) setTimeout(() => this.#want(fleet), LONG_FIRST_MS).unref();
    return slot;
  }

  /** The environment has answered. */
  answered({ fleet }: Slot): void {
    this.#want(fleet);
  }

  /** The environment is free again. Its next process is started where its code may change. */
  released(slot: Slot): void {
    const { environment, hot, fleet, isStale } = slot;
    if (
      !hot ||
      isStale ||
      fleet.deployment.startsAhead === false ||
      !environment.parkNext ||
      this.#processes.has(slot) ||
      !environment.sharesFolders ||
      !this.#hasRoom
    )
      return;
    this.#processes.set(slot, USUAL_BYTES);
    const parked = environment.parkNext().then(() => this.#weigh(slot, this.#processes));
    this.#limits.track(parked);
    this.#expiry.look();
  }

  /** The environment takes its next process. Returns the slot. */
  changed(slot: Slot): Slot {
    this.#processes.delete(slot);
    return slot;
  }

  /** Lets an environment that was started ahead wait. False if an invocation has come to want it meanwhile. */
  keeps(slot: Slot): boolean {
    const { waiting, provisioned } = slot.fleet;
    if (waiting.length + provisioned > 0 || isOver(slot)) return false;
    slot.isAhead = true;
    slot.idleSinceMs = this.#options.now();
    slot.fleet.live--;
    slot.fleet.ahead.push(slot);
    this.#environments.set(slot, USUAL_BYTES);
    this.#expiry.look();
    this.#limits.track(this.#weigh(slot, this.#environments));
    return true;
  }

  /** An environment that waits, for an invocation that needs one. It counts among those of its fleet from now on. */
  take(fleet: Fleet): Slot | undefined {
    let slot = fleet.ahead.pop();
    for (; slot && isOver(slot); slot = fleet.ahead.pop()) this.#environments.delete(slot);
    if (!slot) return undefined;
    this.#environments.delete(slot);
    slot.isAhead = false;
    fleet.live++;
    return slot;
  }

  /** The environment has ended. */
  gone(slot: Slot): void {
    const { ahead } = slot.fleet;
    this.#environments.delete(slot);
    this.#processes.delete(slot);
    if (ahead.includes(slot)) ahead.splice(ahead.indexOf(slot), 1);
  }

  /** Ends the environments of the fleet that wait. */
  drop(fleet: Fleet): void {
    for (const slot of [...fleet.ahead]) this.#end(slot);
  }

  /** Whether the fleet has none that waits, and a use for one. */
  isNeeded({ ahead, creating, waiting, provisioned, startsAhead }: Fleet): boolean {
    return startsAhead === true && ahead.length + creating + waiting.length + provisioned === 0;
  }

  #want(fleet: Fleet): void {
    if (this.#options.stopping.aborted || this.#starting.has(fleet) || !this.isNeeded(fleet) || !this.#hasRoom) return;
    this.#starting.add(fleet);
    const started = this.#options.start(fleet).finally(() => this.#starting.delete(fleet));
    // A process that cannot be started ahead is started for an invocation, which tells why it fails.
    this.#limits.track(started.catch(() => undefined));
  }

  get #hasRoom(): boolean {
    const { most, bytes } = this.#limits;
    const weights = [...this.#environments.values(), ...this.#processes.values()];
    const count = weights.length + this.#starting.size;
    if (count >= most) return false;
    const taken = weights.reduce((sum, each) => sum + each, 0);
    const each = weights.length > 0 ? taken / weights.length : USUAL_BYTES;
    return each * (count + 1) <= bytes(taken);
  }

  async #weigh(slot: Slot, weights: Map<Slot, number>): Promise<void> {
    const bytes = (await slot.environment.parkedBytes?.()) ?? 0;
    if (weights.has(slot) && bytes > 0) weights.set(slot, bytes);
  }

  #firstMs(): number | undefined {
    const fleets = [...this.#environments.keys(), ...this.#processes.keys()].map(({ fleet }) => fleet.calledMs);
    return fleets.length === 0 ? undefined : Math.min(...fleets) + UNUSED_MS;
  }

  #expire(): void {
    const isUnused = ({ fleet }: Slot): boolean => fleet.calledMs + UNUSED_MS <= this.#options.now();
    for (const slot of [...this.#environments.keys()].filter(isUnused)) this.#end(slot);
    for (const slot of [...this.#processes.keys()].filter(isUnused)) {
      this.#processes.delete(slot);
      void slot.environment.dropNext?.();
    }
  }

  #end(slot: Slot): void {
    this.gone(slot);
    this.#options.end(slot);
  }
}
