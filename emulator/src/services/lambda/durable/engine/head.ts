// The head of a durable execution: everything about it besides its operations and its history.
import type { Trace } from '#core/call';
import type { Frozen } from '#core/records';
import type { ErrorObject } from '#model/lambda';
import type { Data } from './operation.ts';

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'STOPPED' | 'TIMED_OUT';

/** An invocation of the function for the execution. */
export interface CurrentInvocation {
  /** Its request id; undefined until it begins. */
  readonly id?: string | undefined;
  readonly startMs?: number | undefined;
}

/** The last checkpoint, which a client may send again. */
export interface LastCheckpoint {
  readonly clientToken: string;
  /** The checkpoint token that it consumed. */
  readonly token: string;
  /** The token of its answer; undefined where it closed the execution. */
  readonly next: string | undefined;
  /** Ids of the operations in its answer. */
  readonly answered: readonly string[];
  readonly atMs: number;
}

export interface HeadRecord {
  readonly id: string;
  readonly name: string;
  readonly functionName: string;
  /** 0 is `$LATEST`, whose code may change while the execution runs. */
  readonly version: number;
  readonly traceId: string;
  /** The trace of the request that began it. */
  readonly trace?: Trace | undefined;
  readonly tenantId?: string | undefined;
  readonly clientContext?: string | undefined;
  readonly kmsKeyArn?: string | undefined;
  /** Started by an asynchronous invocation: a failure goes to the function's dead-letter queue. */
  readonly isEvent: boolean;
  /** The chained invocation that started it, in the same account and region. */
  readonly parent?: { readonly id: string; readonly operationId: string } | undefined;
  readonly startMs: number;
  readonly timeoutS: number;
  readonly retentionDays: number;
  readonly status: ExecutionStatus;
  readonly endMs?: number | undefined;
  readonly result?: Data | undefined;
  readonly error?: ErrorObject | undefined;
  /** Number of operations, and of events. */
  readonly operations: number;
  readonly events: number;
  /** Operations that wait for a time, an answer or another function. */
  readonly pending: number;
  /** Operations with a time at which something happens to them. */
  readonly timed: number;
  /** Bytes of payloads written. */
  readonly bytes: number;
  /** Number of checkpoints: part of the checkpoint token. */
  readonly checkpoints: number;
  /** Ids of operations that changed since the function last saw them. */
  readonly unseen: readonly string[];
  /** The invocation under way, or about to begin. */
  readonly invocation?: CurrentInvocation | undefined;
  /** Number of invocations begun. */
  readonly turns: number;
  /** Consecutive invocations that ended in a function error. */
  readonly failures: number;
  readonly failingSinceMs?: number | undefined;
  /** Consecutive invocations that could not begin. */
  readonly throttles: number;
  /** When the function is invoked again after an error. */
  readonly retryMs?: number | undefined;
  readonly lastCheckpoint?: LastCheckpoint | undefined;
}

export type Head = Frozen<HeadRecord>;

export const timeoutMsOf = ({ startMs, timeoutS }: Head): number => startMs + timeoutS * 1000;
