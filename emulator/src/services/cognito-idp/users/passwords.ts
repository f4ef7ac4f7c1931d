// Passwords of users: salt and verifier of SRP, which sign-ins with a password are checked against, too.
import { randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/cognito-idp';
import { isPassword, passwordRecord, type SrpIdentity } from '#services/cognito-idp/srp/srp';
import type { PasswordRecord, Pool, User } from '#services/cognito-idp/state';

const SALT_BYTES = 16;
const DAY_MS = 86_400_000;

export const srpIdentity = (pool: Frozen<Pool>, username: string): SrpIdentity => ({
  group: pool.id.slice(pool.id.indexOf('_') + 1),
  name: username,
});

export const newPassword = (pool: Frozen<Pool>, username: string, password: string): PasswordRecord =>
  passwordRecord(srpIdentity(pool, username), password, randomBytes(SALT_BYTES));

export const hasPassword = (pool: Frozen<Pool>, user: Frozen<User>, password: string): boolean =>
  user.password !== undefined && isPassword(srpIdentity(pool, user.username), password, user.password);

/** The members of a user that change with its password. @throws PasswordHistoryPolicyViolationException */
export function passwordChange(
  pool: Frozen<Pool>,
  user: Frozen<User>,
  password: string,
): Pick<User, 'password' | 'history' | 'passwordExpiresMs'> {
  const size = pool.settings.Policies?.PasswordPolicy?.PasswordHistorySize ?? 0;
  const earlier = [user.password, ...(user.history ?? [])].filter((each) => each !== undefined).slice(0, size);
  if (earlier.some((record) => isPassword(srpIdentity(pool, user.username), password, record)))
    throw fault('PasswordHistoryPolicyViolationException', 'Password has previously been used');
  return { password: newPassword(pool, user.username, password), history: earlier, passwordExpiresMs: undefined };
}

export const temporaryUntilMs = ({ settings }: Frozen<Pool>, ctx: Ctx): number =>
  ctx.now() + (settings.AdminCreateUserConfig?.UnusedAccountValidityDays ?? 7) * DAY_MS;
