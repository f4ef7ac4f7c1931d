// Bodies and sentences for failures that the runtime itself could not report, worded as the cloud words them.

import { table } from '#lib/table';
import type { ExitInfo } from './process/process.ts';

export interface ErrorBody {
  readonly errorType: string;
  readonly errorMessage: string;
}

/** Signal names as Go prints them, because the cloud's messages contain them. */
const SIGNAL_NAMES: Readonly<Record<string, string>> = table({
  SIGABRT: 'aborted',
  SIGBUS: 'bus error',
  SIGFPE: 'floating point exception',
  SIGHUP: 'hangup',
  SIGILL: 'illegal instruction',
  SIGINT: 'interrupt',
  SIGKILL: 'killed',
  SIGPIPE: 'broken pipe',
  SIGQUIT: 'quit',
  SIGSEGV: 'segmentation fault',
  SIGTERM: 'terminated',
  SIGTRAP: 'trace/breakpoint trap',
});

/** `Runtime exited with error: exit status 1` */
export function describeExit({ code, signal, error }: ExitInfo): string {
  if (error !== undefined) return error.startsWith('fork/exec ') ? error : `Couldn't find valid bootstrap(s): ${error}`;
  if (signal !== undefined) return `Runtime exited with error: signal: ${SIGNAL_NAMES[signal] ?? signal}`;
  return code ? `Runtime exited with error: exit status ${code}` : 'Runtime exited without providing a reason';
}

const withRequest = (requestId: string | undefined, sentence: string) =>
  requestId === undefined ? `Error: ${sentence}` : `RequestId: ${requestId} Error: ${sentence}`;

export const exitError = (exit: ExitInfo, requestId?: string): ErrorBody => ({
  errorType: exit.error === undefined ? 'Runtime.ExitError' : 'Runtime.InvalidEntrypoint',
  errorMessage: withRequest(requestId, describeExit(exit)),
});

export const seconds = (timeoutMs: number) => (timeoutMs / 1000).toFixed(2);

export const timeoutError = (timeoutMs: number, requestId: string): ErrorBody => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: withRequest(requestId, `Task timed out after ${seconds(timeoutMs)} seconds`),
});

/** Limit: bytes of a function's response: 6 MB and 100 bytes. */
export const MAX_RESPONSE_BYTES = 6_291_556;
/** Limit: bytes of a streamed response that is passed on piece by piece. */
export const MAX_STREAMED_BYTES = 200 * 1024 * 1024;

export const oversizeError = (limitBytes: number): ErrorBody => ({
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `Response payload size exceeded maximum allowed payload size (${limitBytes} bytes).`,
});

export const stoppedError = (requestId: string): ErrorBody => ({
  errorType: 'Sandbox.Stopped',
  errorMessage: withRequest(requestId, 'The execution environment was stopped before the function answered.'),
});

const ACCEPTED_ERROR_TYPE = /^(Runtime|Function)\.[A-Z][a-zA-Z]+$/;

/** The error type in the runtime's header where the platform accepts it, else the one in the body, else unknown. */
export function errorTypeOf(header: string | undefined, body: Uint8Array): string {
  if (header !== undefined && ACCEPTED_ERROR_TYPE.test(header)) return header;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString());
    const named = typeof parsed === 'object' && parsed !== null && 'errorType' in parsed ? parsed.errorType : undefined;
    if (typeof named === 'string' && named !== '') return named;
  } catch {
    // Not JSON: only the header is left.
  }
  return header?.startsWith('Function.') ? 'Function.Unknown' : 'Runtime.Unknown';
}

export const encodeError = (error: ErrorBody): Uint8Array => Buffer.from(JSON.stringify(error));
