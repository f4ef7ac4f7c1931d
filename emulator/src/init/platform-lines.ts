// The lines that the platform itself writes into a function's log: START, END, REPORT and their JSON twins.

import { type ErrorBody, seconds } from './errors.ts';
import type { InvokeReport } from './invocation.ts';

export type LogFormat = 'Text' | 'JSON';

const event = (timeMs: number, type: string, record: object) => JSON.stringify({ time: new Date(timeMs).toISOString(), type, record });

export function startLine(format: LogFormat, timeMs: number, requestId: string, version: string): string {
  if (format === 'JSON') return event(timeMs, 'platform.start', { requestId, version });
  return `START RequestId: ${requestId} Version: ${version}`;
}

/** What stands between START and END when the process ended or was ended. */
export function failureLine(format: LogFormat, timeMs: number, requestId: string, error: ErrorBody, timeoutMs: number): string | undefined {
  if (format === 'JSON') return undefined;
  if (error.errorType === 'Sandbox.Timedout')
    return `${new Date(timeMs).toISOString()} ${requestId} Task timed out after ${seconds(timeoutMs)} seconds\n`;
  return `${error.errorMessage}\n${error.errorType}`;
}

/** A failed init phase before the first invocation; a good one is told by the first REPORT line. */
export function initReportLine(
  format: LogFormat,
  timeMs: number,
  durationMs: number,
  status: 'error' | 'timeout',
  errorType: string,
): string {
  if (format === 'JSON')
    return event(timeMs, 'platform.initReport', {
      initializationType: 'on-demand',
      phase: 'init',
      status,
      ...(status === 'error' ? { errorType } : {}),
      metrics: { durationMs: round(durationMs) },
    });
  const error = status === 'error' ? `\tError Type: ${errorType}` : '';
  return `INIT_REPORT Init Duration: ${durationMs.toFixed(2)} ms\tPhase: init\tStatus: ${status}${error}`;
}

const statuses: Record<InvokeReport['kind'], string> = {
  response: 'success',
  error: 'success',
  oversize: 'success',
  exit: 'error',
  stopped: 'error',
  timeout: 'timeout',
};

const round = (ms: number) => Math.round(ms * 1000) / 1000;

/** END and REPORT, or their one JSON event. */
export function reportLines(format: LogFormat, timeMs: number, report: InvokeReport): string[] {
  const status = statuses[report.kind];
  const { requestId, durationMs, billedDurationMs, memorySizeMb, maxMemoryUsedMb, initDurationMs, errorType } = report;
  if (format === 'JSON')
    return [
      event(timeMs, 'platform.report', {
        requestId,
        metrics: {
          durationMs: round(durationMs),
          billedDurationMs,
          memorySizeMB: memorySizeMb,
          maxMemoryUsedMB: maxMemoryUsedMb,
          ...(initDurationMs === undefined ? {} : { initDurationMs: round(initDurationMs) }),
        },
        status,
        ...(status === 'error' && errorType !== undefined ? { errorType } : {}),
      }),
    ];
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
