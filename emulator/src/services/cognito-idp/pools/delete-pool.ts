// Deletes a pool: it is gone at once, and its users in pieces, however many there are.
import type { Ctx } from '#core/ctx';
import { withdrawKey } from '#core/issuers';
import type { Collection, Frozen, Key, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { identityProviders, linkedIdentities, outwardSignIns } from '#services/cognito-idp/federation-state';
import { importJobs } from '#services/cognito-idp/import-state';
import { authorizationCodes, webSessions } from '#services/cognito-idp/oauth-state';
import { passkeyRegistrations, passkeys } from '#services/cognito-idp/passkey-state';
import {
  aliases,
  clients,
  codes,
  devices,
  grants,
  groups,
  groupUsers,
  messages,
  type Pool,
  poolKeys,
  pools,
  refreshTokens,
  resourceServers,
  sessions,
  userGroups,
  users,
} from '#services/cognito-idp/state';
import { ownersOf } from './find-pool.ts';

/** Records that one write removes. */
const PIECE = 1000;

/** Collections whose keys begin with the pool's id, apart from the clients. */
const PARTS = [
  resourceServers,
  groups,
  groupUsers,
  userGroups,
  aliases,
  users,
  codes,
  messages,
  grants,
  refreshTokens,
  devices,
  passkeys,
  passkeyRegistrations,
  sessions,
  webSessions,
  authorizationCodes,
  identityProviders,
  linkedIdentities,
  outwardSignIns,
] as unknown as readonly Collection<Key, object>[];

export function deletePool(tx: Tx, { id }: Frozen<Pool>, ctx: Ctx): void {
  for (const [, clientId] of ctx.records(clients).keys([id])) {
    tx.delete(ctx.records(clients), [id, clientId]);
    tx.delete(ownersOf(ctx), ['client', clientId]);
  }
  for (const job of ctx.records(importJobs).range([id])) {
    if (job.file) tx.release(job.file);
    tx.delete(ctx.records(importJobs), [id, job.id]);
  }
  const keys = ctx.records(poolKeys).get([id]);
  for (const { kid } of keys ? [keys.id, keys.access] : []) withdrawKey(tx, kid, ctx);
  tx.delete(ctx.records(poolKeys), [id]);
  tx.delete(ownersOf(ctx), ['pool', id]);
  tx.delete(ctx.records(pools), [id]);
  ctx.later(tx, 'cognito-idp.empty', [id], ctx.now());
}

/** Removes a piece of what a deleted pool has left, and comes back for the next one. */
export const emptyPool: DueWork = ([id], ctx) => {
  let left = PIECE;
  ctx.write((tx) => {
    for (const part of PARTS) {
      const records = ctx.records(part);
      const keys = left > 0 ? records.keys([String(id)] as never, { limit: left }) : [];
      for (const key of keys) tx.delete(records, key);
      left -= keys.length;
    }
    if (left <= 0) ctx.later(tx, 'cognito-idp.empty', [String(id)], ctx.now());
  });
};
