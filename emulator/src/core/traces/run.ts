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
  /** ARN of the other resource that it concerns: the dead-letter queue, the target. */
  readonly target?: string | undefined;
  /** Names what was attempted, besides the `requestId`: ids of messages. A later failure with one of them belongs to the same problem. */
  readonly attempts?: readonly string[] | undefined;
  /** The service that writes the line; by default that of the context. */
  readonly service?: string | undefined;
}

export interface RecoveredRun {
  /** As it was reported with the failure: one of its `attempts`, or its request id. */
  readonly attempt: string;
  /** One sentence that says what has succeeded. */
  readonly text: string;
  readonly resource?: string | undefined;
  /** The request that sent it, if that is not the one of the context. */
  readonly trace?: string | undefined;
}
