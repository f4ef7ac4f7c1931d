// DELETE /_cloud/table/expired: deletes the items whose time has come, and answers how many. The form is that of the established emulator.
import type { Ctx } from '#core/ctx';
import type { Route } from '#core/route';
import { expiresItems } from './catalog/replication-group.ts';
import { expireItems } from './items/expire.ts';
import { tables } from './state.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** `accountId` and `region` choose another place than the default one. */
export const route: Route = async ({ method, path, query }, ctx) => {
  if (path !== '/_cloud/table/expired') return answer(404, { message: `There is nothing at ${path}.` });
  if (method !== 'DELETE') return answer(405, { message: 'Use DELETE: it deletes the items whose time has come.' });
  const there = ctx.in({ account: query.get('accountId') ?? undefined, region: query.get('region') ?? undefined });
  return answer(200, { ExpiredItems: await expireAll(there) });
};

async function expireAll(ctx: Ctx): Promise<number> {
  let deleted = 0;
  for (const table of ctx.records(tables).range([]))
    if (table.timeToLive?.enabled && expiresItems(table, ctx)) deleted += await expireItems(table.name, table.storeId, ctx);
  return deleted;
}

const answer = (status: number, body: object) => ({ status, headers: JSON_TYPE, body: JSON.stringify(body) });
