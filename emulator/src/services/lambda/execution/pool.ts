// Environments, kept warm per function version: who asks takes the one used last, else the first that becomes free or is made for them.
import { setMaxListeners } from 'node:events';
import type { ContainerRuntime } from '#containers/container-runtime';
import {
  type Deployment,
  type Fleet,
  finishesSoon,
  type Initialization,
  initialised,
  isOver,
  newFleet,
  type Slot,
  takeIdle,
  takeOldestIdle,
  type Waiter,
} from './fleet.ts';
import { IdleExpiry } from './idle-expiry.ts';
import { fail, finish, StartQueue, type StartRequest } from './start-queue.ts';

export interface PoolOptions {
  readonly runtime: Pick<ContainerRuntime, 'maxParallelCreates' | 'createEnvironment'>;
  readonly maxEnvironments: number;
  /** 0: none is used twice. */
  readonly keepAliveMs: number;
  now(): number;
  /** Until that moment; false when the emulator stops instead. */
  wait(untilMs: number): Promise<boolean>;
}

/** An environment that has answered needs a moment for its log: waiting that long beats starting another one. */
const FINISHING_MS = 25;
const MAX_FINISHING_MS = 75;

export class Pool {
  readonly #options: PoolOptions;
  readonly #fleets = new Map<string, Fleet>();
  readonly #slots = new Set<Slot>();
  readonly #waiters = new Set<Waiter>();
  readonly #stopping = new AbortController();
  readonly #expiry: IdleExpiry;
  readonly #starts = new StartQueue((request) => this.#isNeeded(request));
  #turn = 0;
  #live = 0;
  #creating = 0;
  #ending = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    // One for each environment that is being started.
    setMaxListeners(0, this.#stopping.signal);
    const { now, wait, keepAliveMs } = options;
    const [fleets, end, stopping] = [() => this.#fleets.values(), (slot: Slot) => this.#end(slot), this.#stopping.signal];
    this.#expiry = new IdleExpiry({ fleets, end, stopping, now, wait, keepAliveMs });
  }

  /** Not a promise where one is free. Rejects with what the container runtime says. */
  acquire(deployment: Deployment): Slot | Promise<Slot> {
    const fleet = this.#current(deployment);
    const slot = takeIdle(fleet);
    if (slot) return slot;
    const turn = ++this.#turn;
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { turn, resolve, reject };
      this.#waiters.add(waiter);
      fleet.waiting.push(waiter);
      if (fleet.creating >= fleet.waiting.length) return;
      if (this.#options.keepAliveMs === 0 || !finishesSoon(fleet)) this.#start({ kind: 'waiter', fleet, turn });
      else this.#startLater(fleet, waiter, FINISHING_MS);
    });
  }

  /** A moment that is not over yet (the machine is busy) is waited for once more: another environment would make it busier. */
  #startLater(fleet: Fleet, waiter: Waiter, ms: number): void {
    setTimeout(() => {
      if (!this.#waiters.has(waiter)) return;
      if (ms < MAX_FINISHING_MS && finishesSoon(fleet)) this.#startLater(fleet, waiter, MAX_FINISHING_MS);
      else this.#start({ kind: 'waiter', fleet, turn: waiter.turn });
    }, ms);
  }

  /** The caller has its answer; the environment is free in a moment. */
  answered(slot: Slot): void {
    slot.fleet.finishing.add(slot);
  }

  release(slot: Slot): void {
    slot.fleet.finishing.delete(slot);
    if (!this.#slots.has(slot)) return;
    if (this.#options.keepAliveMs === 0 && slot.fleet.live > slot.fleet.provisioned) this.#end(slot);
    else this.#offer(slot);
  }

  /** Starts one ahead, where there is room and none is there. Environments of other settings end. */
  park(deployment: Deployment): Promise<void> {
    const fleet = this.#current(deployment);
    return new Promise((done, failed) => this.#start({ kind: 'spare', fleet, turn: ++this.#turn, outcome: { done, failed } }));
  }

  /** From now on so many are always there, initialised; resolves once they are. Rejects where there is no room, or with what the runtime says. */
  async provision(deployment: Deployment, count: number): Promise<void> {
    const fleet = this.#current(deployment);
    const others = [...this.#fleets.values()].reduce((sum, { provisioned }) => sum + provisioned, -fleet.provisioned);
    if (count > 0 && others + count >= this.#options.maxEnvironments)
      throw new Error(
        `${others + count} environments to be kept leave no room among ${this.#options.maxEnvironments} (FUNCTION_MAX_ENVIRONMENTS)`,
      );
    fleet.provisioned = count;
    const missing = Math.max(0, count - fleet.live - fleet.preparing);
    const started = Array.from({ length: missing }, () => this.#startProvisioned(fleet));
    const there = count === 0 ? [] : fleet.idle.splice(0).map((slot) => initialised(slot.environment).then(() => this.#offer(slot)));
    this.#expiry.look();
    await Promise.all([...started, ...there]);
  }

  /** Environments of a version: those that there are, and how many of them are free. */
  countsOf(name: string): { readonly live: number; readonly idle: number } {
    const fleet = this.#fleets.get(name);
    return { live: fleet?.live ?? 0, idle: fleet?.idle.length ?? 0 };
  }

  #startProvisioned(fleet: Fleet): Promise<void> {
    return new Promise((done, failed) => this.#start({ kind: 'provisioned', fleet, turn: ++this.#turn, outcome: { done, failed } }));
  }

  /** The version is no more, or has other settings; with those of its tenants. Invocations under way end well. */
  drop(name: string): void {
    for (const [key, fleet] of this.#fleets) {
      if (key !== name && !key.startsWith(`${name}/`)) continue;
      this.#fleets.delete(key);
      this.#retire(fleet);
    }
  }

  get liveCount(): number {
    return this.#live;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#starts.clear();
    for (const { reject } of this.#waiters) reject(new Error('The emulator stops.'));
    this.#waiters.clear();
    await Promise.all([...this.#slots].map(({ environment }) => environment.stop()));
  }

  /** The fleet of these settings: what the store says now is right, so environments of other settings retire. */
  #current(deployment: Deployment): Fleet {
    const known = this.#fleets.get(deployment.fleet);
    if (known?.deployment.id === deployment.id) return known;
    const fleet = newFleet(deployment);
    this.#fleets.set(deployment.fleet, fleet);
    if (known) this.#retire(known);
    return fleet;
  }

  #isCurrent = (fleet: Fleet): boolean => this.#fleets.get(fleet.deployment.fleet) === fleet;

  #retire(fleet: Fleet): void {
    for (const slot of fleet.idle.splice(0)) this.#end(slot);
  }

  #start(request: StartRequest): void {
    this.#starts.add(request);
    this.#work();
  }

  /** Makes the environments that are asked for and still needed, in turn, as far as there is room. */
  #work(): void {
    while (!this.#stopping.signal.aborted && this.#creating < this.#options.runtime.maxParallelCreates) {
      const request = this.#starts.next();
      if (!request) return;
      if (this.#live >= this.#options.maxEnvironments) {
        this.#makeRoom();
        return;
      }
      this.#starts.take();
      void this.#create(request);
    }
  }

  /** Nobody is ended for one that is started ahead. */
  #isNeeded({ kind, fleet }: StartRequest): boolean {
    if (kind === 'provisioned') return this.#isCurrent(fleet) && fleet.live + fleet.preparing < fleet.provisioned;
    if (kind === 'waiter') return fleet.waiting.length > fleet.creating;
    const { keepAliveMs, maxEnvironments } = this.#options;
    return this.#isCurrent(fleet) && fleet.idle.length + fleet.creating === 0 && keepAliveMs > 0 && this.#live < maxEnvironments;
  }

  async #create(request: StartRequest): Promise<void> {
    const { kind, fleet } = request;
    this.#live++;
    this.#creating++;
    fleet.creating++;
    try {
      const slot = kind === 'provisioned' ? await this.#makeProvisioned(fleet) : await this.#make(fleet, 'on-demand');
      // Among those that are there to stay, none has its code still to load.
      if (fleet.provisioned > 0) await initialised(slot.environment);
      fleet.creating--;
      this.#offer(slot);
      finish(request);
    } catch (error) {
      this.#live--;
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
      return await this.#make(fleet, 'provisioned-concurrency');
    } finally {
      fleet.preparing--;
    }
  }

  async #make(fleet: Fleet, initialization: Initialization): Promise<Slot> {
    const { spec, log, release } = await fleet.deployment.prepare(initialization);
    try {
      const environment = await this.#options.runtime.createEnvironment(spec, { signal: this.#stopping.signal });
      const slot: Slot = { environment, log, fleet, idleSinceMs: 0 };
      this.#slots.add(slot);
      fleet.live++;
      void environment.stopped.then(() => {
        release();
        this.#gone(slot);
      });
      return slot;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** A free environment goes to who waits for it, makes room for who waited longer for another one, or rests. */
  #offer(slot: Slot): void {
    const { fleet } = slot;
    if (isOver(slot) || this.#isOwedElsewhere(fleet)) this.#end(slot);
    else if (fleet.waiting.length > 0) this.#nextWaiter(fleet)!.resolve(slot);
    else if (this.#isCurrent(fleet)) this.#rest(slot);
    else this.#end(slot);
  }

  /** There is no room for one that somebody has waited for longer than anybody waits here. */
  #isOwedElsewhere(fleet: Fleet): boolean {
    const request = this.#live >= this.#options.maxEnvironments ? this.#starts.next() : undefined;
    if (!request || request.fleet === fleet || fleet.live <= fleet.provisioned) return false;
    return request.turn < (fleet.waiting[0]?.turn ?? Number.POSITIVE_INFINITY);
  }

  #nextWaiter({ waiting }: Fleet): Waiter | undefined {
    const waiter = waiting.shift();
    if (waiter) this.#waiters.delete(waiter);
    return waiter;
  }

  #gone(slot: Slot): void {
    if (!this.#slots.delete(slot)) return;
    this.#live--;
    this.#leave(slot);
    const { idle, finishing } = slot.fleet;
    finishing.delete(slot);
    const at = idle.indexOf(slot);
    if (at >= 0) idle.splice(at, 1);
    // One that was to stay is replaced.
    const { fleet } = slot;
    if (!this.#stopping.signal.aborted && this.#isCurrent(fleet) && fleet.live + fleet.preparing < fleet.provisioned)
      this.#startProvisioned(fleet).catch(() => undefined);
    this.#work();
  }

  #end(slot: Slot): void {
    this.#ending++;
    this.#leave(slot);
    void slot.environment.stop().finally(() => this.#ending--);
  }

  #leave(slot: Slot): void {
    if (!slot.ending) slot.fleet.live--;
    slot.ending = true;
  }

  #makeRoom(): void {
    const slot = this.#ending > 0 ? undefined : takeOldestIdle(this.#fleets.values());
    if (slot) this.#end(slot);
  }

  #rest(slot: Slot): void {
    slot.idleSinceMs = this.#options.now();
    slot.fleet.idle.push(slot);
    this.#expiry.look();
  }
}
