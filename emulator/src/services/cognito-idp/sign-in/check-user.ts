// Whether a user may sign in now: one list of checks for all ways in.
import type { Frozen } from '#core/records';
import { fault } from '#model/cognito-idp';
import { notAuthorized } from '#services/cognito-idp/faults';
import type { User } from '#services/cognito-idp/state';
import { changeUser, lookUpUser } from '#services/cognito-idp/users/find-user';
import { hasPassword } from '#services/cognito-idp/users/passwords';
import type { Attempt } from './step.ts';

/** Wrong passwords until the first pause. */
const FREE_FAILURES = 5;
const FIRST_PAUSE_MS = 1000;
/** Limit: pause of sign-ins after wrong passwords. */
const MAX_PAUSE_MS = 15 * 60_000;

export const wrongPassword = () => notAuthorized('Incorrect username or password.');

/** @throws Fault for a user who may not sign in, whatever the password */
export function checkAdmitted(user: Frozen<User>, { there }: Attempt): void {
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.failures && user.failures.untilMs > there.now()) throw notAuthorized('Password attempts exceeded');
  if (user.status === 'RESET_REQUIRED') throw fault('PasswordResetRequiredException', 'Password reset required for the user');
}

/** @throws Fault for a user with the right password who may not sign in yet */
export function checkPasswordState(user: Frozen<User>, { there }: Attempt): void {
  if (user.status === 'FORCE_CHANGE_PASSWORD' && user.passwordExpiresMs !== undefined && user.passwordExpiresMs <= there.now())
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  if (user.status === 'UNCONFIRMED') throw fault('UserNotConfirmedException', 'User is not confirmed.');
}

/** Counts a wrong password: from the fifth on, each doubles the pause. */
export function noteFailure(user: Frozen<User>, { pool, there }: Attempt): void {
  const count = (user.failures?.count ?? 0) + 1;
  const pauseMs = count < FREE_FAILURES ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (count - FREE_FAILURES), MAX_PAUSE_MS);
  const failures = { count, untilMs: there.now() + pauseMs };
  there.write((tx) => changeUser(tx, pool, user, { failures, modifiedMs: user.modifiedMs }, there));
}

export function forgetFailures(user: Frozen<User>, { pool, there }: Attempt): Frozen<User> {
  if (!user.failures) return user;
  return there.write((tx) => changeUser(tx, pool, user, { failures: undefined, modifiedMs: user.modifiedMs }, there));
}

/** The user with its failures forgotten. @throws Fault unless the password is right and the user may sign in */
export function checkedByPassword(user: Frozen<User>, password: string, attempt: Attempt): Frozen<User> {
  checkAdmitted(user, attempt);
  if (!hasPassword(attempt.pool, user, password)) {
    noteFailure(user, attempt);
    throw wrongPassword();
  }
  checkPasswordState(user, attempt);
  return forgetFailures(user, attempt);
}

export const present = (name: string, { pool, there }: Attempt): Frozen<User> | undefined => lookUpUser(name, pool, there);
