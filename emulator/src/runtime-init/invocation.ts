// The input and output of an environment: one invocation, its outcome, its report, its log.
// Shared by the init program and by the code that hands out invocations, so it depends on nothing.

import type { DebuggerState } from './debugging.ts';

export interface Invocation {
  readonly requestId: string;
  readonly payload: Uint8Array;
  readonly invokedFunctionArn: string;
  /** `Root=…;Parent=…;Sampled=…` */
  readonly traceId?: string | undefined;
  /** The client context as JSON text, decoded from base64. */
  readonly clientContext?: string | undefined;
  /** JSON text that describes the identity of a caller through a mobile SDK. */
  readonly cognitoIdentity?: string | undefined;
  readonly tenantId?: string | undefined;
  /**
   * Epoch milliseconds at which the invocation must end. Where absent, the function's timeout applies, counted from the time at which the
   * environment is initialised (as in the cloud, where the init phase has 10 seconds of its own).
   */
  readonly deadlineMs?: number | undefined;
  /** Called with each piece of a streamed response; the outcome's `body` is empty then, and up to 200 MB may pass. */
  readonly onChunk?: ((chunk: Uint8Array, contentType: string) => void) | undefined;
}

/** The result for the caller of a function. Every kind except `response` is an `Unhandled` function error with a JSON body. */
export type InvokeOutcome =
  | { readonly kind: 'response'; readonly body: Uint8Array; readonly contentType: string; readonly streaming: boolean }
  | {
      /** `error`: posted by the runtime. `exit`: the process ended. `stopped`: the emulator stopped the environment. */
      readonly kind: 'error' | 'exit' | 'timeout' | 'oversize' | 'stopped';
      /** `{ errorType, errorMessage, … }` in the cloud's own form. */
      readonly body: Uint8Array;
      readonly errorType: string;
      /** In the report, where that has another one: the caller of a function that ran out of memory learns the signal alone. */
      readonly reportedType?: string | undefined;
    };

/** The figures of the REPORT line. */
export interface InvokeReport {
  readonly requestId: string;
  readonly kind: InvokeOutcome['kind'];
  readonly errorType?: string | undefined;
  readonly durationMs: number;
  readonly billedDurationMs: number;
  /** Present on the invocation that initialised the environment. */
  readonly initDurationMs?: number | undefined;
  readonly memorySizeMb: number;
  readonly maxMemoryUsedMb: number;
}

/** One log event. */
export interface LogRecord {
  /** `platform`: START, END, REPORT and similar lines, written by us. */
  readonly source: 'function' | 'extension' | 'platform';
  /** Epoch milliseconds. */
  readonly timeMs: number;
  /** `TRACE` … `FATAL`, where the runtime names it. */
  readonly level?: string | undefined;
  /** The invocation during which it was written; undefined in the init phase. */
  readonly requestId?: string | undefined;
  /** Without a trailing line break. */
  readonly text: string;
  /** On a platform line that says whether a debugger holds the process. */
  readonly debugger?: DebuggerState | undefined;
}

/** `response` settles as soon as the runtime has answered; `done` once the environment is free again and its log is complete. Neither rejects. */
export interface InvokeHandle {
  readonly response: Promise<InvokeOutcome>;
  readonly done: Promise<InvokeReport>;
}
