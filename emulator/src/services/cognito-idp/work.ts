// Due work of user pools: what is left of deleted pools, and what has expired, is removed.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { outwardSignIns } from './federation-state.ts';
import { expireImport, runImport } from './import/run-import.ts';
import { authorizationCodes, webSessions } from './oauth-state.ts';
import { emptyPool } from './pools/delete-pool.ts';
import { grants, refreshTokens, sessions } from './state.ts';

export const work: Readonly<Record<string, DueWork>> = table<DueWork>({
  'cognito-idp.empty': emptyPool,
  'cognito-idp.import': runImport,
  'cognito-idp.expire-import': expireImport,
  'cognito-idp.forget-session': ([poolId, id], ctx) => {
    ctx.write((tx) => tx.delete(ctx.records(sessions), [String(poolId), String(id)]));
  },
  'cognito-idp.forget-token': ([poolId, hash], ctx) => {
    ctx.write((tx) => tx.delete(ctx.records(refreshTokens), [String(poolId), String(hash)]));
  },
  'cognito-idp.forget-web-session': ([poolId, hash], ctx) => {
    ctx.write((tx) => tx.delete(ctx.records(webSessions), [String(poolId), String(hash)]));
  },
  'cognito-idp.forget-outward-sign-in': ([poolId, hash], ctx) => {
    ctx.write((tx) => tx.delete(ctx.records(outwardSignIns), [String(poolId), String(hash)]));
  },
  'cognito-idp.forget-authorization-code': ([poolId, hash], ctx) => {
    ctx.write((tx) => tx.delete(ctx.records(authorizationCodes), [String(poolId), String(hash)]));
  },
  'cognito-idp.forget-grant': ([poolId, userKey, originJti], ctx) => {
    const key: [string, string, string] = [String(poolId), String(userKey), String(originJti)];
    ctx.write((tx) => tx.delete(ctx.records(grants), key));
  },
});
