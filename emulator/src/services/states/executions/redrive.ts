// Redrive: an execution that failed, timed out or was stopped goes on from the states that did not succeed.
import { fault, operation } from '#model/states';
import { executionArn } from '#services/states/arns';
import { runnableOf } from '#services/states/definitions';
import { limitTime } from '#services/states/running/keep-times';
import { redriveProblem } from '#services/states/running/redrive-state';
import { writeTurn } from '#services/states/running/run-turn';
import type { ExecutionRecord } from '#services/states/state';
import { findExecution } from './find-execution.ts';

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
    ...{ ...record, stopMs: undefined, redriveCount, redriveMs: now, redriveToken: clientToken, trace: ctx.trace },
    state: { ...state, status: 'RUNNING' },
  };
  ctx.write((tx) => {
    const after = writeTurn(redriven, { kind: 'redrive', redriveCount }, runnable, tx, ctx);
    limitTime(after, runnable.machine, tx, ctx);
  });
  return { redriveDate: new Date(now) };
});
