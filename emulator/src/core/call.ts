// A call: one operation of one service, asked by someone.

import type { Principal, ServicePrincipal } from './principal.ts';

/** What causes what: one id for everything that follows from one request, and how deep it went. */
export interface Trace {
  readonly id: string;
  readonly depth: number;
}

/** What only requests over HTTP have. Handlers use it where a service's semantics need it (checksum trailers, presigned access). */
export interface HttpFacts {
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Trailers of the body; complete once the body was read to its end. */
  trailers(): Readonly<Record<string, string>>;
  readonly presigned: boolean;
  /**
   * Verifies the signature of an upload form, where that is asked for.
   * @throws Fault SignatureDoesNotMatch, InvalidAccessKeyId, … in the words of object storage
   */
  verifyForm(fields: ReadonlyMap<string, string>): Promise<void>;
}

/** The one who waits for the answer: shared by all calls of one request, so that its signal is made only when somebody listens to it. */
export interface Caller {
  /** Aborted when the caller has gone or the emulator stops. */
  readonly signal: AbortSignal;
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
  /** Where the caller reached the emulator: `http://127.0.0.1:4566`. URLs in answers start with it. */
  readonly origin: string;
  readonly http?: HttpFacts | undefined;
  /** The X-Ray header of what caused it, where that is known: chains of functions are followed by it. */
  readonly traceHeader?: string | undefined;
  readonly caller: Caller;
  /** Does not wait for the disk. Only for callers that acknowledge nothing before a later write, which reaches the disk together with this one. */
  readonly unflushed?: boolean | undefined;
}

/** Runs a call; rejects with a Fault when the service refuses it. */
export type Dispatch = (call: Call) => Promise<unknown>;

export interface CallOptions {
  /** The service principal that calls; without it the caller's own principal goes on. */
  readonly as?: ServicePrincipal | undefined;
  /** The role that a service acts in (its ARN): identity policies decide, so resource policies are not asked. */
  readonly withRole?: string | undefined;
  /** The X-Ray header that goes on. */
  readonly traceHeader?: string | undefined;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
  /** Not to wait for the disk: what the caller writes about the outcome in the same turn is kept together with it. */
  readonly unflushed?: boolean | undefined;
}
