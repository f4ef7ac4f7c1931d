// What one emulator consists of, below its services: made in app.ts, handed down.
import type { OptionValues } from '#config/options';
import type { Activity } from './activity.ts';
import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { DeliveryRequest } from './delivery/outbox.ts';
import type { Log } from './log.ts';
import type { Owned } from './owned.ts';
import type { PolicyEnforcer } from './policy-enforcer.ts';
import type { Collection, Key, Records, Store, Tx } from './records.ts';
import type { Registry } from './registry.ts';
import type { Signals } from './signals.ts';
import type { Watch } from './work.ts';

export interface Later {
  schedule(tx: Tx, work: string, account: string, region: string, key: Key, atMs: number): void;
  forget(tx: Tx, work: string, account: string, region: string, key: Key): void;
  watch(tx: Tx, watch: Watch): void;
  unwatch(tx: Tx, watch: Omit<Watch, 'signal'>): void;
}

/** All state was replaced so many times: what began before the last time may no longer write, call or own. */
export interface Epoch {
  current: number;
  /** While state is being replaced: calls wait for it. */
  replacing: Promise<void> | undefined;
}

export interface Kernel {
  readonly epoch: Epoch;
  readonly store: Store;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly activity: Activity;
  readonly registry: Registry;
  /** The resources' policies, asked about calls of services. */
  readonly policies: PolicyEnforcer;
  readonly options: OptionValues;
  readonly log: Log;
  readonly later: Later;
  /** Another random UUID each time. */
  id(): string;
  /** Sends deliveries on their way. */
  post(tx: Tx, cause: Pick<Call, 'account' | 'region' | 'trace'>, deliveries: readonly DeliveryRequest[]): void;
  /** Checks an input against the model; throws the service's validation Fault. */
  validate(service: string, operation: string, input: object): void;
  /** True when the model knows the operation. */
  known(service: string, operation: string): boolean;
  /** The gateway's own address, for calls that no client made. */
  origin(): string;
  /** What has a lifetime and belongs to this emulator, by name: made at first use, stopped with it. */
  readonly owned: Map<string, Owned>;
  readonly stopping: AbortSignal;
}

export const recordsOf = <K extends Key, V>(store: Store, collection: Collection<K, V>, account: string, region: string): Records<K, V> =>
  store.records(collection, account, collection.global ? '' : region);
