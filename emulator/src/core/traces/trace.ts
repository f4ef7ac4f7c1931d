// The shapes in which the last requests are remembered and shown: each with the calls, deliveries and events that followed from it.

/** The outcome of an attempt to deliver. */
export type DeliveryOutcome = 'delivered' | 'retried' | 'postponed' | 'dead-lettered' | 'lost';

interface Step {
  /** The id of the request that everything followed from. */
  readonly trace: string;
  /** The emulator's time in milliseconds since 1970: of a call, when it ended. */
  readonly atMs: number;
  /** Grows with time, also where the emulator's clock stands: milliseconds, of a call when it began. */
  readonly order: number;
}

export interface CallStep extends Step {
  readonly kind: 'call';
  /** The id in the call's answer; the first call has that of the trace. */
  readonly requestId: string;
  readonly service: string;
  readonly operation: string;
  /** Name, ARN or URL, as the input has it. */
  readonly resource: string | undefined;
  /** A key's name, a service, a role; undefined for callers without a name. */
  readonly caller: string | undefined;
  readonly account: string;
  readonly region: string;
  /** 0 for the request itself. */
  readonly depth: number;
  readonly tookMs: number;
  readonly failed: boolean;
  /** Code and message of a failure; for a success a remark, if there is one. */
  readonly text: string | undefined;
  /** The command that allows a refused call, behind `To allow it: `. */
  readonly remedy: string | undefined;
}

export interface DeliveryStep extends Step {
  readonly kind: 'delivery';
  readonly targetArn: string;
  /** The resource that sent: a rule, a subscription, a function. */
  readonly from: string | undefined;
  readonly outcome: DeliveryOutcome;
  /** Deliveries that went together. */
  readonly count: number;
  /** `code: message` of the refusal. */
  readonly problem: string | undefined;
  /** The command that lets the target take it. */
  readonly remedy: string | undefined;
  /** When the next attempt begins, in milliseconds since 1970. */
  readonly nextMs: number | undefined;
}

/** An event of a bus; the event log knows more about it, while it keeps the event. */
export interface EventStep extends Step {
  readonly kind: 'event';
  readonly eventId: string;
}

/** Kinds of work that is no call of the API. `job`: an export, an import, a replay or a move. `problem`: a failure of something that has no run of its own, such as records that are given up. */
export const RUN_KINDS = ['function', 'request', 'execution', 'state', 'batch', 'deployment', 'reload', 'job', 'problem'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** A run of a function, a request to an API, an execution, a batch of a source: whatever does work and is no call of the API. */
export interface RunStep extends Step {
  readonly kind: 'run';
  readonly what: RunKind;
  /** ARN of the function, the API, the machine, the mapping, …, or its kind and name. */
  readonly resource: string;
  /** The work in a few words: `GET /orders → 200`. */
  readonly name: string | undefined;
  /** The id in the log lines of the run. */
  readonly requestId: string | undefined;
  readonly depth: number;
  readonly tookMs: number;
  readonly failed: boolean;
  /** Why it failed; for a success a remark, if there is one. */
  readonly text: string | undefined;
  /** The command that mends the failure. */
  readonly remedy: string | undefined;
}

export type TraceStep = CallStep | DeliveryStep | EventStep | RunStep;

/** A request with everything that followed from it, in the order in which it began. */
export interface Trace {
  readonly id: string;
  readonly steps: readonly TraceStep[];
}

/** Whether the step says that something went wrong. The ledger of problems tells whether somebody has to do something about it. */
export function isFailure(step: TraceStep): boolean {
  if (step.kind === 'delivery') return step.outcome !== 'delivered' && step.outcome !== 'postponed';
  return step.kind !== 'event' && step.failed;
}
