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
  /** When the next attempt begins, in milliseconds since 1970. */
  readonly nextMs: number | undefined;
}

/** An event of a bus; the event log knows more about it, while it keeps the event. */
export interface EventStep extends Step {
  readonly kind: 'event';
  readonly eventId: string;
}

export type TraceStep = CallStep | DeliveryStep | EventStep;

/** A request with everything that followed from it, in the order in which it began. */
export interface Trace {
  readonly id: string;
  readonly steps: readonly TraceStep[];
}

/** Whether the step says that something went wrong. */
export const isProblem = (step: TraceStep): boolean =>
  step.kind === 'call' ? step.failed : step.kind === 'delivery' && step.outcome !== 'delivered' && step.outcome !== 'postponed';
