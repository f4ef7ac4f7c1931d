// The kernel of one emulator: everything below its services that is ready once constructed. The engine adds what runs things.
import type { OptionValues } from '#config/options';
import { OwnConnections } from '#lib/own-connections';
import { createRandomText, type RandomText } from '#lib/random-text';
import { createUuids } from '#lib/uuid';
import { type Activity, createActivity } from './activity.ts';
import type { AnswerApiRequest } from './api-request.ts';
import type { ActionTable } from './authorization/action-table.ts';
import { Authorizer } from './authorization/authorizer.ts';
import { type Callers, createCallers } from './callers.ts';
import { EventLog } from './delivery/event-log.ts';
import type { DocumentAnswer, DocumentRequest, RequestMember } from './document-request.ts';
import type { Fault, FaultFacts } from './fault.ts';
import { FaultRules } from './faults/fault-rules.ts';
import type { Log } from './log.ts';
import { MetricBook } from './metrics/metric-book.ts';
import type { Owned } from './owned.ts';
import { createPolicyEnforcer, type PolicyEnforcer } from './policy/policy-enforcer.ts';
import { ProblemLog } from './problems/problem-log.ts';
import { Unsupported } from './problems/unsupported.ts';
import type { Store } from './records.ts';
import type { Registry } from './registry.ts';
import { StubAnswers } from './stubs/stub-answers.ts';
import type { Clock } from './time/clock.ts';
import { createSignals, type OnWait, type Signals } from './time/signals.ts';
import { PayloadLog } from './traces/payload-log.ts';
import { TraceLog } from './traces/trace-log.ts';
import { TraceRoots } from './traces/trace-roots.ts';

/** Counts how often all state has been replaced (reset, load). Work from an earlier epoch may no longer write, call or own. */
export interface Epoch {
  current: number;
  /** Set while state is being replaced: calls wait for it. */
  replacing: Promise<void> | undefined;
}

/** The parts of a kernel that the start chooses. */
export interface KernelParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly registry: Registry;
  readonly options: OptionValues;
  readonly log: Log;
  /** The gateway's own address (`http://127.0.0.1:4566`), for calls that no client made. */
  readonly origin: string;
  /** Aborted when the emulator stops. */
  readonly stopping: AbortSignal;
  readonly onWait?: OnWait | undefined;
  /** Checks an input against the model. @throws Fault the service's validation error */
  validate(service: string, operation: string, input: object): void;
  /** The actions and resources of a service's operations. */
  actionTable(service: string): ActionTable;
  /** True when the model knows the operation. */
  known(service: string, operation: string): boolean;
  /** Reads a request that a client wrote as JSON. The operation must be one of the model. */
  readRequest(service: string, operation: string, document: Readonly<Record<string, unknown>>): DocumentRequest;
  /** The members of such requests. The operation must be one of the model. */
  requestMembers(service: string, operation: string): readonly RequestMember[];
  /** The service whose endpoint in the cloud has this host name; undefined for names that no model has. */
  serviceAt(host: string): string | undefined;
  /** Answers a request to the cloud's API that was made within the process. */
  readonly answerApiRequest: AnswerApiRequest;
  faultFacts(service: string, fault: Fault): FaultFacts;
  /** Writes an answer in the form of such requests. */
  writeAnswer(service: string, operation: string, output: object): Readonly<Record<string, unknown>>;
  /** Reads an answer in the names of the service's API, as people write it, and names the members that the operation does not have. */
  readAnswer(service: string, operation: string, document: Readonly<Record<string, unknown>>): DocumentAnswer;
  /** Why a document of that form cannot be an answer of the operation, which must be one of the model. */
  answerProblem(service: string, operation: string, document: unknown, isComplete: boolean): string | undefined;
}

export interface Kernel extends KernelParts {
  readonly epoch: Epoch;
  readonly signals: Signals;
  readonly activity: Activity;
  /** Names of callers by access key, for log lines. */
  readonly callers: Callers;
  /** Enforces resource policies on calls of services. */
  readonly policies: PolicyEnforcer;
  /** Judges calls by the policies of who makes them, where IAM_ENFORCEMENT asks for it. */
  readonly authorizer: Authorizer;
  /** The last events of buses, and what became of them. */
  readonly events: EventLog;
  /** The last requests, and what followed from each. */
  readonly traces: TraceLog;
  /** The inputs and answers of the last requests and functions. */
  readonly payloads: PayloadLog;
  /** Metrics of all accounts: points in the store, and the counts of the open minute. */
  readonly metrics: MetricBook;
  /** The failures that nobody handled. */
  readonly problems: ProblemLog;
  /** The operations of which was told that they are not emulated. */
  readonly unsupported: Unsupported;
  /** The traces of invocations, by the header that their functions pass on. */
  readonly traceRoots: TraceRoots;
  /** Faults that somebody asked for. */
  readonly faults: FaultRules;
  /** Answers for operations that are not emulated. */
  readonly stubs: StubAnswers;
  /** A new random UUID at each call. */
  id(): string;
  readonly random: RandomText;
  /** Connections to the gateway that were opened for somebody else. */
  readonly ownConnections: OwnConnections;
  /** Objects with a lifetime that belong to this emulator, by name: made at first use, stopped with it. */
  readonly owned: Map<string, Owned>;
}

export function createKernel(parts: KernelParts): Kernel {
  const callers = createCallers();
  const signals = createSignals(parts.clock, parts.onWait);
  const activity = createActivity();
  const random = createRandomText();
  return {
    ...parts,
    epoch: { current: 0, replacing: undefined },
    signals,
    activity,
    callers,
    policies: createPolicyEnforcer(parts),
    authorizer: new Authorizer(parts),
    events: new EventLog(),
    traces: new TraceLog(callers),
    payloads: new PayloadLog(parts.options.TRACE_PAYLOADS),
    metrics: new MetricBook({ ...parts, signals, activity, id: () => random(12) }),
    problems: new ProblemLog(),
    unsupported: new Unsupported(),
    traceRoots: new TraceRoots(),
    faults: new FaultRules(),
    stubs: new StubAnswers(),
    id: createUuids(),
    random,
    ownConnections: new OwnConnections(portOf(parts.origin)),
    owned: new Map(),
  };
}

function portOf(origin: string): number {
  const { protocol, port } = new URL(origin);
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
