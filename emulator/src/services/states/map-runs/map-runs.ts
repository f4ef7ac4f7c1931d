// Map runs: described, listed, and changed while they run.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/states';
import { executionArn, machineArn, mapRunArn } from '#services/states/arns';
import { findExecution } from '#services/states/executions/find-execution';
import { findMapRun } from '#services/states/map-run-records/find-map-run';
import { type MapRun, type MapRunCounts, mapRuns, mapRunsOfExecutions } from '#services/states/map-run-records/records';
import { mapRunSignal } from '#services/states/map-run-records/start-map-run';
import { pageOfValues } from '#services/states/pages';

export const ListMapRuns = operation('ListMapRuns', (input, ctx) => {
  const { id } = findExecution(input.executionArn, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(mapRunsOfExecutions), [id], input);
  return { mapRuns: items.map(({ id: run }) => listed(ctx.records(mapRuns).get([run]) as MapRun, ctx)), nextToken };
});

function listed({ id, machine, execution, childMachine, startMs, stopMs }: MapRun, ctx: Ctx) {
  return {
    ...{ executionArn: executionArn(machine, execution, ctx), mapRunArn: mapRunArn(childMachine, id, ctx) },
    stateMachineArn: machineArn(childMachine, ctx),
    ...{ startDate: new Date(startMs), stopDate: stopMs === undefined ? undefined : new Date(stopMs) },
  };
}

export const DescribeMapRun = operation('DescribeMapRun', ({ mapRunArn: arn }, ctx) => {
  const run = findMapRun(arn, ctx);
  const { toleratedCount = 0, toleratedPercentage = 0, status, maxConcurrency, resultsWritten, redriveCount } = run;
  const { executionArn: execution, startDate, stopDate } = listed(run, ctx);
  return {
    ...{ mapRunArn: arn, executionArn: execution, status, startDate, stopDate, maxConcurrency },
    ...{ toleratedFailureCount: toleratedCount, toleratedFailurePercentage: toleratedPercentage },
    itemCounts: shownCounts(run.items, resultsWritten),
    executionCounts: shownCounts(run.executions, resultsWritten),
    redriveCount,
  };
});

function shownCounts({ total, running, succeeded, failed, timedOut, aborted }: MapRunCounts, resultsWritten: number) {
  const pending = total - running - succeeded - failed - timedOut - aborted;
  return { pending, running, succeeded, failed, timedOut, aborted, total, resultsWritten, failuresNotRedrivable: 0, pendingRedrive: 0 };
}

/** Changes count from now on: children that run already go on. */
export const UpdateMapRun = operation('UpdateMapRun', (input, ctx) => {
  const { mapRunArn: arn, maxConcurrency, toleratedFailureCount, toleratedFailurePercentage } = input;
  const run = findMapRun(arn, ctx);
  if ([maxConcurrency, toleratedFailureCount, toleratedFailurePercentage].every((value) => value === undefined))
    throw fault(
      'ValidationException',
      'At least one of maxConcurrency, toleratedFailureCount and toleratedFailurePercentage must be specified',
    );
  if (run.status !== 'RUNNING') throw fault('ValidationException', `Map Run is not running: '${arn}'`);
  ctx.write((tx) => {
    tx.put(ctx.records(mapRuns), [run.id], {
      ...run,
      maxConcurrency: maxConcurrency ?? run.maxConcurrency,
      toleratedCount: toleratedFailureCount ?? run.toleratedCount,
      toleratedPercentage: toleratedFailurePercentage ?? run.toleratedPercentage,
    });
    tx.after(() => ctx.wake(mapRunSignal(run.id)));
  });
  return {};
});
