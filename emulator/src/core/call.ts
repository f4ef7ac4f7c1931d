// A call: one operation of one service, requested by a principal.

import type { Tone } from '#lib/message';
import type { Principal, ServicePrincipal } from './principal.ts';

/** The causal chain: one id for everything that follows from one request, and the depth of nested calls. */
export interface Trace {
  readonly id: string;
  readonly depth: number;
}

/** Facts of requests over HTTP only. Handlers use them where a service's semantics need them (checksum trailers, presigned access). */
export interface HttpFacts {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Trailers of the body; complete once the body was read to its end. */
  trailers(): Readonly<Record<string, string>>;
  readonly presigned: boolean;
  /** Adds a header to the answer, whatever it will be. */
  tell(header: string, value: string): void;
  /** The client's address: `127.0.0.1`, `::1`. */
  remoteAddress(): string;
  /**
   * Verifies the signature of an upload form, where the emulator verifies signatures.
   * @throws Fault SignatureDoesNotMatch, InvalidAccessKeyId, … in the words of object storage
   */
  verifyForm(fields: ReadonlyMap<string, string>): Promise<void>;
}

/** The client behind a request: one object for all calls of the request, so that its signal is made only when something listens to it. */
export interface Caller {
  /** Aborted when the client has gone or the emulator stops. */
  readonly signal: AbortSignal;
}

/** An operation with its input. */
export type NamedCall = Pick<Call, 'service' | 'operation' | 'input'>;

/** A call that its caller may not make. */
export interface RefusedCall {
  readonly operation: string;
  /** The refusal of the service. */
  readonly text: string;
  readonly remedy: string | undefined;
}

export interface Call {
  readonly service: string;
  readonly operation: string;
  readonly input: object;
  readonly account: string;
  readonly region: string;
  readonly principal: Principal;
  readonly requestId: string;
  readonly trace: Trace;
  /** The address by which the client reached the emulator: `http://127.0.0.1:4566`. URLs in answers start with it. */
  readonly origin: string;
  readonly http?: HttpFacts | undefined;
  /** The X-Ray header of the cause, where it is known: it links functions that call each other. */
  readonly traceHeader?: string | undefined;
  readonly caller: Caller;
  /** Does not wait for the disk. Only for callers that acknowledge nothing before a later write, which reaches the disk together with this one. */
  readonly unflushed?: boolean | undefined;
  /** Part of the machinery (a function's log is written, a role is taken): logged only where DEBUG enables the service, with all calls below. */
  readonly isPlumbing?: boolean | undefined;
  /** A service makes the call in the name of its own caller, whose request was judged: nobody is judged twice. */
  readonly isInner?: true | undefined;
  /** A service sends something in the name of its principal, who has not been judged: the calls that send it are. */
  readonly isActing?: true | undefined;
  /** As in `CallOptions`. */
  readonly mayRest?: boolean | undefined;
  /** As in `CallOptions`. */
  readonly calledVia?: string | undefined;
}

/** The outcome of a call that did not fail, in its log line. */
export interface CallOutcome {
  readonly text: () => string;
  readonly tone?: Tone | undefined;
  /** As `FaultOptions.remedy`. */
  readonly remedy?: string | undefined;
}

/** Runs a call; rejects with a Fault when the service refuses it. */
export type Dispatch = (call: Call) => Promise<unknown>;

export interface CallOptions {
  /** The service principal that calls; where absent, the caller's own principal is passed on. */
  readonly as?: ServicePrincipal | undefined;
  /** ARN of the role that the service acts in: identity policies decide then, so resource policies are not checked. */
  readonly withRole?: string | undefined;
  /** The service needs no permission of the role for this: what a mapping has read, it invokes its function with by right. */
  readonly isByRight?: true | undefined;
  /** The X-Ray header that is passed on. */
  readonly traceHeader?: string | undefined;
  /** By default a new one. */
  readonly requestId?: string | undefined;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  /** Do not wait for the disk: what the caller writes about the outcome in the same turn reaches it together with the call's writes. */
  readonly unflushed?: boolean | undefined;
  /** Part of the machinery (a function's log is written, a role is taken): logged only where DEBUG enables the service, with all calls below. */
  readonly isPlumbing?: boolean | undefined;
  /** The caller is one piece of counted work that only waits for this call: while the call rests (`ctx.rest`), the work is not under way. */
  readonly mayRest?: boolean | undefined;
  /** The full service principal of the service that calls in the client's name. It may give tags whose keys are kept for it. */
  readonly calledVia?: string | undefined;
}
