// A call of a target: its input and its outcome.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Pipe } from '#services/pipes/state';
import type { Problem } from './problem.ts';

export interface TargetEvent {
  /** The id of the source's record; undefined where an enrichment left it out. */
  readonly id: string | undefined;
  /** As the source or the enrichment gave it: dynamic parameters read it. */
  readonly event: string;
  /** The payload for the target: JSON or text. */
  readonly input: string;
}

export interface TargetResult {
  /** The request and its answer, for the log of the execution. */
  readonly awsRequest: object;
  readonly awsResponse?: unknown;
  /** Positions of the events that failed. */
  readonly failed: ReadonlySet<number>;
  /** Why, where any failed. */
  readonly problem?: Problem | undefined;
}

export interface TargetCall {
  readonly events: readonly TargetEvent[];
  readonly pipe: Frozen<Pipe>;
  /** The X-Ray header of the first record. */
  readonly traceHeader?: string | undefined;
}

/** @throws ParameterError for a dynamic parameter that leads nowhere */
export type InvokeTarget = (call: TargetCall, ctx: Ctx) => Promise<TargetResult>;

export const NONE: ReadonlySet<number> = new Set();
export const allOf = (events: readonly unknown[]): ReadonlySet<number> => new Set(events.keys());
