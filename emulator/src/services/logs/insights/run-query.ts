// Runs a query of log events, in short turns: others are served in between.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { nextTurn } from '#lib/next-turn';
import { rawOf, textOf } from '#services/logs/events/event-text';
import { isOpenQuery, type LogQuery, type QueryStatus, queries, queryRows } from '#services/logs/query-state';
import { compileQuery, type QueryRun } from './language/compile-query.ts';
import { QueryTooCostly } from './language/query-error.ts';
import { QUERY_FAILED } from './messages.ts';
import { eventsOf } from './query-events.ts';

/** How long a query runs at once. */
const TURN_MS = 8;
/** Events between two looks at the clock. */
const BETWEEN_LOOKS = 16;
/** Rows of results that are kept in one record. */
export const ROWS_TOGETHER = 100;

type Tally = Pick<LogQuery, 'recordsScanned' | 'bytesScanned'>;

/** A query that an earlier process began is run again from its beginning. */
export async function runQuery(id: string, ctx: Ctx): Promise<void> {
  const query = openQuery(id, ctx);
  if (!query) return;
  // It was compiled by the call that began it.
  const run = compileQuery(query.text, query.createdMs, query.limit).run();
  const tally = { recordsScanned: 0, bytesScanned: 0 };
  try {
    const turns = new Turns(() => isStillOpen(id, ctx));
    if (await scan(query, run, tally, turns, ctx)) await conclude(id, run, tally, turns, ctx);
  } catch (error) {
    if (!(error instanceof QueryTooCostly)) throw error;
    ctx.log.write(QUERY_FAILED, { id, reason: error.message });
    end(id, 'Failed', { ...tally, recordsMatched: run.matched, rows: 0 }, ctx);
  }
}

const openQuery = (id: string, ctx: Ctx): Frozen<LogQuery> | undefined => {
  const query = ctx.records(queries).get([id]);
  return query && isOpenQuery(query.status) ? query : undefined;
};

/** Whether nobody has stopped it; after the first turn it runs for all to see. */
function isStillOpen(id: string, ctx: Ctx): boolean {
  const query = openQuery(id, ctx);
  if (query?.status === 'Scheduled') ctx.write((tx) => tx.put(ctx.records(queries), [id], { ...query, status: 'Running' }));
  return query !== undefined;
}

/** Lets others have their turn once a turn is over. */
class Turns {
  readonly #goesOn: () => boolean;
  #endMs = performance.now() + TURN_MS;

  constructor(goesOn: () => boolean) {
    this.#goesOn = goesOn;
  }

  get isOver(): boolean {
    return performance.now() > this.#endMs;
  }

  /** False when the work is wanted no longer. */
  async next(): Promise<boolean> {
    await nextTurn();
    this.#endMs = performance.now() + TURN_MS;
    return this.#goesOn();
  }
}

/** False when it was stopped. */
async function scan(
  query: Frozen<LogQuery>,
  run: QueryRun,
  tally: Tally & { -readonly [K in keyof Tally]: Tally[K] },
  turns: Turns,
  ctx: Ctx,
) {
  const logs = new Map(query.groups.map((name) => [name, `${ctx.account}:${name}`]));
  for (const [group, [[timestampMs, number], event]] of eventsOf(query, ctx)) {
    if (tally.recordsScanned % BETWEEN_LOOKS === 0 && turns.isOver && !(await turns.next())) return false;
    const read = textOf(event, ctx);
    const message = typeof read === 'string' ? read : await read;
    tally.recordsScanned++;
    tally.bytesScanned += event.sizeBytes;
    const { stream, ingestedMs, transformed } = event;
    const log = logs.get(group.name)!;
    const raw = event.masks && (await rawOf(event, ctx));
    if (!run.take({ timestampMs, number, message, raw, transformed, stream, log, ingestedMs, groupId: group.id })) break;
  }
  return true;
}

async function conclude(id: string, run: QueryRun, tally: Tally, turns: Turns, ctx: Ctx): Promise<void> {
  for (const _ of run.finish()) if (turns.isOver && !(await turns.next())) return;
  for (let at = 0; at < run.rows.length; at += ROWS_TOGETHER) {
    ctx.write((tx) => tx.put(ctx.records(queryRows), [id, at], run.rows.slice(at, at + ROWS_TOGETHER)));
    if (turns.isOver && !(await turns.next())) return;
  }
  end(id, 'Complete', { ...tally, recordsMatched: run.matched, rows: run.rows.length }, ctx);
}

function end(
  id: string,
  status: QueryStatus,
  outcome: Pick<LogQuery, 'recordsScanned' | 'bytesScanned' | 'recordsMatched' | 'rows'>,
  ctx: Ctx,
): void {
  const query = openQuery(id, ctx);
  if (!query) return;
  ctx.write((tx) => {
    tx.put(ctx.records(queries), [id], { ...query, ...outcome, status, endedMs: ctx.now() });
    if (query.scheduled) ctx.later(tx, 'logs.end-scheduled-query', [...query.scheduled], ctx.now());
  });
}
