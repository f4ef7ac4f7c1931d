// Keeps environments warm per function version. An invocation gets the most recently used one, or else the first that becomes free or is
// made for it.
import type { ContainerRuntime } from '#containers/container-runtime';
import { afterFinishing } from './after-finishing.ts';
import { Ahead, type AheadLimits } from './ahead.ts';
import type { Expiry } from './expiry.ts';
import {
  type Deployment,
  type Fleet,
  finishesSoon,
  InitializationFailed,
  initialised,
  isOver,
  newFleet,
  type Slot,
  takeIdle,
  takeOldestIdle,
  unserved,
  type Waiter,
} from './fleet.ts';
import { idleExpiry } from './idle-expiry.ts';
import { provision } from './provision.ts';
import { Reloads } from './reloads.ts';
import { Slots } from './slots.ts';
import { fail, finish, StartQueue, type StartRequest } from './start-queue.ts';

export interface PoolOptions {
  readonly runtime: Pick<ContainerRuntime, 'maxParallelCreates' | 'createEnvironment'>;
  readonly maxEnvironments: number;
  /** How long an idle environment lives. 0: an environment is never used twice. */
  readonly keepAliveMs: number;
  /** Processes that are started ahead for functions in use; by default none. */
  readonly ahead?: AheadLimits | undefined;
  now(): number;
  /** Resolves at that time, or with false if the emulator stops before. */
  wait(untilMs: number): Promise<boolean>;
}

export class Pool {
  readonly #options: PoolOptions;
  readonly #fleets = new Map<string, Fleet>();
  readonly #slots: Slots;
  readonly #waiters = new Set<Waiter>();
  readonly #expiry: Expiry;
  readonly #ahead: Ahead;
  readonly #starts = new StartQueue((request) => this.#isNeeded(request));
  readonly #reloads = new Reloads({
    offer: (slot) => this.#slots.has(slot) && this.#offer(slot),
    replace: (slot) => {
      this.#slots.end(slot);
      this.#startMissing(slot.fleet);
    },
  });
  #turn = 0;
  #creating = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { runtime, now, wait, keepAliveMs } = options;
    this.#slots = new Slots(runtime, {
      changed: (slot) => this.#reloads.changed(this.#ahead.changed(slot)),
      gone: (slot) => this.#gone(slot),
      ended: () => this.#work(),
    });
    const [fleets, end, stopping] = [() => this.#fleets.values(), (slot: Slot) => this.#slots.end(slot), this.#slots.stopping];
    this.#expiry = idleExpiry({ fleets, end, stopping, now, wait, keepAliveMs });
    const limits = keepAliveMs > 0 ? options.ahead : undefined;
    this.#ahead = new Ahead({ limits, start: (fleet) => this.#startFor(fleet, 'ahead'), end, stopping, now, wait });
  }

  /** Answers synchronously if an environment is free. Rejects with the error of the container runtime. */
  acquire(deployment: Deployment): Slot | Promise<Slot> {
    const fleet = this.#current(deployment);
    const slot = takeIdle(fleet);
    if (slot) return this.#ahead.called(slot);
    const turn = ++this.#turn;
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { turn, resolve, reject };
      this.#waiters.add(waiter);
      fleet.waiting.push(waiter);
      if (unserved(fleet) <= 0) return;
      const start = () => this.#start({ kind: 'waiter', fleet, turn });
      if (this.#options.keepAliveMs === 0 || !finishesSoon(fleet)) start();
      else afterFinishing(fleet, () => this.#waiters.has(waiter), start);
    });
  }

  /** The invocation has answered; its environment will be free in a moment. */
  answered(slot: Slot): void {
    slot.fleet.finishing.add(slot);
    this.#ahead.answered(slot);
  }

  release(slot: Slot): void {
    slot.fleet.finishing.delete(slot);
    if (!this.#slots.has(slot)) return;
    if (this.#options.keepAliveMs === 0 && slot.fleet.live > slot.fleet.provisioned) this.#slots.end(slot);
    else {
      this.#ahead.released(slot);
      this.#offer(slot);
    }
  }

  /** Starts one environment in advance, if there is room and none exists. Environments of other settings end. */
  park(deployment: Deployment): Promise<void> {
    return this.#startFor(this.#current(deployment), 'spare');
  }

  /**
   * Keeps `count` environments ready and initialised from now on, and resolves once they are. Rejects if there is no room, with
   * InitializationFailed, or with the error of the container runtime.
   */
  async provision(deployment: Deployment, count: number): Promise<void> {
    const fleet = this.#current(deployment);
    const others = [...this.#fleets.values()].reduce((sum, { provisioned }) => sum + provisioned, -fleet.provisioned);
    if (count > 0) this.#ahead.drop(fleet);
    await provision(fleet, count, {
      others,
      maxEnvironments: this.#options.maxEnvironments,
      start: () => this.#startFor(fleet, 'provisioned'),
      offer: (slot) => this.#offer(slot),
      look: () => this.#expiry.look(),
    });
  }

  /** How many environments a version has, and how many of them are free. */
  countsOf(name: string): { readonly live: number; readonly idle: number } {
    const fleet = this.#fleets.get(name);
    return { live: fleet?.live ?? 0, idle: fleet?.idle.length ?? 0 };
  }

  #startFor(fleet: Fleet, kind: 'spare' | 'ahead' | 'provisioned'): Promise<void> {
    return new Promise((done, failed) => this.#start({ kind, fleet, turn: ++this.#turn, outcome: { done, failed } }));
  }

  /** Ends the environments of a version that was deleted or got other settings, with those of its tenants. Invocations under way finish. */
  drop(name: string): void {
    for (const [key, fleet] of this.#fleets) {
      if (key !== name && !key.startsWith(`${name}/`)) continue;
      this.#fleets.delete(key);
      this.#retire(fleet);
    }
  }

  get liveCount(): number {
    return this.#slots.live;
  }

  async stop(): Promise<void> {
    const stopped = this.#slots.stop();
    this.#starts.clear();
    for (const { reject } of this.#waiters) reject(new Error('The emulator stops.'));
    this.#waiters.clear();
    await stopped;
  }

  /** The fleet of these settings. They come from the store and are the current ones, so environments of other settings end. */
  #current(deployment: Deployment): Fleet {
    const known = this.#fleets.get(deployment.fleet);
    if (known?.deployment.id === deployment.id) return known;
    const fleet = newFleet(deployment);
    this.#fleets.set(deployment.fleet, fleet);
    if (known) this.#retire(known);
    return fleet;
  }

  /** Starts environments for waiters whom the environment that was reloaded for them will not serve. */
  #startMissing(fleet: Fleet): void {
    for (let missing = unserved(fleet); missing > 0; missing--) this.#start({ kind: 'waiter', fleet, turn: fleet.waiting[0]!.turn });
  }

  #isCurrent = (fleet: Fleet): boolean => this.#fleets.get(fleet.deployment.fleet) === fleet;

  #retire(fleet: Fleet): void {
    for (const slot of fleet.idle.splice(0)) this.#slots.end(slot);
    this.#ahead.drop(fleet);
  }

  /** How many environments there are. Environments that wait, started ahead, have limits of their own. */
  get #live(): number {
    return this.#slots.live - this.#ahead.count;
  }

  #start(request: StartRequest): void {
    this.#starts.add(request);
    this.#work();
  }

  /** Creates the requested environments that are still needed, in order, as long as there is room. */
  #work(): void {
    while (!this.#slots.stopping.aborted) {
      const request = this.#starts.next(this.#creating === 0);
      if (!request) return;
      if (this.#live >= this.#options.maxEnvironments) {
        const oldest = this.#slots.isEnding ? undefined : takeOldestIdle(this.#fleets.values());
        if (oldest) this.#slots.end(oldest);
        return;
      }
      const waiting = request.kind === 'waiter' ? this.#ahead.take(request.fleet) : undefined;
      if (!waiting && this.#creating >= this.#options.runtime.maxParallelCreates) return;
      this.#starts.take(request);
      if (waiting) this.#offer(waiting);
      else {
        const made = this.#create(request).finally(() => request.fleet.making.delete(made));
        request.fleet.making.add(made);
      }
    }
  }

  /** Whether the request still holds. For a start in advance no other environment is ended to make room. */
  #isNeeded({ kind, fleet }: StartRequest): boolean {
    if (kind === 'provisioned') return this.#isCurrent(fleet) && fleet.live + fleet.preparing < fleet.provisioned;
    if (kind === 'waiter') return unserved(fleet) > 0;
    const { keepAliveMs, maxEnvironments } = this.#options;
    if (!this.#isCurrent(fleet) || this.#live >= maxEnvironments) return false;
    return kind === 'ahead' ? this.#ahead.isNeeded(fleet) : fleet.idle.length + fleet.creating === 0 && keepAliveMs > 0;
  }

  async #create(request: StartRequest): Promise<void> {
    const { kind, fleet } = request;
    this.#creating++;
    fleet.creating++;
    try {
      const slot = kind === 'provisioned' ? await this.#makeProvisioned(fleet) : await this.#slots.make(fleet, 'on-demand');
      // In a fleet with provisioned concurrency every environment loads its code in advance.
      const loaded = fleet.provisioned === 0 || (await initialised(slot.environment));
      // Another one would be made for the invocation again and again.
      if (kind === 'waiter' && isOver(slot)) throw new Error('its environment ended as it started');
      fleet.creating--;
      if (kind !== 'ahead' || !this.#isCurrent(fleet) || !this.#ahead.keeps(slot)) this.#offer(slot);
      if (loaded || kind !== 'provisioned') finish(request);
      else fail(request, new InitializationFailed());
    } catch (error) {
      fleet.creating--;
      this.#nextWaiter(fleet)?.reject(error);
      fail(request, error);
    }
    this.#creating--;
    this.#work();
  }

  async #makeProvisioned(fleet: Fleet): Promise<Slot> {
    fleet.preparing++;
    try {
      return await this.#slots.make(fleet, 'provisioned-concurrency');
    } finally {
      fleet.preparing--;
    }
  }

  /** Passes a free environment to a waiter of its fleet, ends it in favour of an older waiter of another fleet, or lets it rest. */
  #offer(slot: Slot): void {
    const { fleet } = slot;
    if (isOver(slot) || this.#isOwedElsewhere(fleet)) {
      this.#slots.end(slot);
      this.#startMissing(fleet);
    } else if (slot.isStale && this.#isCurrent(fleet)) void this.#reloads.run(slot);
    else if (fleet.waiting.length > 0) {
      this.#nextWaiter(fleet)!.resolve(slot);
      this.#ahead.called(slot);
    } else if (this.#isCurrent(fleet)) this.#rest(slot);
    else this.#slots.end(slot);
  }

  /** Whether there is no room for an environment of another fleet that has been requested for longer than anything here. */
  #isOwedElsewhere(fleet: Fleet): boolean {
    const request = this.#live >= this.#options.maxEnvironments ? this.#starts.next(false) : undefined;
    if (!request || request.fleet === fleet || fleet.live <= fleet.provisioned) return false;
    return request.turn < (fleet.waiting[0]?.turn ?? Number.POSITIVE_INFINITY);
  }

  #nextWaiter({ waiting }: Fleet): Waiter | undefined {
    const waiter = waiting.shift();
    if (waiter) this.#waiters.delete(waiter);
    return waiter;
  }

  #gone(slot: Slot): void {
    const { fleet } = slot;
    const { idle, finishing, reloading } = fleet;
    this.#ahead.gone(slot);
    finishing.delete(slot);
    if (reloading.delete(slot)) this.#startMissing(fleet);
    const at = idle.indexOf(slot);
    if (at >= 0) idle.splice(at, 1);
    // A provisioned environment is replaced.
    if (!this.#slots.stopping.aborted && this.#isCurrent(fleet) && fleet.live + fleet.preparing < fleet.provisioned)
      this.#startFor(fleet, 'provisioned').catch(() => undefined);
    this.#work();
  }

  #rest(slot: Slot): void {
    slot.idleSinceMs = this.#options.now();
    slot.fleet.idle.push(slot);
    this.#expiry.look();
  }
}
