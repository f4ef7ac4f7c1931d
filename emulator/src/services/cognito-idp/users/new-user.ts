// A new user, before it is written.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Pool, User, UserStatus } from '#services/cognito-idp/state';
import { signsInWithAddress } from './find-user.ts';
import { newPassword } from './passwords.ts';

export interface NewUser {
  /** As it was given: an address, in pools whose users sign in with one. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly password: string | undefined;
  readonly status: UserStatus;
  readonly passwordExpiresMs?: number | undefined;
}

export function newUser({ name, attributes, password, status, passwordExpiresMs }: NewUser, pool: Frozen<Pool>, ctx: Ctx): User {
  const sub = ctx.id();
  const username = signsInWithAddress(pool) ? sub : name;
  const nowMs = ctx.now();
  return {
    username,
    sub,
    attributes,
    status,
    enabled: true,
    createdMs: nowMs,
    modifiedMs: nowMs,
    password: password === undefined ? undefined : newPassword(pool, username, password),
    passwordExpiresMs,
    factors: [],
  };
}
