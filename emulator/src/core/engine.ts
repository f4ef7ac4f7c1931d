// The engine of one emulator: its kernel, and the three that run things over it. Contexts are made of it.
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
  /** Looks at what the store holds: at the start, and when the records were replaced. */
  refresh(): void;
  /** True when work is due at this moment, whether or not the timer has fired. */
  overdue(): boolean;
  /** Starts nothing any more; running work goes on. */
  stop(): void;
}

/** Brings deliveries to their targets. Nothing is sent from an earlier process's outbox before the first `refresh`. */
export interface Deliverer {
  /** Delivers inline to targets that accept in the same write; the rest goes into the outbox and is sent once the write has ended. */
  post(tx: Tx, origin: Pick<Call, 'account' | 'region' | 'trace'>, requests: readonly DeliveryRequest[]): void;
  /** Due work of its own: retries. */
  readonly work: Readonly<Record<string, DueWork>>;
  /** Forgets what waits in memory, and looks at what the outbox holds: at the start, and when the records were replaced. */
  refresh(): void;
}
