// The lines that the platform writes into a function's log: START, END, REPORT and their JSON counterparts. Pure.

import type { DebuggerState } from '#runtime-init/debugging';
import { type ErrorBody, seconds } from '#runtime-init/errors';
import type { ExtensionNotice } from '#runtime-init/extensions/extension';
import type { Invocation, InvokeReport } from '#runtime-init/invocation';
import { reportRecord, statusOf } from './platform-records.ts';

export type LogFormat = 'Text' | 'JSON';

export const eventLine = (timeMs: number, type: string, record: object) =>
  JSON.stringify({ time: new Date(timeMs).toISOString(), type, record });

export function startLine(
  format: LogFormat,
  timeMs: number,
  { requestId, tenantId }: Pick<Invocation, 'requestId' | 'tenantId'>,
  version: string,
): string {
  if (format === 'JSON') return eventLine(timeMs, 'platform.start', { requestId, version, ...(tenantId !== undefined && { tenantId }) });
  return `START RequestId: ${requestId} Version: ${version}`;
}

const DEBUGGER_LINES = {
  awaited: 'waits for a debugger',
  attached: 'a debugger is attached',
  gone: 'the debugger is gone with the process',
} as const;

/** Our own line: the cloud has no debuggers. */
export function debuggerLine(format: LogFormat, timeMs: number, { kind, address }: DebuggerState): string {
  if (format === 'JSON') return eventLine(timeMs, 'platform.debugger', { kind, address });
  const limits = kind === 'gone' ? '' : ': no time limit holds until the process ends, and the clock waits for its invocation';
  return `${DEBUGGER_LINES[kind]}${address === undefined ? '' : ` at ${address}`}${limits}`;
}

/** The line between START and END when the process ended or was ended. */
export function failureLine(format: LogFormat, timeMs: number, requestId: string, error: ErrorBody, timeoutMs: number): string | undefined {
  if (format === 'JSON') return undefined;
  if (error.errorType === 'Sandbox.Timedout')
    return `${new Date(timeMs).toISOString()} ${requestId} Task timed out after ${seconds(timeoutMs)} seconds\n`;
  return `${error.errorMessage}\n${error.errorType}`;
}

/** Reports an init phase that failed before the first invocation; a successful one appears in the first REPORT line. */
export function initReportLine(format: LogFormat, durationMs: number, status: 'error' | 'timeout', errorType: string): string | undefined {
  if (format === 'JSON') return undefined;
  const error = status === 'error' ? `\tError Type: ${errorType}` : '';
  return `INIT_REPORT Init Duration: ${durationMs.toFixed(2)} ms\tPhase: init\tStatus: ${status}${error}`;
}

/** END and REPORT, or the one JSON event in their place. */
export function reportLines(format: LogFormat, timeMs: number, report: InvokeReport): string[] {
  if (format === 'JSON') return [eventLine(timeMs, 'platform.report', reportRecord(report))];
  const status = statusOf(report.kind);
  const { requestId, durationMs, billedDurationMs, memorySizeMb, maxMemoryUsedMb, initDurationMs, errorType } = report;
  const parts = [
    `REPORT RequestId: ${requestId}`,
    `Duration: ${durationMs.toFixed(2)} ms`,
    `Billed Duration: ${billedDurationMs} ms`,
    `Memory Size: ${memorySizeMb} MB`,
    `Max Memory Used: ${maxMemoryUsedMb} MB`,
    ...(initDurationMs === undefined ? [] : [`Init Duration: ${initDurationMs.toFixed(2)} ms`]),
    ...(status === 'success' ? [] : [`Status: ${status}`]),
    ...(status === 'error' && errorType !== undefined ? [`Error Type: ${errorType}`] : []),
  ];
  return [`END RequestId: ${requestId}`, `${parts.join('\t')}\t`];
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function extensionLine(format: LogFormat, timeMs: number, notice: ExtensionNotice): string {
  const { name, state, events, errorType } = notice;
  if (format === 'JSON') return eventLine(timeMs, 'platform.extension', notice);
  return `EXTENSION\tName: ${name}\tState: ${state}\tEvents: [${events.join(',')}]${errorType ? `\tError Type: ${errorType}` : ''}`;
}

export function subscriptionLine(
  format: LogFormat,
  timeMs: number,
  api: 'telemetry' | 'logs',
  record: { readonly name: string; readonly state: string; readonly types: readonly string[] },
): string {
  if (format === 'JSON') return eventLine(timeMs, `platform.${api}Subscription`, record);
  return `${api.toUpperCase()}\tName: ${record.name}\tState: ${record.state}\tTypes: [${record.types.map(capital).join(', ')}]`;
}
