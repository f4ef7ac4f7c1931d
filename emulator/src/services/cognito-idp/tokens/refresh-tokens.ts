// Refresh tokens: opaque, five parts as the cloud's, kept as hashes.
import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault } from '#model/cognito-idp';
import { notAuthorized } from '#services/cognito-idp/faults';
import { type Grant, grants, type RefreshToken, refreshTokens } from '#services/cognito-idp/state';

const HEADER = Buffer.from(JSON.stringify({ cty: 'JWT', enc: 'A256GCM', alg: 'RSA-OAEP' })).toString('base64url');
/** Bytes of the parts that a real one has: a key, a nonce, a text, a seal. */
const PARTS = [256, 12, 640, 16] as const;

export const newRefreshToken = (): string => [HEADER, ...PARTS.map((bytes) => randomBytes(bytes).toString('base64url'))].join('.');

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export function putRefreshToken(tx: Tx, poolId: string, token: string, record: RefreshToken, ctx: Ctx): void {
  const hash = hashOf(token);
  tx.put(ctx.records(refreshTokens), [poolId, hash], record);
  ctx.later(tx, 'cognito-idp.forget-token', [poolId, hash], record.expiresMs);
}

export interface FoundRefresh {
  readonly record: Frozen<RefreshToken>;
  readonly grant: Frozen<Grant>;
}

export function findRefreshToken(poolId: string, token: string, ctx: Ctx): FoundRefresh | undefined {
  const record = ctx.records(refreshTokens).get([poolId, hashOf(token)]);
  const grant = record && ctx.records(grants).get([poolId, record.userKey, record.originJti]);
  return record && grant && { record, grant };
}

/** @throws Fault for a token that is not of this client, or no longer good */
export function usableRefreshToken(poolId: string, clientId: string, token: string, ctx: Ctx): FoundRefresh {
  const found = findRefreshToken(poolId, token, ctx);
  if (!found || found.record.clientId !== clientId) throw notAuthorized('Invalid Refresh Token');
  if (found.grant.isRevoked) throw notAuthorized('Refresh Token has been revoked');
  if (found.record.expiresMs <= ctx.now()) throw notAuthorized('Refresh Token has expired');
  if (found.record.graceUntilMs !== undefined && found.record.graceUntilMs <= ctx.now())
    throw fault('RefreshTokenReuseException', 'Refresh token has been rotated and its grace period is over.');
  return found;
}

/** From now on only the grace period is left to the token. */
export function rotate(tx: Tx, poolId: string, token: string, { record }: FoundRefresh, graceSeconds: number, ctx: Ctx): void {
  if (record.graceUntilMs !== undefined) return;
  tx.put(ctx.records(refreshTokens), [poolId, hashOf(token)], { ...record, graceUntilMs: ctx.now() + graceSeconds * 1000 });
}
