// Environments, kept warm per function version: who asks takes the one used last, or waits for one that starts; all in all there is a limit.
import { setMaxListeners } from 'node:events';
import type { ContainerRuntime, Environment, EnvironmentSpec } from '#containers/container-runtime';
import type { FunctionLog } from './function-log.ts';

export interface Prepared {
  readonly spec: EnvironmentSpec;
  readonly log: FunctionLog;
  /** Called when the environment has ended, or could not be made. */
  release(): void;
}

/** A version of a function with the settings it is to run with. */
export interface Deployment {
  /** Names the version: one set of environments, all of the same settings. */
  readonly fleet: string;
  /** Names the settings. */
  readonly id: string;
  prepare(): Promise<Prepared>;
}

export interface Slot {
  readonly environment: Environment;
  readonly log: FunctionLog;
  readonly fleet: string;
  readonly deployment: string;
  idleSinceMs: number;
}

interface Fleet {
  readonly deployment: string;
  /** The one used last is at the end. */
  readonly idle: Slot[];
  /** Being started ahead; nobody waits for it yet. */
  parking: Promise<Slot> | undefined;
  /** Have answered and are about to be free again. */
  readonly finishing: Set<Slot>;
  readonly waiting: ((slot: Slot) => void)[];
}

interface Queued {
  readonly deployment: Deployment;
  readonly resolve: (slot: Slot | Promise<Slot>) => void;
  readonly reject: (error: unknown) => void;
}

export interface PoolOptions {
  readonly runtime: ContainerRuntime;
  readonly maxEnvironments: number;
  /** 0: none is kept. */
  readonly keepAliveMs: number;
  now(): number;
  /** Until that moment; false when the emulator stops instead. */
  wait(untilMs: number): Promise<boolean>;
}

/** An environment that has answered needs a moment for its log: waiting that long beats starting another one. */
const FINISHING_MS = 25;

export class Pool {
  readonly #options: PoolOptions;
  readonly #fleets = new Map<string, Fleet>();
  readonly #slots = new Set<Slot>();
  readonly #queue: Queued[] = [];
  readonly #stopping = new AbortController();
  #live = 0;
  #creating = 0;
  readonly #creators: (() => void)[] = [];
  #sweeping = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    // One for each environment that is being started.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Not a promise where one is free. Rejects with what the container runtime says. */
  acquire(deployment: Deployment): Slot | Promise<Slot> {
    const fleet = this.#current(deployment);
    const slot = fleet.idle.pop();
    if (slot) return slot;
    const { parking } = fleet;
    if (parking) {
      fleet.parking = undefined;
      return parking.catch(() => this.#start(deployment));
    }
    return fleet.finishing.size > fleet.waiting.length ? this.#soon(fleet, deployment) : this.#start(deployment);
  }

  /** The caller has its answer; the environment is free in a moment. */
  answered(slot: Slot): void {
    const fleet = this.#fleets.get(slot.fleet);
    if (fleet?.deployment === slot.deployment) fleet.finishing.add(slot);
  }

  release(slot: Slot): void {
    const fleet = this.#fleets.get(slot.fleet);
    fleet?.finishing.delete(slot);
    if (!this.#slots.has(slot)) return;
    const current = fleet?.deployment === slot.deployment && this.#options.keepAliveMs > 0;
    if (!current) this.#end(slot);
    else if (!this.#handOver(fleet, slot)) this.#rest(fleet, slot);
  }

  /** To who waits for it, or to make room for who is first in the queue. */
  #handOver({ waiting }: Fleet, slot: Slot): boolean {
    const take = waiting.shift();
    if (take) take(slot);
    const [first] = take ? [] : this.#queue;
    if (!first) return take !== undefined;
    const { fleet, id } = first.deployment;
    if (fleet === slot.fleet && id === slot.deployment) this.#queue.shift()!.resolve(slot);
    else this.#end(slot);
    return true;
  }

  /** Starts one ahead, where there is room and none is there. Environments of other settings end. */
  park(deployment: Deployment): Promise<void> {
    const fleet = this.#current(deployment);
    const full = this.#live >= this.#options.maxEnvironments || this.#queue.length > 0;
    if (full || this.#options.keepAliveMs === 0 || fleet.idle.length > 0 || fleet.parking || this.#stopping.signal.aborted)
      return Promise.resolve();
    const parking = this.#create(deployment);
    fleet.parking = parking;
    return parking.then(
      (slot) => {
        if (fleet.parking !== parking) return;
        fleet.parking = undefined;
        this.release(slot);
      },
      (error: unknown) => {
        if (fleet.parking === parking) fleet.parking = undefined;
        throw error;
      },
    );
  }

  /** The version is no more. Invocations under way end well. */
  drop(name: string): void {
    const fleet = this.#fleets.get(name);
    this.#fleets.delete(name);
    if (fleet) this.#retire(fleet);
  }

  get liveCount(): number {
    return this.#live;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { reject } of this.#queue.splice(0)) reject(new Error('The emulator stops.'));
    await Promise.all([...this.#slots].map(({ environment }) => environment.stop()));
  }

  /** The fleet of these settings: what the store says now is right, so environments of other settings retire. */
  #current({ fleet: name, id }: Deployment): Fleet {
    const known = this.#fleets.get(name);
    if (known?.deployment === id) return known;
    const fleet: Fleet = { deployment: id, idle: [], parking: undefined, finishing: new Set(), waiting: [] };
    this.#fleets.set(name, fleet);
    if (known) this.#retire(known);
    return fleet;
  }

  #retire(fleet: Fleet): void {
    for (const slot of fleet.idle.splice(0)) this.#end(slot);
    const { parking } = fleet;
    fleet.parking = undefined;
    void parking?.then(
      (slot) => this.#end(slot),
      () => undefined,
    );
  }

  #soon(fleet: Fleet, deployment: Deployment): Promise<Slot> {
    return new Promise((resolve) => {
      const take = (slot: Slot) => {
        clearTimeout(timer);
        resolve(slot);
      };
      const timer = setTimeout(() => {
        fleet.waiting.splice(fleet.waiting.indexOf(take), 1);
        resolve(this.#start(deployment));
      }, FINISHING_MS);
      fleet.waiting.push(take);
    });
  }

  /** A new environment, in its turn: where there is no room, an idle one of another version makes way. */
  #start(deployment: Deployment): Promise<Slot> {
    if (this.#queue.length === 0 && this.#live < this.#options.maxEnvironments) return this.#create(deployment);
    this.#endOldestIdle();
    return new Promise((resolve, reject) => this.#queue.push({ deployment, resolve, reject }));
  }

  #serveQueue(): void {
    while (this.#queue.length > 0 && this.#live < this.#options.maxEnvironments) {
      const { deployment, resolve } = this.#queue.shift()!;
      resolve(this.#create(deployment));
    }
  }

  async #create(deployment: Deployment): Promise<Slot> {
    this.#live++;
    let prepared: Prepared | undefined;
    try {
      prepared = await deployment.prepare();
      const { spec, log, release } = prepared;
      const environment = await this.#inTurn(() => this.#options.runtime.createEnvironment(spec, { signal: this.#stopping.signal }));
      const slot: Slot = { environment, log, fleet: deployment.fleet, deployment: deployment.id, idleSinceMs: 0 };
      this.#slots.add(slot);
      void environment.stopped.then(release).then(() => this.#gone(slot));
      return slot;
    } catch (error) {
      prepared?.release();
      this.#live--;
      this.#serveQueue();
      throw error;
    }
  }

  /** Not more creations at a time than the container runtime can take. */
  async #inTurn<T>(create: () => Promise<T>): Promise<T> {
    if (this.#creating >= this.#options.runtime.maxParallelCreates) await new Promise<void>((go) => this.#creators.push(go));
    this.#creating++;
    try {
      return await create();
    } finally {
      this.#creating--;
      this.#creators.shift()?.();
    }
  }

  #gone(slot: Slot): void {
    if (!this.#slots.delete(slot)) return;
    this.#live--;
    const idle = this.#fleets.get(slot.fleet)?.idle;
    const at = idle?.indexOf(slot) ?? -1;
    if (at >= 0) idle!.splice(at, 1);
    this.#serveQueue();
  }

  #end({ environment }: Slot): void {
    void environment.stop();
  }

  #endOldestIdle(): void {
    let oldest: Slot | undefined;
    let home: Fleet | undefined;
    for (const fleet of this.#fleets.values()) {
      const [slot] = fleet.idle;
      if (slot && (!oldest || slot.idleSinceMs < oldest.idleSinceMs)) [oldest, home] = [slot, fleet];
    }
    if (!oldest) return;
    home!.idle.shift();
    this.#end(oldest);
  }

  #rest(fleet: Fleet, slot: Slot): void {
    slot.idleSinceMs = this.#options.now();
    fleet.idle.push(slot);
    if (!this.#sweeping) void this.#sweep();
  }

  /** Ends environments that were idle for too long; runs while there are idle ones. */
  async #sweep(): Promise<void> {
    this.#sweeping = true;
    for (let firstMs = this.#firstExpiryMs(); firstMs !== undefined; firstMs = this.#firstExpiryMs()) {
      if (!(await this.#options.wait(firstMs))) return;
      const expiredMs = this.#options.now() - this.#options.keepAliveMs;
      for (const fleet of this.#fleets.values())
        while (fleet.idle[0] && fleet.idle[0].idleSinceMs <= expiredMs) this.#end(fleet.idle.shift()!);
    }
    this.#sweeping = false;
  }

  #firstExpiryMs(): number | undefined {
    let first: number | undefined;
    for (const { idle } of this.#fleets.values()) if (idle[0]) first = Math.min(first ?? Infinity, idle[0].idleSinceMs);
    return first === undefined ? undefined : first + this.#options.keepAliveMs;
  }
}
