// Derives the caller's result and the invocation's report from the end of a phase. Pure.

import { type ErrorBody, encodeError, exitError, stoppedError, timeoutError } from './errors.ts';
import type { InvokeOutcome, InvokeReport } from './invocation.ts';
import type { ExitInfo } from './process/process.ts';

/** `ready`: the runtime asks for the next invocation. */
export type PhaseEnd = { readonly kind: 'ready' } | Failure;

export type Failure =
  | { readonly kind: 'timeout' | 'stopped' }
  | { readonly kind: 'error'; readonly body: Uint8Array; readonly errorType: string }
  | { readonly kind: 'exit'; readonly exit: ExitInfo }
  | { readonly kind: 'extension'; readonly errorType: string; readonly sentence: string };

/** The platform's error for a failure; undefined for an error that the runtime posted itself. */
export function errorOf(failure: Failure, requestId: string, timeoutMs: number): ErrorBody | undefined {
  if (failure.kind === 'error') return undefined;
  if (failure.kind === 'timeout') return timeoutError(timeoutMs, requestId);
  if (failure.kind === 'extension')
    return { errorType: failure.errorType, errorMessage: `RequestId: ${requestId} Error: ${failure.sentence}` };
  return failure.kind === 'exit' ? exitError(failure.exit, requestId) : stoppedError(requestId);
}

/** In REPORT lines and telemetry, as public logs of 2025 and 2026 have it; the line between START and END says `Runtime.ExitError`. */
const OUT_OF_MEMORY = 'Runtime.OutOfMemory';

/** For the report of an init phase. */
export function errorTypeOfEnd(end: PhaseEnd): string {
  if (end.kind === 'error' || end.kind === 'extension') return end.errorType;
  if (end.kind !== 'exit') return '';
  return end.exit.outOfMemory ? OUT_OF_MEMORY : exitError(end.exit).errorType;
}

export const statusOfEnd = ({ kind }: PhaseEnd): 'success' | 'timeout' | 'error' =>
  kind === 'ready' ? 'success' : kind === 'timeout' ? 'timeout' : 'error';

export function outcomeOf(failure: Failure, requestId: string, timeoutMs: number): InvokeOutcome {
  if (failure.kind === 'error') return failure;
  const error = errorOf(failure, requestId, timeoutMs) as ErrorBody;
  const outcome = {
    kind: failure.kind === 'extension' ? 'exit' : failure.kind,
    body: encodeError(error),
    errorType: error.errorType,
  } as const;
  return failure.kind === 'exit' && failure.exit.outOfMemory ? { ...outcome, reportedType: OUT_OF_MEMORY } : outcome;
}

export interface Measures {
  readonly requestId: string;
  readonly durationMs: number;
  readonly initDurationMs: number | undefined;
  readonly memoryMb: number;
  readonly peakBytes: number;
}

export function reportOf(outcome: InvokeOutcome, { requestId, durationMs, initDurationMs, memoryMb, peakBytes }: Measures): InvokeReport {
  const usedMb = Math.ceil(peakBytes / 1024 ** 2);
  return {
    requestId,
    kind: outcome.kind,
    errorType: outcome.kind === 'response' ? undefined : (outcome.reportedType ?? outcome.errorType),
    durationMs,
    billedDurationMs: Math.ceil(durationMs),
    initDurationMs,
    memorySizeMb: memoryMb,
    // A process killed for its memory was measured above its limit; pages of files take what room there is.
    maxMemoryUsedMb: Math.min(usedMb, memoryMb),
  };
}
