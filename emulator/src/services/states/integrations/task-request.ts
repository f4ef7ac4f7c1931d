// One call of a task, as the integrations receive it.
import type { InspectionData } from '#model/states';
import type { Json } from '#services/states/language/json';
import type { TaskTrace } from '#services/states/tracing/execution-trace';

/** A request over HTTP that a task made, and its answer. */
export type HttpTrace = Pick<InspectionData, 'request' | 'response'>;

/** Told what a request over HTTP was, and its answer. */
export interface HttpTracing {
  /** Tells what a connection adds to the request, too. */
  readonly revealsSecrets: boolean;
  note(trace: HttpTrace): void;
}

export interface TaskRequest {
  /** Without its suffix: `arn:aws:states:::lambda:invoke`. */
  readonly resource: string;
  readonly pattern: TaskPattern;
  readonly parameters: Json;
  /** Acts in this role. */
  readonly roleArn: string;
  /** The machine's role, where the task acts in one of its own. */
  readonly assumedFrom?: string | undefined;
  /** ARN of the execution. */
  readonly executionArn: string;
  /** The same for every attempt to make this call. */
  readonly requestId: string;
  /** The outcome is written in the turn of the answer: the effect of the call and the outcome reach the disk together. */
  readonly unflushed?: boolean | undefined;
  /** The task is one piece of counted work, which waits for this call alone (`CallOptions.mayRest`). */
  readonly mayRest?: boolean | undefined;
  readonly tracing?: HttpTracing | undefined;
  /** Where the execution has an X-Ray header. */
  readonly trace?: TaskTrace | undefined;
}

/** How the task ends: with the answer, with the end of the job that it began, or with a callback. */
export type TaskPattern = 'requestResponse' | 'sync' | 'sync:2' | 'waitForTaskToken';

const SUFFIX = /\.(sync(?::2)?|waitForTaskToken)$/;

export function readPattern(resource: string): { resource: string; pattern: TaskPattern } {
  const suffix = SUFFIX.exec(resource)?.[1] as TaskPattern | undefined;
  return suffix === undefined
    ? { resource, pattern: 'requestResponse' }
    : { resource: resource.slice(0, resource.length - suffix.length - 1), pattern: suffix };
}

/** A task failed with an error of its own. */
export class TaskFailure extends Error {
  readonly error: string;
  readonly reason: string;
  /** The command that allows the call. */
  readonly remedy: string | undefined;
  constructor(error: string, reason: string, remedy?: string) {
    super(reason);
    this.error = error;
    this.reason = reason;
    this.remedy = remedy;
  }
}
