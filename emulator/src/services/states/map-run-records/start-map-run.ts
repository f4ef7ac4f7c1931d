// Starts a map run (its record, its child definition, the inputs known so far); abandons one whose parent has stopped waiting.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import type { MapRunCommand } from '#services/states/language/interpreter/commands';
import type { Json } from '#services/states/language/json';
import { type ExecutionRecord, revisions } from '#services/states/state';
import { Batches } from './batches.ts';
import { putInputs } from './map-inputs.ts';
import { type MapRun, type MapRunCounts, mapRuns, mapRunsOfExecutions } from './records.ts';

export const NO_COUNTS: MapRunCounts = { total: 0, running: 0, succeeded: 0, failed: 0, timedOut: 0, aborted: 0 };

export const mapRunSignal = (id: string): string => `states/map-run/${id}`;

export function startMapRun(command: MapRunCommand, record: ExecutionRecord, tx: Tx, ctx: Ctx): void {
  const { thread, attempt, state, processor, label, language, items, reader, batcher, selection, writer } = command;
  const { roleArn } = ctx.records(revisions).get([record.revisionId])!;
  const { StartAt, States } = processor;
  const definition = JSON.stringify({ StartAt, QueryLanguage: language, States });
  const [id, revisionId] = [ctx.id(), ctx.id()];
  // The machine of the children has a name of its own: its label, or another id (recorded).
  const childMachine = `${record.machine}/${label ?? ctx.id()}`;
  const inputs = reader ? [] : batched(items, batcher);
  const run: MapRun = {
    ...{ id, machine: record.machine, execution: record.name, executionId: record.id, thread, attempt, state },
    ...{ childMachine, revisionId, roleArn },
    isExpress: processor.ProcessorConfig?.ExecutionType === 'EXPRESS',
    ...{ startMs: ctx.now(), status: 'RUNNING', isStarted: false, isRead: reader === undefined },
    ...{ maxConcurrency: command.maxConcurrency, toleratedCount: command.toleratedCount },
    ...{ toleratedPercentage: command.toleratedPercentage, reader, selection, batcher, writer },
    ...{ next: 0, resultsWritten: 0, outputBytes: 0, redriveCount: 0, mocks: record.mocks },
    executions: { ...NO_COUNTS, total: inputs.length },
    items: { ...NO_COUNTS, total: reader ? 0 : items.length },
  };
  tx.put(ctx.records(revisions), [revisionId], { definition, roleArn, updatedMs: ctx.now(), hasOneLanguage: true });
  tx.put(ctx.records(mapRuns), [id], run);
  tx.put(ctx.records(mapRunsOfExecutions), [record.id, thread, attempt], { id });
  putInputs(id, 0, inputs, tx, ctx);
  ctx.watch(tx, 'states.map-run', [id], mapRunSignal(id));
}

function batched(items: readonly Json[], batcher: MapRunCommand['batcher']): readonly Json[] {
  if (!batcher) return items;
  const batches = new Batches(batcher);
  return [...batches.add(items), ...batches.end()];
}

/** The state goes on without the map run. */
export function abandonMapRun(executionId: string, thread: number, attempt: number, tx: Tx, ctx: Ctx): void {
  const started = ctx.records(mapRunsOfExecutions).get([executionId, thread, attempt]);
  const run = started && ctx.records(mapRuns).get([started.id]);
  if (run?.status !== 'RUNNING') return;
  tx.put(ctx.records(mapRuns), [run.id], { ...(run as MapRun), status: 'ABORTED', stopMs: ctx.now() });
  tx.after(() => ctx.wake(mapRunSignal(run.id)));
}
