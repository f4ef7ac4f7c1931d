// The context: what an operation, a target, a route or a piece of due work is handed.
import type { OptionValues } from '#config/options';
import type { Models } from '#model/index';
import type { Call, Caller, CallOptions } from './call.ts';
import type { DeliveryRequest } from './delivery/delivery.ts';
import type { Log } from './log.ts';
import type { Owned } from './owned.ts';
import type { PolicyCheck } from './policy/policy-check.ts';
import type { Blobs, Collection, Key, Records, Tx } from './records.ts';
import type { ResourceTypeOver } from './resources/resource-handlers.ts';
import type { SourceOver } from './source-records.ts';

type Operations<S extends keyof Models> = Models[S]['operations'];

/** What an operation, a target or a piece of due work is handed. Everything in it is bound to one account and region. */
export interface Ctx extends Omit<Call, 'input' | 'caller'>, Caller {
  /** Emulator time, milliseconds since 1970. */
  now(): number;
  /** A random UUID. */
  id(): string;
  /** Random characters of an alphabet (lower-case hexadecimal unless told). */
  random(length: number, alphabet?: string): string;
  readonly options: OptionValues;
  readonly log: Log;

  records<K extends Key, V>(collection: Collection<K, V>): Records<K, V>;
  /** Synchronous, all or nothing; see `Store.write`. */
  write<T>(decide: (tx: Tx) => T): T;
  /** False once the disk has refused a write: from then on `write` throws. Reads that note something about themselves ask this first. */
  readonly writable: boolean;
  readonly blobs: Blobs;

  /** The same context in another account or region: the only way across. */
  in(place: { account?: string | undefined; region?: string | undefined }): Ctx;
  /** The same place, unbound from the caller: not aborted with it, at the emulator's own origin. For what goes on after the answer. */
  detached(): Ctx;
  /** Counts as under way until it settles: `emulator.idle()` waits for it. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Calls another service (or this one): the same road as over HTTP. Rejects with that service's Fault. */
  call<S extends keyof Models & string, O extends keyof Operations<S> & string>(
    service: S,
    operation: O,
    input: Operations<S>[O] extends { input: infer I extends object } ? I : never,
    options?: CallOptions,
  ): Promise<Operations<S>[O] extends { output: infer R } ? R : never>;

  /** Writes down that `work` (declared in a manifest) is due for this key at that moment; a second one for the same key replaces the first. */
  later(tx: Tx, work: string, key: Key, atMs: number): void;
  /** Forgets it. */
  unschedule(tx: Tx, work: string, key: Key): void;
  /** Each wake of that key (in that place, else here) runs the work for its key, until `unwatch`; so does every start. */
  watch(tx: Tx, work: string, key: Key, signal: string, place?: Pick<Ctx, 'account' | 'region'>): void;
  unwatch(tx: Tx, work: string, key: Key): void;
  /**
   * Delivers to queues, functions and other targets, whatever happens to this process: the deliveries are part of the write that causes
   * them. A target that can accepts them in that write; else the outbox keeps them, and they are sent once the write has ended. A refusal
   * is logged, retried, and at last goes to the dead-letter queue: nothing of that is left to the caller.
   *
   * @example
   * ctx.write((tx) => {
   *   tx.put(ctx.records(orders), [order.id], order);
   *   ctx.deliver(tx, [{ to: { targetArn, as: { service: 'events.amazonaws.com', sourceArn }, retry, about }, payload: '{}' }]);
   * });
   */
  deliver(tx: Tx, deliveries: readonly DeliveryRequest[]): void;
  /** Whether the resource's policy lets this call's principal do that. */
  permits(asked: PolicyCheck): boolean;
  /** The kind of event target that an ARN names, or undefined when nothing here takes it. */
  targetKind(arn: string): string | undefined;

  /** Where the records under an ARN are pulled; undefined when no service here offers them. */
  eventSource(arn: string): Promise<SourceOver<Ctx> | undefined>;

  /** A CloudFormation resource type that a service offers, by name; undefined when none does. */
  resourceType(name: string): Promise<ResourceTypeOver<Ctx>> | undefined;
  /** The names of all resource types. */
  resourceTypes(): readonly string[];

  /** What has a lifetime (a pool of environments): made at its first use, stopped with the emulator. One per name and emulator. */
  own<T extends Owned>(name: string, make: () => T): T;

  /** Wakes whoever waits for this key (within this account and region). A hint: who wakes reads the store. */
  wake(key: string): void;
  /** Resolves when the key is woken, at `untilMs` (emulator time), or when the call is aborted; true when woken. */
  wait(key: string, untilMs: number): Promise<boolean>;
}
