// A map run at work: it reads its items, keeps as many children running as it may, and tells the execution how it ended.
// The work runs whenever a child has ended, and at every start of the emulator.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { nextTurn } from '#lib/next-turn';
import { mapRunArn } from '#services/states/arns';
import { type RunnableMachine, runnableOf } from '#services/states/definitions';
import type { MapRunOutcome } from '#services/states/language/interpreter/commands';
import { inputAt, itemsIn } from '#services/states/map-run-records/map-inputs';
import { type MapRun, mapChildren, mapRuns } from '#services/states/map-run-records/records';
import { runUnattended } from '#services/states/running/run-express';
import { runTurn } from '#services/states/running/run-turn';
import { executions } from '#services/states/state';
import { MapRunFailure } from './map-run-failure.ts';
import { mapRunOutput } from './map-run-output.ts';
import { readInputs } from './read-inputs.ts';
import { expressChildren, runExpressChild, startStandardChild } from './start-child.ts';
import { exceedsTolerance, thresholdExceeded } from './tolerance.ts';

/** Limit: children of a map run that run at the same time here. */
const MAX_CHILDREN = 1000;
/** Children that one write starts. */
const AT_ONCE = 25;

export async function advanceMapRun(id: string, work: Ctx): Promise<void> {
  const run = findRun(id, work);
  if (run?.status !== 'RUNNING') return await letGo(run, id, work);
  const ctx = inTraceOf(work.records(executions).get([run.machine, run.execution]) ?? {}, work);
  try {
    if (!run.isStarted) await report(run, { event: 'started', mapRunArn: mapRunArn(run.childMachine, id, ctx) }, {}, ctx);
    if (!run.isRead) await readInputs(run, ctx);
    const runnable = await runnableOf(run.revisionId, ctx);
    resumeExpress(run, runnable, ctx);
    await startChildren(id, runnable, ctx);
    await endIfOver(id, ctx);
  } catch (error) {
    if (!(error instanceof MapRunFailure)) throw error;
    await report(run, { event: 'failed', error: error.error, cause: error.message }, { status: 'FAILED' }, ctx);
    await letGo(run, id, ctx);
  }
}

const findRun = (id: string, ctx: Ctx): MapRun | undefined => ctx.records(mapRuns).get([id]) as MapRun | undefined;

/** Tells the execution, and notes the end in the same write. */
function report(run: MapRun, outcome: MapRunOutcome, ended: Partial<MapRun>, ctx: Ctx): Promise<void> {
  const { id, machine, execution, executionId, thread, attempt } = run;
  const within = (tx: Tx): void => {
    const now = findRun(id, ctx)!;
    const stopMs = outcome.event === 'started' ? undefined : ctx.now();
    tx.put(ctx.records(mapRuns), [id], { ...now, isStarted: true, stopMs, ...ended });
  };
  return runTurn({ machine, execution, executionId }, { kind: 'mapRun', thread, attempt, outcome }, ctx, { within });
}

/** The run is over: children that still run are stopped. */
async function letGo(run: MapRun | undefined, id: string, ctx: Ctx): Promise<void> {
  for (const [key, { name }] of ctx.records(mapChildren).entries([id])) {
    const child = run && ctx.records(executions).get([run.childMachine, name]);
    if (child) await runTurn({ machine: child.machine, execution: name, executionId: child.id }, { kind: 'stop' }, ctx);
    else ctx.write((tx) => tx.delete(ctx.records(mapChildren), key));
  }
  ctx.write((tx) => ctx.unwatch(tx, 'states.map-run', [id]));
}

/** Express children that ran when the process ended begin again. */
function resumeExpress(run: MapRun, runnable: RunnableMachine, ctx: Ctx): void {
  if (!run.isExpress) return;
  const children = expressChildren(ctx);
  for (const [[, index], { name }] of ctx.records(mapChildren).entries([run.id]))
    if (!children.has(run, index)) beginExpress(run, index, name, runnable, ctx);
}

function beginExpress(run: MapRun, index: number, name: string, runnable: RunnableMachine, ctx: Ctx): void {
  const there = ctx.detached();
  runUnattended(expressChildren(ctx).keep(run, index, runExpressChild(run, index, name, runnable, there)), there);
}

async function startChildren(id: string, runnable: RunnableMachine, ctx: Ctx): Promise<void> {
  for (;;) {
    const run = findRun(id, ctx);
    if (run?.status !== 'RUNNING' || problemOf(run)) return;
    const limit = run.maxConcurrency === 0 ? MAX_CHILDREN : Math.min(run.maxConcurrency, MAX_CHILDREN);
    const count = Math.min(AT_ONCE, limit - run.executions.running, run.executions.total - run.next);
    if (count <= 0) return;
    startSome(run, count, runnable, ctx);
    await nextTurn();
    if (ctx.signal.aborted) return;
  }
}

function startSome(run: MapRun, count: number, runnable: RunnableMachine, ctx: Ctx): void {
  const { id, next } = run;
  const indexes = Array.from({ length: count }, (_, offset) => next + offset);
  const items = indexes.reduce((sum, index) => sum + itemsIn(run, inputAt(id, index, ctx)), 0);
  const names = new Map<number, string>();
  ctx.write((tx) => {
    tx.put(ctx.records(mapRuns), [id], {
      ...run,
      next: next + count,
      executions: { ...run.executions, running: run.executions.running + count },
      items: { ...run.items, running: run.items.running + items },
    });
    for (const index of indexes) {
      if (!run.isExpress) startStandardChild(run, index, runnable, tx, ctx);
      else {
        names.set(index, ctx.id());
        tx.put(ctx.records(mapChildren), [id, index], { name: names.get(index)! });
      }
    }
  });
  for (const [index, name] of names) beginExpress(run, index, name, runnable, ctx);
}

/** The failure of a run whose items failed more often than it tolerates. Aborted items count as failed ones. */
function problemOf({ items, toleratedCount, toleratedPercentage }: MapRun): MapRunFailure | undefined {
  const failed = items.failed + items.timedOut + items.aborted;
  return exceedsTolerance(failed, items.total, { toleratedCount, toleratedPercentage }) ? thresholdExceeded() : undefined;
}

async function endIfOver(id: string, ctx: Ctx): Promise<void> {
  const run = findRun(id, ctx);
  if (run?.status !== 'RUNNING') return;
  const problem = problemOf(run);
  if (problem) throw problem;
  const { executions: children } = run;
  if (run.next < children.total || children.running > 0) return;
  const { output, resultsWritten } = await mapRunOutput(run, ctx);
  await report(run, { event: 'succeeded', output }, { status: 'SUCCEEDED', resultsWritten }, ctx);
  await letGo(run, id, ctx);
}
