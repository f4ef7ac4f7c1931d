// The input and the result of an invocation.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Frozen } from '#core/records';
import type { FunctionRecord, Settings } from '#services/lambda/state';

export interface InvocationJob {
  readonly fn: Frozen<FunctionRecord>;
  readonly version: number;
  readonly settings: Frozen<Settings>;
  readonly invokedArn: string;
  readonly requestId: string;
  /** Further names of what is attempted, as of a failed run: several invocations may be attempts at the same. */
  readonly attempts?: readonly string[] | undefined;
  readonly payload: Uint8Array;
  readonly clientContext?: string | undefined;
  readonly traceId: string;
  readonly tenantId?: string | undefined;
  /** The answer should contain the end of the log. */
  readonly tail?: boolean | undefined;
  /** Receives a streamed answer piece by piece. The outcome's body is empty then. */
  readonly onChunk?: ((chunk: Uint8Array, contentType: string) => void) | undefined;
}

export interface InvocationResult {
  readonly outcome: InvokeOutcome;
  /** Why the function failed, in a few words: `TypeError: no table`, `timed out after 3 s`. */
  readonly failure?: string | undefined;
  readonly tail?: string;
}
