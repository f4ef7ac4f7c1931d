// Whether an execution can be redriven, as descriptions and events tell it.
import type { ExecutionRecord } from '#services/states/state';

const DAY_MS = 86_400_000;
const REDRIVE_DAYS = 14;
/** Limit: days after the start in which an execution can be redriven. */
const MAX_OPEN_DAYS = 365;
/** Limit: events of an execution that can be redriven, exclusive. */
const MAX_REDRIVEN_EVENTS = 24_999;

/** The reason why the execution cannot be redriven, in the service's words (recorded for executions that run or succeeded). */
export function redriveProblem({ state, startMs, stopMs = 0 }: ExecutionRecord, nowMs: number): string | undefined {
  if (state.status === 'RUNNING' || state.status === 'SUCCEEDED') return `Execution is ${state.status} and cannot be redriven`;
  if (nowMs - stopMs > REDRIVE_DAYS * DAY_MS) return `Execution was closed more than ${REDRIVE_DAYS} days ago and cannot be redriven`;
  if (nowMs - startMs > MAX_OPEN_DAYS * DAY_MS) return 'Execution was started more than a year ago and cannot be redriven';
  if (state.events >= MAX_REDRIVEN_EVENTS) return 'Execution has too many history events and cannot be redriven';
  return undefined;
}

export interface RedriveState {
  readonly redriveStatus: 'REDRIVABLE' | 'NOT_REDRIVABLE' | 'REDRIVABLE_BY_MAP_RUN';
  readonly redriveStatusReason?: string | undefined;
}

export function redriveState(record: ExecutionRecord, nowMs: number): RedriveState {
  const redriveStatusReason = redriveProblem(record, nowMs);
  if (redriveStatusReason !== undefined) return { redriveStatus: 'NOT_REDRIVABLE', redriveStatusReason };
  return { redriveStatus: record.mapRun ? 'REDRIVABLE_BY_MAP_RUN' : 'REDRIVABLE' };
}
