// ListUsers: pages of users, filtered.
import { readToken, writeToken } from '#core/page';
import { operation } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { users } from '#services/cognito-idp/state';
import { describeUser } from './describe-user.ts';
import { matches, readFilter } from './user-filter.ts';

const PAGE_SIZE = 60;
/** Limit: users that one request of a filtered list looks at; its answer may have fewer users then, and the token of a next page. */
const MAX_LOOKED_AT = 2000;

export const ListUsers = operation('ListUsers', ({ UserPoolId, AttributesToGet, Limit = PAGE_SIZE, PaginationToken, Filter }, ctx) => {
  const { id, schema } = findPool(UserPoolId, ctx);
  const unknown = AttributesToGet?.find((name) => name !== 'username' && !schema.some(({ Name }) => Name === name));
  if (unknown !== undefined) throw invalid(`One or more requested attributes do not exist: ${unknown}`);
  const filter = readFilter(Filter);
  const after =
    PaginationToken === undefined
      ? undefined
      : (readToken(PaginationToken, () => invalid('Invalid pagination token.')) as [string, string]);
  if (after && (after.length !== 2 || after[0] !== id)) throw invalid('Invalid pagination token.');
  const limit = Math.max(Limit, 1);
  const read = ctx.records(users).entries([id], { after, limit: filter ? MAX_LOOKED_AT : limit });
  const found = [];
  let end: readonly [string, string] | undefined;
  for (const [key, user] of read) {
    end = key;
    if (!filter || matches(filter, user)) found.push(describeUser(user, AttributesToGet));
    if (found.length === limit) break;
  }
  const isLast = end === undefined || ctx.records(users).keys([id], { after: [...end], limit: 1 }).length === 0;
  return { Users: found, PaginationToken: isLast || end === undefined ? undefined : writeToken(end) };
});
