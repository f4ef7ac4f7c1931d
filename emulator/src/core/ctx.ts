// The context that operations, targets, routes and due work receive.
import type { OptionValues } from '#config/options';
import type { Message } from '#lib/message';
import type { OwnConnections } from '#lib/own-connections';
import type { Models } from '#model/index';
import type { ApiAnswer, ApiRequest } from './api-request.ts';
import type { Identity } from './authorization/caller.ts';
import type { ServedRequest } from './authorization/served-request.ts';
import type { Call, Caller, CallOptions, CallOutcome, NamedCall, RefusedCall } from './call.ts';
import type { DeliveryRequest } from './delivery/delivery.ts';
import type { EventRules, NotedEvent, Refusal, TakingRule } from './delivery/logged-event.ts';
import type { DocumentRequest, RequestMember } from './document-request.ts';
import type { Fault, FaultFacts } from './fault.ts';
import type { Log } from './log.ts';
import type { LogSourceOver } from './log-records.ts';
import type { PlaceMetrics } from './metrics/place-metrics.ts';
import type { Owned } from './owned.ts';
import type { PolicyCheck } from './policy/policy-check.ts';
import type { Blobs, Collection, Key, Records, Tx } from './records.ts';
import type { ResourceTypeOver } from './resources/resource-handlers.ts';
import type { SourceOver } from './source-records.ts';
import type { Bytes } from './traces/payload-log.ts';
import type { FailedRun, RecoveredRun, Run } from './traces/run.ts';

type Operations<S extends keyof Models> = Models[S]['operations'];

/**
 * Received by operations, targets and due work. Everything in it is bound to one account and region.
 *
 * @example
 * export const DeleteQueue = operation('DeleteQueue', ({ QueueUrl }, ctx) => {
 *   const records = ctx.records(queues);
 *   if (!records.has([QueueUrl])) throw fault('QueueDoesNotExist', 'The specified queue does not exist.');
 *   ctx.write((tx) => tx.delete(records, [QueueUrl]));
 * });
 */
export interface Ctx extends Omit<Call, 'input' | 'caller'>, Caller {
  /** Emulator time, milliseconds since 1970. */
  now(): number;
  /** A random UUID. */
  id(): string;
  /** Random characters of an alphabet (default: lower-case hexadecimal). */
  random(length: number, alphabet?: string): string;
  readonly options: OptionValues;
  /** The caller with its policies, where calls are refused by them (IAM_ENFORCEMENT): what they allow was judged before the operation. */
  readonly identity: Identity | undefined;
  /** Whether that caller may do this, too; true where calls are not refused by policies. For operations on many things that judge each. */
  mayAlso(action: string, resource: string): boolean;
  /** Judges the signer of a request that is no call: to an API, to a URL of a function. See `admitServed` (core/authorization/admit-served). */
  admitServed(served: ServedRequest): Promise<boolean>;
  readonly log: Log;
  /** Names the callers with this access key in log lines: `function orders`. */
  nameCaller(accessKeyId: string, name: string): void;
  /** Says in the call's log line what became of it, instead of `ok`: a function that failed, an event that no rule took. */
  logOutcome(outcome: CallOutcome): void;

  /** Keeps an event of a bus in memory for a while, so that somebody may ask what became of it. */
  noteEvent(event: NotedEvent, rules: EventRules, matched: readonly TakingRule[]): void;
  /** Records why an event is not sent to one of its targets: in the event log, the trace and the ledger. `code`: of the message on the console. */
  noteRefusal(id: string, refusal: Refusal, code: string): void;
  /** Adds to the trace of the request that a target did not take what `from` (`stack shop`) had sent, and why; and to the ledger, with the code. */
  noteLost(targetArn: string, from: string, problem: string, code: string): void;

  /** Adds a run that is no call to the trace of the request: a function, a request to an API, an execution, a batch. For runs that succeeded. */
  noteRun(run: Run): void;
  /**
   * Reports a failure that no caller handles: writes the message to the console, adds the failed run to the trace, and enters it into the ledger
   * of problems, from which `emulator why`, the explorer and test helpers read. A failure of the same trace that this one encloses is its cause.
   *
   * @example
   * ctx.report(FAILED, { name: order.id }, { what: 'problem', resource: rule.arn });
   */
  report<Data>(message: Message<Data>, data: Data, failure: FailedRun): void;
  /** Keeps the input and the output of a run for a while, by its `requestId`, for whoever asks what it was given. */
  notePayload(requestId: string, input: Bytes, output: Bytes | undefined): void;
  /** A later attempt at what was reported has succeeded. */
  reportRecovery(recovery: RecoveredRun): void;
  /**
   * The same context in another trace: that of the request which sent what is processed now (`trace` of a message, an execution, …), or, without an
   * id, a trace of its own.
   */
  inTrace(id?: string | undefined, depth?: number): Ctx;
  /**
   * Calls with this X-Ray header follow from this trace, at that depth: functions pass the header of their invocation on. So do calls without a header by
   * this caller (`nameCaller`) until the returned function is called, while no other invocation of it runs.
   */
  joinTrace(header: string, depth: number, caller: string): () => void;

  records<K extends Key, V>(collection: Collection<K, V>): Records<K, V>;
  /** Synchronous, all or nothing; see `Store.write`. */
  write<T>(decide: (tx: Tx) => T): T;
  /**
   * Resolves once the writes so far are as safe as `PERSISTENCE` says: awaited by what answers clients outside of operations, as the dispatcher
   * does for these. Rejects where the disk refused them, or all state was replaced.
   */
  committed(): Promise<void>;
  /** False while the disk has no room for more, or has failed: `write` throws then. A read that records something about itself checks this first. */
  readonly writable: boolean;
  readonly blobs: Blobs;
  /** The metrics of this account and region: services count with it, `ctx.metrics.meter('AWS/SQS', 'QueueName', name).add('NumberOfMessagesSent')`. */
  readonly metrics: PlaceMetrics;

  /** The same context in another account or region: the only way to reach another scope. It returns itself for its own. */
  in(place: { account?: string | undefined; region?: string | undefined }): Ctx;
  /** The same account and region without the caller: not aborted with it, at the emulator's own origin. For work after the answer. */
  detached(): Ctx;
  /** Counts the promise as work under way until it settles: `emulator.idle()` waits for it. */
  track<T>(work: Promise<T>): Promise<T>;
  /**
   * Waits for an end that time may have to bring. Where the caller is work that consists of this call alone (`CallOptions.mayRest`), it does
   * not count as under way meanwhile, so that the clock can be moved.
   */
  rest<T>(waiting: Promise<T>): Promise<T>;
  /** Says in one sentence that work under way waits for a person, until the returned function is called: a request that waits for it is told. */
  hold(reason: string): () => void;
  /** Calls another service (or this one) by the same path as a request over HTTP. Rejects with that service's Fault. */
  call<S extends keyof Models & string, O extends keyof Operations<S> & string>(
    service: S,
    operation: O,
    input: Operations<S>[O] extends { input: infer I extends object } ? I : never,
    options?: CallOptions,
  ): Promise<Operations<S>[O] extends { output: infer R } ? R : never>;

  /**
   * Reads a request to any service, written as a JSON document: members in the model's spelling with a capital first letter (`QueueUrl`,
   * `TaskDefinition`), bytes as text, times as ISO 8601 or seconds. Undefined where no service here has the operation.
   * @throws Fault SerializationException for a value of the wrong type
   */
  readRequest(service: string, operation: string, document: Readonly<Record<string, unknown>>): DocumentRequest | undefined;
  /** The members of such documents; undefined where no service here has the operation. */
  requestMembers(service: string, operation: string): readonly RequestMember[] | undefined;
  /**
   * The answer of such a call as a JSON document: members with a capital first letter, bytes as text, times as ISO 8601. Streams in it must
   * have been read.
   */
  writeAnswer(service: string, operation: string, output: object): Readonly<Record<string, unknown>>;
  /**
   * Why a document of that form cannot be an answer of the operation: a sentence without a stop. With `isComplete` required members must be
   * there. Undefined where it can, and where no service here has the operation.
   */
  answerProblem(service: string, operation: string, document: unknown, isComplete: boolean): string | undefined;
  /**
   * The first of these calls that the role (ARN) may not make; undefined where it may make all of them. None is made.
   */
  firstRefused(calls: readonly NamedCall[], role: string): Promise<RefusedCall | undefined>;
  /** How clients of that service would see a fault of it. */
  faultFacts(service: string, fault: Fault): FaultFacts;
  /** `call`, for a service and an operation that only the client names; the input is that of `readRequest`. */
  callNamed(service: string, operation: string, input: object, options?: CallOptions): Promise<unknown>;

  /**
   * Answers a request to the cloud's API as if it had come over HTTP: the request names its service by its host or target header, and its bytes
   * are read and written in the protocol of that service. Faults are answers, too. Undefined where no service here has a model for it.
   */
  ask(request: ApiRequest, options?: CallOptions): Promise<ApiAnswer | undefined>;

  /** Records that `work` (declared in a manifest) is due for this key at that time; replaces an earlier record for the same key. */
  later(tx: Tx, work: string, key: Key, atMs: number): void;
  /** Removes what `later` recorded. */
  unschedule(tx: Tx, work: string, key: Key): void;
  /** Runs the work for `key` at every start and whenever `signal` is woken (in `place`, by default in this scope), until `unwatch`. */
  watch(tx: Tx, work: string, key: Key, signal: string, place?: Pick<Ctx, 'account' | 'region'>): void;
  unwatch(tx: Tx, work: string, key: Key): void;
  /**
   * Delivers to queues, functions and other targets, even if this process is killed: the deliveries are part of the write that causes them.
   * A target that can accepts them in that write; otherwise the outbox keeps them, and they are sent once the write has ended. A refusal is
   * logged, retried, and finally goes to the dead-letter queue: the caller has nothing to handle.
   *
   * @example
   * ctx.write((tx) => {
   *   tx.put(ctx.records(orders), [order.id], order);
   *   ctx.deliver(tx, [{ to: { targetArn, as: { service: 'events.amazonaws.com', sourceArn }, retry, about }, payload: '{}' }]);
   * });
   */
  deliver(tx: Tx, deliveries: readonly DeliveryRequest[]): void;
  /**
   * Sends to a target at once and returns its answer, for senders that wait for it and retry by themselves: nothing is kept. The id is the
   * same in all attempts.
   * @throws Fault of the target; NO_TARGET where nothing here answers for the ARN
   */
  invokeTarget(request: DeliveryRequest, id: string): Promise<string>;
  /** Whether the resource's policy allows this call's principal that action. */
  permits(asked: PolicyCheck): boolean;
  /** The kind of event target that an ARN names, or undefined when no service here accepts it. */
  targetKind(arn: string): string | undefined;
  /** The kinds of all event targets here, in alphabetical order. */
  readonly targetKinds: readonly string[];

  /** The source that hands out the records under an ARN; undefined when no service here offers them. */
  eventSource(arn: string): Promise<SourceOver<Ctx> | undefined>;
  /** The log with shards under an ARN; undefined when no service here has one. */
  logSource(arn: string): Promise<LogSourceOver<Ctx> | undefined>;

  /** The handlers of a CloudFormation resource type, by its name; undefined when no service offers it. */
  resourceType(name: string): Promise<ResourceTypeOver<Ctx>> | undefined;
  /** The names of all resource types. */
  resourceTypes(): readonly string[];

  /** The address at which a URL of the cloud answers here (`https://ID.execute-api.REGION.amazonaws.com/…`). Other text comes back as it is. */
  localUrl(text: string): string;

  /**
   * The gateway's own address of a URL that leads to the emulator: by a host name in the cloud of a service or an API that is here, by a name below
   * `localhost` with the gateway's port, or by a name that a resource has claimed. Undefined for other URLs. A request goes there with the URL's host in its `Host` header.
   */
  ownAddress(url: URL): URL | undefined;

  /** Told of each connection that is opened to an address which a caller named: the gateway knows it where it leads to the emulator itself. */
  readonly ownConnections: OwnConnections;

  /** An object with a lifetime (a pool of environments), made at first use and stopped with the emulator. One per name and emulator. */
  own<T extends Owned>(name: string, make: () => T): T;

  /** Wakes all that wait for this key in this account and region. Only a hint: a woken waiter reads the store. */
  wake(key: string): void;
  /** Resolves when the key is woken, at `untilMs` (emulator time), or when the call is aborted; true when woken. */
  wait(key: string, untilMs: number): Promise<boolean>;
}
