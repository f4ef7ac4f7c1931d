// The records of the platform's telemetry events, which the JSON log lines also use. Pure.

import type { Invocation, InvokeOutcome, InvokeReport } from '#runtime-init/invocation';

type Status = 'success' | 'error' | 'timeout';

const STATUSES: Record<InvokeReport['kind'], Status> = {
  response: 'success',
  error: 'success',
  oversize: 'success',
  exit: 'error',
  stopped: 'error',
  timeout: 'timeout',
};

export const statusOf = (kind: InvokeReport['kind']): Status => STATUSES[kind];

const round = (ms: number) => Math.round(ms * 1000) / 1000;

export const reportRecord = (report: InvokeReport) => {
  const { requestId, durationMs, billedDurationMs, memorySizeMb, maxMemoryUsedMb, initDurationMs, errorType } = report;
  const status = statusOf(report.kind);
  return {
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
  };
};

/** `init`: ahead of the first invocation; `invoke`: within an invocation. */
export type InitPhase = 'init' | 'invoke';
const INITIALIZATION_TYPE = 'on-demand';

export const initReportRecord = (phase: InitPhase, durationMs: number, status: Status, errorType: string) => ({
  initializationType: INITIALIZATION_TYPE,
  phase,
  status,
  ...(status === 'error' ? { errorType } : {}),
  metrics: { durationMs: round(durationMs) },
});

export const initStartRecord = (
  phase: InitPhase,
  { functionName, functionVersion, memoryMb }: { functionName: string; functionVersion: string; memoryMb: number },
) => ({ initializationType: INITIALIZATION_TYPE, phase, functionName, functionVersion, instanceMaxMemory: memoryMb * 1024 ** 2 });

export const initRuntimeDoneRecord = (phase: InitPhase, status: Status, errorType: string) => ({
  initializationType: INITIALIZATION_TYPE,
  phase,
  status,
  ...(status === 'error' ? { errorType } : {}),
});

const tracingOf = (traceId: string | undefined) => (traceId ? { tracing: { type: 'X-Amzn-Trace-Id', value: traceId } } : {});

export const startRecord = ({ requestId, traceId }: Invocation, version: string) => ({ requestId, version, ...tracingOf(traceId) });

export const runtimeDoneRecord = ({ requestId, traceId }: Invocation, outcome: InvokeOutcome, durationMs: number) => ({
  requestId,
  // Unlike the report, it calls an error that the function returned an error.
  status: outcome.kind === 'error' ? 'error' : statusOf(outcome.kind),
  ...(outcome.kind === 'response' ? {} : { errorType: outcome.reportedType ?? outcome.errorType }),
  metrics: { durationMs: round(durationMs), producedBytes: outcome.body.length },
  ...tracingOf(traceId),
});
