// Redrive: an execution that failed, timed out or was stopped goes on from the states that did not succeed.
import { fault, operation } from '#model/states';
import { executionArn } from '#services/states/arns';
import { runnableOf } from '#services/states/definitions';
import { limitTime } from '#services/states/running/keep-times';
import { writeTurn } from '#services/states/running/run-turn';
import type { ExecutionRecord } from '#services/states/state';
import { findExecution } from './find-execution.ts';

const DAY_MS = 86_400_000;
const REDRIVE_DAYS = 14;
/** Limit: days after the start in which an execution can be redriven. */
const MAX_OPEN_DAYS = 365;
/** Limit: events of an execution that can be redriven, exclusive. */
const MAX_REDRIVEN_EVENTS = 24_999;

/** Why the execution cannot be redriven, in the service's words (recorded for those that run or succeeded). */
function redriveProblem({ state, startMs, stopMs = 0 }: ExecutionRecord, nowMs: number): string | undefined {
  if (state.status === 'RUNNING' || state.status === 'SUCCEEDED') return `Execution is ${state.status} and cannot be redriven`;
  if (nowMs - stopMs > REDRIVE_DAYS * DAY_MS) return `Execution was closed more than ${REDRIVE_DAYS} days ago and cannot be redriven`;
  if (nowMs - startMs > MAX_OPEN_DAYS * DAY_MS) return 'Execution was started more than a year ago and cannot be redriven';
  if (state.events >= MAX_REDRIVEN_EVENTS) return 'Execution has too many history events and cannot be redriven';
  return undefined;
}

export function redriveState(record: ExecutionRecord, nowMs: number) {
  const redriveStatusReason = redriveProblem(record, nowMs);
  if (redriveStatusReason !== undefined) return { redriveStatus: 'NOT_REDRIVABLE' as const, redriveStatusReason };
  return { redriveStatus: record.mapRun ? ('REDRIVABLE_BY_MAP_RUN' as const) : ('REDRIVABLE' as const) };
}

export const RedriveExecution = operation('RedriveExecution', async ({ executionArn: arn, clientToken }, ctx) => {
  const found = findExecution(arn, ctx);
  const runnable = await runnableOf(found.revisionId, ctx);
  const record = findExecution(arn, ctx);
  const { machine, name, state, redriveMs = 0 } = record;
  // The same token names the same redrive.
  if (clientToken !== undefined && record.redriveToken === clientToken) return { redriveDate: new Date(redriveMs) };
  const problem = record.mapRun ? 'Execution is a child of a Map Run and can only be redriven with it' : redriveProblem(record, ctx.now());
  if (problem !== undefined) throw fault('ExecutionNotRedrivable', `${problem}: '${executionArn(machine, name, ctx)}'`);
  const redriveCount = record.redriveCount + 1;
  const now = ctx.now();
  const redriven: ExecutionRecord = {
    ...{ ...record, stopMs: undefined, redriveCount, redriveMs: now, redriveToken: clientToken },
    state: { ...state, status: 'RUNNING' },
  };
  ctx.write((tx) => {
    const after = writeTurn(redriven, { kind: 'redrive', redriveCount }, runnable, tx, ctx);
    limitTime(after, runnable.machine, tx, ctx);
  });
  return { redriveDate: new Date(now) };
});
