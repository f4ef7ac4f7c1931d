// The facts that a service tells of a run: work that is no call of the API.
import type { RunKind } from './trace.ts';

export interface Run {
  readonly what: RunKind;
  /** ARN of the function, the API, the machine, …, or its kind and name. */
  readonly resource: string;
  /** The work in a few words: `GET /orders → 200`. */
  readonly name?: string | undefined;
  /** The id in its log lines. */
  readonly requestId?: string | undefined;
  /** When it began: performance.now(). By default now. */
  readonly startedMs?: number | undefined;
  /** Its depth in the trace: by default that of the context. Work that a call runs within itself is one deeper. */
  readonly depth?: number | undefined;
  /** Reason of a failure where the ledger has its `cause` already; for a success a remark. */
  readonly text?: string | undefined;
}

export interface FailedRun extends Run {
  /** The root cause in one sentence, with its full message. By default the text of the message. */
  readonly cause?: string | undefined;
  /** The first lines of a stack. */
  readonly lines?: readonly string[] | undefined;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
  /** The log group that has more. */
  readonly logGroup?: string | undefined;
  /** Traces of the earlier requests that sent what failed. */
  readonly sentBy?: readonly string[] | undefined;
}
