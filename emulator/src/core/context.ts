// The context of an operation: the call that it answers, and everything that it may reach.
import type { Message } from '#lib/message';
import type { Models } from '#model/index';
import type { ApiAnswer, ApiRequest } from './api-request.ts';
import { admitServed } from './authorization/admit-served.ts';
import type { Identity, Ruling } from './authorization/caller.ts';
import { firstRefused } from './authorization/first-refused.ts';
import type { Call, CallOptions, CallOutcome, NamedCall, RefusedCall } from './call.ts';
import type { Ctx } from './ctx.ts';
import type { DeliveryRequest } from './delivery/delivery.ts';
import { invokeTarget } from './delivery/invoke-target.ts';
import type { EventRules, NotedEvent, Refusal, TakingRule } from './delivery/logged-event.ts';
import type { DocumentRequest, RequestMember } from './document-request.ts';
import type { Engine } from './engine.ts';
import { type Fault, type FaultFacts, replaced } from './fault.ts';
import { ownAddress } from './host-names.ts';
import { innerCall } from './inner-call.ts';
import type { Kernel } from './kernel.ts';
import { localUrl } from './local-url.ts';
import type { LogSource } from './log-source.ts';
import { makesRoom } from './makes-room.ts';
import { type Owned, ownedBy } from './owned.ts';
import type { PolicyCheck } from './policy/policy-check.ts';
import { actingPrincipal, type Principal } from './principal.ts';
import { noteEvent, noteLost, noteRefusal, noteRun, reportFailure } from './problems/run-reports.ts';
import type { Collection, Key, Records, Tx } from './records.ts';
import type { RegionScope } from './region-scope.ts';
import type { ResourceType } from './resources/resource-type.ts';
import { serviceCall } from './service-call.ts';
import type { Source } from './source.ts';
import type { Bytes } from './traces/payload-log.ts';
import type { FailedRun, RecoveredRun, Run } from './traces/run.ts';
import { trackedWork } from './tracked-work.ts';

/** A class, so that each call creates one object instead of twenty closures. */
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
  readonly calledVia: string | undefined;
  readonly traceHeader: Call['traceHeader'];
  readonly kernel: Kernel;
  /** The epoch of the state that this context belongs to. */
  readonly epoch: number;
  /** Set by `logOutcome`. */
  outcome: CallOutcome | undefined;
  /** Set where the call was judged by the policies of its caller. */
  ruling: Ruling | undefined;
  /** The caller with its policies, where calls are refused by them. */
  identity: Identity | undefined;
  readonly #engine: Engine;
  readonly #call: Call;

  /** `scope`: where it reads and writes, if not in the account and region of the call. */
  constructor(engine: Engine, call: Call, epoch = engine.kernel.epoch.current, scope: RegionScope = call) {
    this.kernel = engine.kernel;
    this.epoch = epoch;
    this.service = call.service;
    this.operation = call.operation;
    this.account = scope.account;
    this.region = scope.region;
    this.principal = call.principal;
    this.requestId = call.requestId;
    this.trace = call.trace;
    this.origin = call.origin;
    this.http = call.http;
    this.calledVia = call.calledVia;
    this.traceHeader = call.traceHeader ?? call.http?.headers['x-amzn-trace-id'];
    this.#engine = engine;
    this.#call = call;
  }

  /** A getter, because making the signal has a cost. */
  get signal(): AbortSignal {
    return this.#call.caller.signal;
  }
  now(): number {
    return this.kernel.clock.now();
  }
  id(): string {
    return this.kernel.id();
  }
  random(length: number, alphabet?: string): string {
    return this.kernel.random(length, alphabet);
  }
  get options() {
    return this.kernel.options;
  }
  get log() {
    return this.kernel.log.in(this.service);
  }
  get metrics() {
    return this.kernel.metrics.in(this.account, this.region);
  }
  get blobs() {
    return this.kernel.store.blobs;
  }
  records<K extends Key, V>(collection: Collection<K, V>): Records<K, V> {
    return this.kernel.store.records(collection, this.account, this.region);
  }
  write<T>(decide: (tx: Tx) => T): T {
    this.assertCurrent();
    return this.kernel.store.write(decide, this);
  }
  async committed(): Promise<void> {
    const { store, options } = this.kernel;
    if (store.pending) await (options.PERSISTENCE === 'strict' ? store.flushed() : store.committed());
    if (store.failure) throw store.failure;
    this.assertCurrent();
  }
  get writable(): boolean {
    const { store } = this.kernel;
    return store.failure === undefined && store.hasRoom;
  }
  get isPressing(): boolean {
    return makesRoom(this.operation, this.kernel.registry.service(this.service));
  }
  in({ account = this.account, region = this.region }: { account?: string | undefined; region?: string | undefined }): Ctx {
    if (account === this.account && region === this.region) return this;
    const there = new Context(this.#engine, this.#call, this.epoch, { account, region });
    there.identity = this.identity;
    return there;
  }
  detached(): Ctx {
    const { service, operation, account, region, principal, requestId, trace } = this;
    const call = serviceCall(this.kernel, { service, operation, account, region, principal, requestId, trace });
    return new Context(this.#engine, call, this.epoch);
  }
  rest<T>(waiting: Promise<T>): Promise<T> {
    return this.#call.mayRest ? this.kernel.activity.rest(waiting) : waiting;
  }
  hold(reason: string): () => void {
    return this.kernel.activity.hold(reason);
  }
  track<T>(work: Promise<T>): Promise<T> {
    return trackedWork(work, this);
  }
  call<S extends keyof Models & string, O extends keyof Models[S]['operations'] & string>(
    service: S,
    operation: O,
    input: object,
    options?: CallOptions,
  ): Promise<never> {
    return this.callNamed(service, operation, input, options) as Promise<never>;
  }
  async callNamed(service: string, operation: string, input: object, options: CallOptions = {}): Promise<unknown> {
    this.assertCurrent();
    return this.#engine.dispatch(this.#inner({ service, operation, input }, options));
  }
  #inner(named: NamedCall, options: CallOptions): Call {
    const { account, region, principal, trace, origin, kernel } = this;
    const { unflushed, isPlumbing, isActing, caller } = this.#call;
    const from = { ...named, account, region, principal, trace, origin, requestId: '', unflushed, isPlumbing, isActing, caller };
    return innerCall(named, options, from, kernel.id);
  }
  firstRefused(calls: readonly NamedCall[], role: string): Promise<RefusedCall | undefined> {
    const inRole = calls.map((named) => this.#inner(named, { withRole: role }));
    return firstRefused(inRole, this.kernel.authorizer, (call) => new Context(this.#engine, call, this.epoch));
  }
  readRequest(service: string, operation: string, document: Readonly<Record<string, unknown>>): DocumentRequest | undefined {
    return this.kernel.registry.offers(service, operation) ? this.kernel.readRequest(service, operation, document) : undefined;
  }
  requestMembers(service: string, operation: string): readonly RequestMember[] | undefined {
    return this.kernel.registry.offers(service, operation) ? this.kernel.requestMembers(service, operation) : undefined;
  }
  ask(request: ApiRequest, { requestId = this.kernel.id(), ...options }: CallOptions = {}): Promise<ApiAnswer | undefined> {
    const call = (service: string, operation: string, input: object) =>
      this.callNamed(service, operation, input, { ...options, requestId });
    return this.kernel.answerApiRequest(request, requestId, call);
  }
  faultFacts(service: string, fault: Fault): FaultFacts {
    return this.kernel.faultFacts(service, fault);
  }
  writeAnswer(service: string, operation: string, output: object): Readonly<Record<string, unknown>> {
    return this.kernel.writeAnswer(service, operation, output);
  }
  answerProblem(service: string, operation: string, document: unknown, isComplete: boolean): string | undefined {
    const { registry, answerProblem } = this.kernel;
    return registry.offers(service, operation) ? answerProblem(service, operation, document, isComplete) : undefined;
  }
  later(tx: Tx, work: string, key: Key, atMs: number): void {
    this.#engine.scheduler.schedule(tx, work, this.account, this.region, key, atMs);
  }
  unschedule(tx: Tx, work: string, key: Key): void {
    this.#engine.scheduler.unschedule(tx, work, this.account, this.region, key);
  }
  watch(tx: Tx, work: string, key: Key, signal: string, { account, region }: Pick<Ctx, 'account' | 'region'> = this): void {
    const watch = { work, account: this.account, region: this.region, key, signal: `${account}/${region}/${signal}` };
    this.#engine.scheduler.watch(tx, watch);
  }
  unwatch(tx: Tx, work: string, key: Key): void {
    this.#engine.scheduler.unwatch(tx, { work, account: this.account, region: this.region, key });
  }
  deliver(tx: Tx, deliveries: readonly DeliveryRequest[]): void {
    this.#engine.deliverer.post(tx, this, deliveries);
  }
  nameCaller(accessKeyId: string, name: string): void {
    this.kernel.callers.note(accessKeyId, name);
  }
  logOutcome(outcome: CallOutcome): void {
    this.outcome = outcome;
  }
  noteEvent(event: NotedEvent, rules: EventRules, matched: readonly TakingRule[]): void {
    noteEvent(event, rules, matched, this);
  }
  noteRefusal(id: string, refusal: Refusal, code: string): void {
    noteRefusal(id, refusal, code, this);
  }
  noteLost(targetArn: string, from: string, problem: string, code: string): void {
    noteLost({ targetArn, from, problem, code }, this);
  }
  noteRun(run: Run): void {
    noteRun(run, this);
  }
  report<Data>(message: Message<Data>, data: Data, failure: FailedRun): void {
    reportFailure(message, data, failure, this);
  }
  notePayload(requestId: string, input: Bytes, output: Bytes | undefined): void {
    this.kernel.payloads.note(requestId, { request: undefined, input, output });
  }
  reportRecovery(recovery: RecoveredRun): void {
    this.kernel.problems.recover({ ...recovery, trace: recovery.trace ?? this.trace.id, atMs: this.now() });
  }
  inTrace(id: string = this.kernel.id(), depth = 0): Ctx {
    return new Context(this.#engine, { ...this.#call, trace: { id, depth } }, this.epoch, this);
  }
  joinTrace(header: string, depth: number, caller: string): () => void {
    return this.kernel.traceRoots.join(header, caller, { id: this.trace.id, depth });
  }
  async invokeTarget(request: DeliveryRequest, id: string): Promise<string> {
    const { account, region } = this;
    const call = { ...this.#call, account, region, principal: actingPrincipal(request.to.as, account), isActing: true as const };
    return invokeTarget(request, id, new Context(this.#engine, call, this.epoch));
  }
  mayAlso(action: string, resource: string): boolean {
    return this.kernel.authorizer.permits(this.#call, { action, resource }, this);
  }
  admitServed(served: Parameters<Ctx['admitServed']>[0]): Promise<boolean> {
    return admitServed(served, this.#call, this.kernel.authorizer, this);
  }
  permits(asked: PolicyCheck): boolean {
    const { policies, authorizer } = this.kernel;
    // The call that does it is judged by what the role may.
    if (authorizer.isOn && this.principal.kind === 'key') return false;
    return policies.permits(this.principal, asked);
  }
  targetKind(arn: string): string | undefined {
    return this.kernel.registry.targetKind(arn);
  }
  get targetKinds(): readonly string[] {
    return this.kernel.registry.targetKinds;
  }
  eventSource(arn: string): Promise<Source | undefined> {
    return this.kernel.registry.source(arn);
  }
  logSource(arn: string): Promise<LogSource | undefined> {
    return this.kernel.registry.logSource(arn);
  }
  resourceType(name: string): Promise<ResourceType> | undefined {
    return this.kernel.registry.resourceType(name);
  }
  resourceTypes(): readonly string[] {
    return this.kernel.registry.resourceTypes();
  }
  localUrl(text: string): string {
    return localUrl(text, this.origin, this.kernel.registry);
  }
  ownAddress(url: URL): URL | undefined {
    return ownAddress(url, this.kernel);
  }
  get ownConnections() {
    return this.kernel.ownConnections;
  }
  own<T extends Owned>(name: string, make: () => T): T {
    this.assertCurrent();
    return ownedBy(this.kernel.owned, name, make);
  }
  /** @throws Fault when all state was replaced since this context was made. */
  assertCurrent(): void {
    if (this.epoch !== this.kernel.epoch.current) throw replaced();
  }
  wake(key: string): void {
    this.kernel.signals.wake(this.#scoped(key));
  }
  wait(key: string, untilMs: number): Promise<boolean> {
    this.assertCurrent();
    const woken = this.kernel.signals.wait(this.#scoped(key), untilMs, this.signal).finally(() => this.assertCurrent());
    woken.catch(() => undefined); // a caller that waits for several promises may have stopped listening
    return woken;
  }
  #scoped(key: string): string {
    return `${this.account}/${this.region}/${key}`;
  }
}
