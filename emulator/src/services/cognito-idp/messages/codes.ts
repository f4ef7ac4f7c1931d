// Codes that users are sent, and send back.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault } from '#model/cognito-idp';
import { codes, type Pool, type User } from '#services/cognito-idp/state';
import { keyOf } from '#services/cognito-idp/users/find-user';

const HOUR_MS = 3_600_000;
/** Limit: time that a code of a sign-up or for an attribute is valid. */
const MAX_CODE_MS = 24 * HOUR_MS;
/** Limit: time that a code which resets a password is valid. */
const MAX_RESET_MS = HOUR_MS;
/** Limit: wrong codes until no more are taken. */
const MAX_FAILURES = 5;

export const newCode = (ctx: Ctx): string => ctx.random(6, '0123456789');

export function putCode(tx: Tx, pool: Frozen<Pool>, user: Frozen<User>, purpose: string, attribute: string, code: string, ctx: Ctx): void {
  const expiresMs = ctx.now() + (purpose === 'ForgotPassword' ? MAX_RESET_MS : MAX_CODE_MS);
  tx.put(ctx.records(codes), [pool.id, keyOf(user.username, pool), purpose], { code, expiresMs, failures: 0, attribute });
}

/** Takes the code away with the write of what it allows. @throws Fault for a code that is wrong or too late, which is counted */
export function checkCode(pool: Frozen<Pool>, user: Frozen<User>, purpose: string, given: string, ctx: Ctx): (tx: Tx) => string {
  const records = ctx.records(codes);
  const key: [string, string, string] = [pool.id, keyOf(user.username, pool), purpose];
  const found = records.get(key);
  if (!found || found.expiresMs <= ctx.now()) throw fault('ExpiredCodeException', 'Invalid code provided, please request a code again.');
  if (found.failures >= MAX_FAILURES) throw fault('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
  if (found.code !== given) {
    ctx.write((tx) => tx.put(records, key, { ...found, failures: found.failures + 1 }));
    throw fault('CodeMismatchException', 'Invalid verification code provided, please try again.');
  }
  return (tx) => {
    tx.delete(records, key);
    return found.attribute;
  };
}

export function removeCodes(tx: Tx, pool: Frozen<Pool>, user: Frozen<User>, ctx: Ctx): void {
  for (const key of ctx.records(codes).keys([pool.id, keyOf(user.username, pool)])) tx.delete(ctx.records(codes), key);
}
