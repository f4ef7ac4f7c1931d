// What an invocation needs, and what it leads to.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Frozen } from '#core/records';
import type { FunctionRecord, Settings } from '#services/lambda/state';

export interface InvocationJob {
  readonly fn: Frozen<FunctionRecord>;
  readonly version: number;
  readonly settings: Frozen<Settings>;
  readonly invokedArn: string;
  readonly requestId: string;
  readonly payload: Uint8Array;
  readonly clientContext?: string | undefined;
  readonly traceId: string;
  readonly tenantId?: string | undefined;
  /** The end of the log is wanted with the answer. */
  readonly tail?: boolean | undefined;
  /** Gets a streamed answer piece by piece; the outcome's body is empty then. */
  readonly onChunk?: ((chunk: Uint8Array, contentType: string) => void) | undefined;
}

export interface InvocationResult {
  readonly outcome: InvokeOutcome;
  readonly tail?: string;
}
