// Due work of queries of log events: runs them, and forgets their results.
import type { Ctx } from '#core/ctx';
import type { DueWork } from '#core/time/work';
import { whileMore } from '#lib/next-turn';
import { table } from '#lib/table';
import { queries, queryRows } from '#services/logs/query-state';
import { runQuery } from './run-query.ts';

const AT_ONCE = 50;

function forgetRows(id: string, ctx: Ctx): boolean {
  const keys = ctx.records(queryRows).keys([id], { limit: AT_ONCE });
  ctx.write((tx) => {
    for (const key of keys) tx.delete(ctx.records(queryRows), key);
    if (keys.length < AT_ONCE) tx.delete(ctx.records(queries), [id]);
  });
  return keys.length === AT_ONCE;
}

export const work: Readonly<Record<string, DueWork>> = table({
  'logs.run-query': ([id], ctx) => runQuery(String(id), ctx),
  'logs.forget-query': ([id], ctx) => whileMore(() => forgetRows(String(id), ctx)),
});
