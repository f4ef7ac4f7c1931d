// Removes the map runs of an execution that is kept no longer.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { revisions } from '#services/states/state';
import { mapInputs, mapResults, mapRuns, mapRunsOfExecutions } from './records.ts';

/** Their children are executions, which go by their own ends. */
export function forgetMapRuns(executionId: string, tx: Tx, ctx: Ctx): void {
  const runs = ctx.records(mapRunsOfExecutions);
  const [inputs, results] = [ctx.records(mapInputs), ctx.records(mapResults)];
  for (const [key, { id }] of runs.entries([executionId])) {
    const run = ctx.records(mapRuns).get([id]);
    if (run?.isExpress) tx.delete(ctx.records(revisions), [run.revisionId]);
    tx.delete(ctx.records(mapRuns), [id]);
    for (const input of inputs.keys([id])) tx.delete(inputs, input);
    for (const result of results.keys([id])) tx.delete(results, result);
    tx.delete(runs, key);
  }
}
