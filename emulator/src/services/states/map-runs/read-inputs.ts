// Reads the items of a map run, makes the inputs of its children from them, and keeps these. After a crash it begins again.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '#core/ctx';
import { runnableOf } from '#services/states/definitions';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { IntrinsicError, PathError, QUERY_EVALUATION, QueryError, RUNTIME } from '#services/states/language/faults';
import type { ItemSelection } from '#services/states/language/interpreter/commands';
import { selectItem } from '#services/states/language/interpreter/map-run-arguments';
import type { Json } from '#services/states/language/json';
import { chanceOf } from '#services/states/running/chance-of';
import { executions } from '#services/states/state';
import { Batches } from './batches.ts';
import { putInputs } from './map-inputs.ts';
import { MapRunFailure } from './map-run-failure.ts';
import { readItems } from './read-items.ts';
import { type MapRun, mapRuns, PORTION } from './records.ts';

const MAX_TURN_MS = 50;

/** @throws MapRunFailure */
export async function readInputs(run: MapRun, ctx: Ctx): Promise<void> {
  const { id, batcher, selection } = run;
  const select = selection && (await selector(run, selection, ctx));
  const batches = batcher && new Batches(batcher);
  let [items, kept] = [0, 0];
  let waiting: Json[] = [];
  const keep = (isLast: boolean): void => {
    const whole = isLast ? waiting.length : waiting.length - (waiting.length % PORTION);
    if (whole === 0) return;
    const inputs = waiting.slice(0, whole);
    waiting = waiting.slice(whole);
    ctx.write((tx) => putInputs(id, kept, inputs, tx, ctx));
    kept += whole;
  };
  for await (const portion of readItems(run.reader!, run.roleArn, ctx)) {
    const selected = select ? await selectedOf(portion, (item, index) => select(item, items + index)) : portion;
    if (ctx.signal.aborted) return;
    items += portion.length;
    waiting.push(...(batches ? batches.add(selected) : selected));
    keep(false);
    // Long files let others have their turn.
    await nextTurn();
    if (ctx.signal.aborted) return;
  }
  if (batches) waiting.push(...batches.end());
  keep(true);
  const total = kept;
  ctx.write((tx) => {
    const now = ctx.records(mapRuns).get([id]) as MapRun;
    const read = { executions: { ...now.executions, total }, items: { ...now.items, total: items } };
    tx.put(ctx.records(mapRuns), [id], { ...now, isRead: true, ...read });
  });
}

/** The inputs of a portion; others have their turn where the expressions take long. */
async function selectedOf(portion: readonly Json[], select: (item: Json, index: number) => Json): Promise<Json[]> {
  const selected: Json[] = [];
  let sinceMs = performance.now();
  for (const [index, item] of portion.entries()) {
    selected.push(select(item, index));
    if (performance.now() - sinceMs < MAX_TURN_MS) continue;
    await nextTurn();
    sinceMs = performance.now();
  }
  return selected;
}

async function selector(run: MapRun, selection: ItemSelection, ctx: Ctx): Promise<(item: Json, index: number) => Json> {
  const parent = ctx.records(executions).get([run.machine, run.execution])!;
  const { expressions } = await runnableOf(parent.revisionId, ctx);
  return selecting(selection, expressions, ctx);
}

/** Makes inputs from items. @throws MapRunFailure */
export function selecting(selection: ItemSelection, expressions: Expressions | undefined, ctx: Ctx): (item: Json, index: number) => Json {
  return (item, index) => {
    try {
      return selectItem(selection, item, index, { ...chanceOf(ctx), expressions });
    } catch (error) {
      if (error instanceof QueryError) throw new MapRunFailure(QUERY_EVALUATION, error.message);
      if (error instanceof PathError || error instanceof IntrinsicError) throw new MapRunFailure(RUNTIME, error.message);
      throw error;
    }
  };
}
