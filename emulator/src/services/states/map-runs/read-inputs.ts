// Reads the items of a map run, makes the inputs of its children from them, and keeps these. After a crash it begins again.
import type { Ctx } from '#core/ctx';
import { nextTurn } from '#lib/next-turn';
import { runnableOf } from '#services/states/definitions';
import { Effort, TooMuchWork } from '#services/states/language/effort';
import type { Expressions } from '#services/states/language/expressions/expressions';
import { IntrinsicError, PathError, QUERY_EVALUATION, QueryError, RUNTIME } from '#services/states/language/faults';
import type { ItemSelection } from '#services/states/language/interpreter/commands';
import { itemsQuery } from '#services/states/language/interpreter/map-run-arguments';
import type { Json } from '#services/states/language/json';
import { answerTo } from '#services/states/language/queries/query';
import { Batches } from '#services/states/map-run-records/batches';
import { putInputs } from '#services/states/map-run-records/map-inputs';
import { type MapRun, mapRuns, PORTION } from '#services/states/map-run-records/records';
import { answerInThread } from '#services/states/running/answer-heavy';
import { chanceOf } from '#services/states/running/chance-of';
import { executions } from '#services/states/state';
import { MapRunFailure } from './map-run-failure.ts';
import { readItems } from './read-items.ts';

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
    const selected = select ? await select(portion, items) : portion;
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

async function selector(run: MapRun, selection: ItemSelection, ctx: Ctx): Promise<SelectItems> {
  const parent = ctx.records(executions).get([run.machine, run.execution])!;
  const { expressions } = await runnableOf(parent.revisionId, ctx);
  return selecting(selection, expressions, `map run ${run.id}`, ctx);
}

/** `from` is the number of the first item. */
type SelectItems = (items: readonly Json[], from: number) => Promise<readonly Json[]>;

/** Makes inputs from items, in a thread where that takes long. @throws MapRunFailure */
export function selecting(selection: ItemSelection, expressions: Expressions | undefined, owner: string, ctx: Ctx): SelectItems {
  return async (items, from) => {
    const query = itemsQuery(selection, items, from);
    try {
      return answerTo(query, { expressions, chance: chanceOf(ctx), effort: Effort.onMainThread() }) as readonly Json[];
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw asMapRunFailure(error);
    }
    const outcome = await answerInThread(query, owner, expressions, ctx);
    if ('error' in outcome) throw asMapRunFailure(outcome.error);
    return outcome.answer as readonly Json[];
  };
}

function asMapRunFailure(error: unknown): unknown {
  if (error instanceof QueryError) return new MapRunFailure(QUERY_EVALUATION, error.message);
  return error instanceof PathError || error instanceof IntrinsicError ? new MapRunFailure(RUNTIME, error.message) : error;
}
