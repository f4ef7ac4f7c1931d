// Notes in a map run's record that one of its children has ended.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { inputAt, itemsIn } from './map-inputs.ts';
import { type MapResult, type MapRun, type MapRunCounts, mapChildren, mapResults, mapRuns } from './records.ts';
import { mapRunSignal } from './start-map-run.ts';

const COUNTED = { SUCCEEDED: 'succeeded', FAILED: 'failed', TIMED_OUT: 'timedOut', ABORTED: 'aborted' } as const;

/** A child that the run does not wait for any more changes nothing. */
export function childEnded(id: string, index: number, result: MapResult, tx: Tx, ctx: Ctx): void {
  const run = ctx.records(mapRuns).get([id]) as MapRun | undefined;
  if (!run || !ctx.records(mapChildren).has([id, index])) return;
  const output = result.output === undefined ? 0 : Buffer.byteLength(JSON.stringify(result.output));
  tx.put(ctx.records(mapResults), [id, index], result);
  tx.delete(ctx.records(mapChildren), [id, index]);
  tx.put(ctx.records(mapRuns), [id], {
    ...run,
    executions: ended(run.executions, result.status, 1),
    items: ended(run.items, result.status, itemsIn(run, inputAt(id, index, ctx))),
    outputBytes: run.outputBytes + output,
  });
  tx.after(() => ctx.wake(mapRunSignal(id)));
}

const ended = (counts: MapRunCounts, status: MapResult['status'], number: number): MapRunCounts => ({
  ...counts,
  running: counts.running - number,
  [COUNTED[status]]: counts[COUNTED[status]] + number,
});
