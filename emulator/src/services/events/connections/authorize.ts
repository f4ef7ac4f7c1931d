// Authorizes connections with OAuth: due work requests a token, and the answer decides the connection's state.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { inTraceOf } from '#core/traces/in-trace-of';
import { table } from '#lib/table';
import { CONNECTION_UNAUTHORIZED } from '#services/events/messages';
import { type Connection, connections } from '#services/events/state';
import { forgetToken, oauthHeader } from './oauth-token.ts';

const AUTHORIZE = 'events.authorize-connection';

export const authorizeLater = (tx: Tx, name: string, ctx: Ctx): void => ctx.later(tx, AUTHORIZE, [name], ctx.now());

async function authorize(name: string, due: Ctx): Promise<void> {
  const connection = due.records(connections).get([name]);
  if (connection?.state !== 'AUTHORIZING') return;
  const ctx = inTraceOf(connection, due);
  forgetToken(connection, ctx);
  try {
    await oauthHeader(connection, ctx);
    settle(connection, { state: 'AUTHORIZED', stateReason: undefined, authorizedMs: ctx.now() }, ctx);
  } catch (error) {
    deauthorize(connection, (error as Error).message, ctx);
  }
}

/** The connection's endpoint refused its credentials: nothing is sent with it until it is updated. */
export function deauthorize(connection: Frozen<Connection>, reason: string, ctx: Ctx): void {
  if (settle(connection, { state: 'DEAUTHORIZED', stateReason: reason }, ctx))
    ctx.report(CONNECTION_UNAUTHORIZED, { connection: connection.name, reason }, { what: 'problem', resource: connection.arn });
}

/** False if the connection has changed or gone meanwhile. */
function settle(connection: Frozen<Connection>, change: Partial<Connection>, ctx: Ctx): boolean {
  const current = ctx.records(connections).get([connection.name]);
  if (current?.arn !== connection.arn || current.modifiedMs !== connection.modifiedMs || current.state !== connection.state) return false;
  ctx.write((tx) => tx.put(ctx.records(connections), [connection.name], { ...current, ...change }));
  return true;
}

export const work: Readonly<Record<string, DueWork>> = table({
  [AUTHORIZE]: ([name], ctx) => authorize(String(name), ctx),
});
