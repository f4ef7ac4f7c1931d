// The messages that pools have sent, for tests and people: `GET /_cloud/cognito-idp/messages?pool=…&user=…`, the latest first.
import type { Route } from '#core/route';
import { locatePool } from '#services/cognito-idp/pools/find-pool';
import { messages } from '#services/cognito-idp/state';

const json = (status: number, body: object) => ({ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const route: Route = ({ path, query, method }, ctx) => {
  if (path !== '/_cloud/cognito-idp/messages' || method !== 'GET') return json(404, { message: 'Not Found' });
  const poolId = query.get('pool');
  if (poolId === null)
    return json(400, { message: 'Name a user pool: /_cloud/cognito-idp/messages?pool=POOL_ID, and a user if you like: &user=NAME.' });
  const located = locatePool(poolId, ctx);
  if (!located) return json(404, { message: `User pool ${poolId} does not exist.` });
  const user = query.get('user');
  const all = located.there.records(messages).range([poolId], { reverse: true });
  const told = all.filter(({ username, to }) => user === null || username === user || to === user);
  return json(200, { messages: told.map(({ atMs, ...message }) => ({ at: new Date(atMs).toISOString(), ...message })) });
};
