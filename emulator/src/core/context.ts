// The context that an operation is handed: the call it answers, and everything it may reach.
import { randomBytes } from 'node:crypto';
import { parseArn } from '#lib/arn';
import type { Models } from '#model/index';
import type { Call, CallOptions, Ctx } from './call.ts';
import type { DeliveryRequest } from './delivery/outbox.ts';
import type { Dispatch } from './dispatch.ts';
import { replaced } from './fault.ts';
import { type Kernel, recordsOf } from './kernel.ts';
import type { Owned } from './owned.ts';
import type { Principal, ServicePrincipal } from './principal.ts';
import type { Collection, Key, Records, Tx } from './records.ts';
import type { PolicyCheck } from './resource-policy.ts';
import type { ResourceType } from './resource-type.ts';
import type { Source } from './source.ts';

/** A class so that one call makes one object, not twenty closures. */
export class Context implements Ctx {
  readonly service: string;
  readonly operation: string;
  readonly account: string;
  readonly region: string;
  readonly principal: Principal;
  readonly requestId: string;
  readonly trace: Call['trace'];
  readonly origin: string;
  readonly http: Call['http'];
  readonly traceHeader: Call['traceHeader'];
  readonly source: Call;
  readonly kernel: Kernel;
  readonly dispatch: Dispatch;
  /** The state it belongs to. */
  readonly epoch: number;

  constructor(kernel: Kernel, dispatch: Dispatch, call: Call, epoch = kernel.epoch.current) {
    this.kernel = kernel;
    this.epoch = epoch;
    this.dispatch = dispatch;
    this.service = call.service;
    this.operation = call.operation;
    this.account = call.account;
    this.region = call.region;
    this.principal = call.principal;
    this.requestId = call.requestId;
    this.trace = call.trace;
    this.origin = call.origin;
    this.http = call.http;
    this.traceHeader = call.traceHeader ?? call.http?.headers['x-amzn-trace-id'];
    this.source = call;
  }

  /** Made by the gateway only when someone waits for it. */
  get signal(): AbortSignal {
    return this.source.signal;
  }
  now(): number {
    return this.kernel.clock.now();
  }
  id(): string {
    return this.kernel.id();
  }
  random(length: number, alphabet = '0123456789abcdef'): string {
    let text = '';
    for (const byte of randomBytes(length * 2).values()) {
      if (byte < 256 - (256 % alphabet.length)) text += alphabet[byte % alphabet.length];
      if (text.length === length) return text;
    }
    return text + this.random(length - text.length, alphabet);
  }
  get options() {
    return this.kernel.options;
  }
  get log() {
    return this.kernel.log.in(this.service);
  }
  get blobs() {
    return this.kernel.store.blobs;
  }
  records<K extends Key, V>(collection: Collection<K, V>): Records<K, V> {
    return recordsOf(this.kernel.store, collection, this.account, this.region);
  }
  write<T>(decide: (tx: Tx) => T): T {
    this.assertCurrent();
    return this.kernel.store.write(decide);
  }
  in(place: { account?: string | undefined; region?: string | undefined }): Ctx {
    const call = this.asCall(place.account, place.region);
    return new Context(this.kernel, this.dispatch, call, this.epoch);
  }
  detached(): Ctx {
    const { kernel } = this;
    const { service, operation, account, region, principal, requestId, trace } = this;
    const from = { service, operation, input: {}, account, region, principal, requestId, trace };
    // Not by spreading the call: that would make the caller's abort signal.
    const call: Call = { ...from, origin: kernel.origin(), signal: kernel.stopping };
    return new Context(kernel, this.dispatch, call, this.epoch);
  }
  track<T>(work: Promise<T>): Promise<T> {
    const tracked = this.kernel.activity.track(work);
    // Mostly nobody awaits it: what fails there is told here, unless it belongs to state that is gone.
    tracked.catch((error: unknown) => {
      if (this.epoch === this.kernel.epoch.current && !this.kernel.stopping.aborted)
        this.log.warn(`failed in the background: ${error instanceof Error ? error.stack : String(error)}`);
    });
    return tracked;
  }
  async call<S extends keyof Models & string, O extends keyof Models[S]['operations'] & string>(
    service: S,
    operation: O,
    input: object,
    { as, withRole, traceHeader, account = this.account, region = this.region, unflushed = this.source.unflushed }: CallOptions = {},
  ): Promise<never> {
    this.assertCurrent();
    const principal = this.#principal(as, withRole);
    const trace = { id: this.trace.id, depth: this.trace.depth + 1 };
    const { source } = this;
    const call: Call = {
      service,
      operation,
      input,
      account,
      region,
      principal,
      requestId: this.kernel.id(),
      trace,
      traceHeader,
      origin: this.origin,
      unflushed,
      get signal() {
        return source.signal;
      },
    };
    return (await this.dispatch(call)) as never;
  }
  #principal(as: ServicePrincipal | undefined, role: string | undefined): Principal {
    if (role) return { kind: 'key', account: parseArn(role)?.account ?? this.account, accessKeyId: undefined };
    if (!as) return this.principal;
    return { kind: 'service', service: as.service, account: as.sourceAccount ?? this.account, sourceArn: as.sourceArn };
  }
  later(tx: Tx, work: string, key: Key, atMs: number): void {
    this.kernel.later.schedule(tx, work, this.account, this.region, key, atMs);
  }
  unschedule(tx: Tx, work: string, key: Key): void {
    this.kernel.later.forget(tx, work, this.account, this.region, key);
  }
  watch(tx: Tx, work: string, key: Key, signal: string, { account, region }: Pick<Ctx, 'account' | 'region'> = this): void {
    const watch = { work, account: this.account, region: this.region, key, signal: `${account}/${region}/${signal}` };
    this.kernel.later.watch(tx, watch);
  }
  unwatch(tx: Tx, work: string, key: Key): void {
    this.kernel.later.unwatch(tx, { work, account: this.account, region: this.region, key });
  }
  deliver(tx: Tx, deliveries: readonly DeliveryRequest[]): void {
    this.kernel.post(tx, this, deliveries);
  }
  permits(asked: PolicyCheck): boolean {
    return this.kernel.policies.permits(this.principal, asked);
  }
  targetKind(arn: string): string | undefined {
    return this.kernel.registry.targetKind(arn);
  }
  eventSource(arn: string): Promise<Source | undefined> {
    return this.kernel.registry.source(arn);
  }
  resourceType(name: string): Promise<ResourceType> | undefined {
    return this.kernel.registry.resourceType(name);
  }
  resourceTypes(): readonly string[] {
    return this.kernel.registry.resourceTypes();
  }
  own<T extends Owned>(name: string, make: () => T): T {
    this.assertCurrent();
    const { owned } = this.kernel;
    let found = owned.get(name) as T | undefined;
    if (!found) {
      found = make();
      owned.set(name, found);
    }
    return found;
  }
  /** @throws Fault when all state was replaced since this began. */
  assertCurrent(): void {
    if (this.epoch !== this.kernel.epoch.current) throw replaced();
  }
  wake(key: string): void {
    this.kernel.signals.wake(this.#scoped(key));
  }
  wait(key: string, untilMs: number): Promise<boolean> {
    this.assertCurrent();
    const woken = this.kernel.signals.wait(this.#scoped(key), untilMs, this.signal).then((woken) => {
      this.assertCurrent();
      return woken;
    });
    woken.catch(() => undefined); // who waits for several things may have stopped listening
    return woken;
  }
  #scoped(key: string): string {
    return `${this.account}/${this.region}/${key}`;
  }
  /** The call again, elsewhere when told; its abort signal is made only when someone asks for it. */
  asCall(account = this.account, region = this.region): Call {
    const { service, operation, principal, requestId, trace, traceHeader, origin, http, source } = this;
    return {
      service,
      operation,
      input: {},
      account,
      region,
      principal,
      requestId,
      trace,
      traceHeader,
      origin,
      http,
      unflushed: source.unflushed,
      get signal() {
        return source.signal;
      },
    };
  }
}
