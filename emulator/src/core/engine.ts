// The engine of one emulator: its kernel, and the dispatcher, scheduler and deliverer, which run things. Contexts are made from it.
import type { Call, Dispatch } from './call.ts';
import type { DeliveryRequest } from './delivery/delivery.ts';
import type { Kernel } from './kernel.ts';
import type { Key, Tx } from './records.ts';
import type { DueWork, Watch } from './time/work.ts';

export interface Engine {
  readonly kernel: Kernel;
  readonly dispatch: Dispatch;
  readonly scheduler: Scheduler;
  readonly deliverer: Deliverer;
}

/** Runs due work. Nothing runs before the first `refresh`. */
export interface Scheduler {
  schedule(tx: Tx, work: string, account: string, region: string, key: Key, atMs: number): void;
  unschedule(tx: Tx, work: string, account: string, region: string, key: Key): void;
  watch(tx: Tx, watch: Watch): void;
  unwatch(tx: Tx, watch: Omit<Watch, 'signal'>): void;
  /** Reads the due work in the store: at the start, and after all records were replaced. */
  refresh(): void;
  /** True when work is due now, whether or not the timer has fired. */
  overdue(): boolean;
  /** Starts no further work; running work continues. */
  stop(): void;
}

/** Brings deliveries to their targets. Deliveries in the outbox from an earlier process wait for the first `refresh`. */
export interface Deliverer {
  /** Delivers inline to targets that accept in the same write; puts the rest into the outbox and sends it once the write has ended. */
  post(tx: Tx, origin: Pick<Call, 'account' | 'region' | 'trace'>, requests: readonly DeliveryRequest[]): void;
  /** The deliverer's own due work: retries. */
  readonly work: Readonly<Record<string, DueWork>>;
  /** Forgets the deliveries in memory and reads the outbox: at the start, and after all records were replaced. */
  refresh(): void;
}
