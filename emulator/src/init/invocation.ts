// What goes into an environment and what comes out of it: one invocation, its outcome, its report, its log.
// Shared by the init program and by whoever hands out invocations, so it depends on nothing.

export interface Invocation {
  readonly requestId: string;
  readonly payload: Uint8Array;
  readonly invokedFunctionArn: string;
  /** `Root=…;Parent=…;Sampled=…` */
  readonly traceId?: string | undefined;
  /** The JSON text, already decoded from base64. */
  readonly clientContext?: string | undefined;
  /** The JSON text that describes who called through a mobile SDK. */
  readonly cognitoIdentity?: string | undefined;
  readonly tenantId?: string | undefined;
  /**
   * Epoch milliseconds at which the invocation ends in any case. Leave it out: then it is the function's timeout, counted from the moment
   * at which the environment is initialised (as in the cloud, where the init phase has 10 seconds of its own).
   */
  readonly deadlineMs?: number | undefined;
  /** Called with each piece of a streamed response as it arrives; the outcome's `body` is then empty and up to 200 MB may pass. */
  readonly onChunk?: ((chunk: Uint8Array, contentType: string) => void) | undefined;
}

/** What the caller of a function gets. Everything but `response` is an `Unhandled` function error with a JSON body. */
export type InvokeOutcome =
  | { readonly kind: 'response'; readonly body: Uint8Array; readonly contentType: string; readonly streaming: boolean }
  | {
      /** `error`: posted by the runtime. `exit`: the process ended. `stopped`: the environment was stopped by us meanwhile. */
      readonly kind: 'error' | 'exit' | 'timeout' | 'oversize' | 'stopped';
      /** `{ errorType, errorMessage, … }` in the cloud's own form. */
      readonly body: Uint8Array;
      readonly errorType: string;
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
  /** `platform`: START, END, REPORT and their like, written by us. */
  readonly source: 'function' | 'extension' | 'platform';
  /** Epoch milliseconds. */
  readonly timeMs: number;
  /** `TRACE` … `FATAL`, where the runtime told. */
  readonly level?: string | undefined;
  /** The invocation during which it was written; absent in the init phase. */
  readonly requestId?: string | undefined;
  /** Without a line break at its end. */
  readonly text: string;
}

/** `response` settles as soon as the runtime has answered; `done` once the environment is free again and its log is complete. Neither rejects. */
export interface InvokeHandle {
  readonly response: Promise<InvokeOutcome>;
  readonly done: Promise<InvokeReport>;
}
