// The shape in which a failure that no caller handles is remembered and shown.
import type { FailedRun } from '#core/traces/run';
import type { RunKind } from '#core/traces/trace';

/** A failure that followed from a problem: an answer 502, a message that went to a dead-letter queue, an execution that failed. */
export interface Consequence {
  /** The emulator's time in milliseconds since 1970. */
  readonly atMs: number;
  /** Code of the message, or of the refusal. */
  readonly code: string;
  readonly text: string;
  /** ARN, or kind and name. */
  readonly resource: string | undefined;
  /** As of a problem. */
  readonly target: string | undefined;
}

export interface Problem {
  /** Grows with each problem of this emulator. */
  readonly number: number;
  /** The emulator's time of its last occurrence, in milliseconds since 1970. */
  readonly atMs: number;
  /** The request from which it followed. */
  readonly trace: string;
  /** The id in the log lines of the run that failed. */
  readonly requestId: string | undefined;
  /** The kind of the failed thing: a call of the API, a delivery, or a run. */
  readonly what: RunKind | 'call' | 'delivery';
  /** Code of the message (`FUNCTION_FAILED`), or of the refusal (`AccessDenied`). */
  readonly code: string;
  /** The root cause in one sentence, with its full message: at most 2,000 characters. */
  readonly cause: string;
  /** Further lines that tell where it happened: the first lines of a stack, at most 8. */
  readonly lines: readonly string[];
  /** ARN of the failed thing, or its kind and name; for a delivery those of its sender. */
  readonly resource: string | undefined;
  /** ARN of the other resource that it concerns: the target of a delivery, a dead-letter queue. */
  readonly target: string | undefined;
  /** The command that mends it. */
  readonly remedy: string | undefined;
  /** The log group that has more. */
  readonly logGroup: string | undefined;
  /** Whether a later attempt succeeded: nothing is lost, and nobody need do anything. */
  readonly recovered: boolean;
  /** How often it happened in this trace: a retried invocation fails several times. */
  readonly count: number;
  /** The failures that followed, in order: at most 20. */
  readonly consequences: readonly Consequence[];
  /** Earlier requests that sent what failed here: the message of a queue, the record of a stream. At most 10. */
  readonly sentBy: readonly string[];
}

/** A problem as it is reported. Depth and start tell which of two failures of a trace is the cause of the other. */
export interface ReportedProblem
  extends Pick<Problem, 'atMs' | 'trace' | 'what' | 'code' | 'cause' | 'resource'>,
    Pick<FailedRun, 'requestId' | 'lines' | 'remedy' | 'logGroup' | 'sentBy' | 'target' | 'attempts'> {
  /** Depth of what failed in its trace. */
  readonly depth: number;
  /** When what failed began: performance.now(). */
  readonly startedMs: number;
}

/** A later attempt at what had failed has succeeded. */
export interface Recovery {
  readonly trace: string;
  /** As it was reported with the failure. */
  readonly attempt: string;
  readonly atMs: number;
  readonly text: string;
  readonly resource?: string | undefined;
}
