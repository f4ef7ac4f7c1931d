// The first step of a sign-in.
import type { Frozen } from '#core/records';
import { checkSecretHash } from '#services/cognito-idp/clients/secret-hash';
import { invalid, userNotFound } from '#services/cognito-idp/faults';
import type { User } from '#services/cognito-idp/state';
import { runTrigger } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { keyOf } from '#services/cognito-idp/users/find-user';
import { hidesUsers } from './auth-flows.ts';
import { checkAdmitted, checkedByPassword, present, wrongPassword } from './check-user.ts';
import { beginChoice } from './choices.ts';
import { nextRound } from './custom-challenge.ts';
import { afterPassword, complete } from './go-on.ts';
import { migrateUser } from './migrate-user.ts';
import { closeSession, findSession } from './sessions.ts';
import { passwordChallenge } from './srp-steps.ts';
import type { Attempt, Progress, Step } from './step.ts';

type Parameters = Readonly<Record<string, string>>;

export function required(name: string, parameters: Parameters): string {
  const value = parameters[name];
  if (value === undefined) throw invalid(`Missing required parameter ${name}`);
  return value;
}

/** The client allows the flow, which is not a refresh. */
export async function initiate(flow: string, parameters: Parameters, attempt: Attempt, session?: string): Promise<Step> {
  const givenName = required('USERNAME', parameters);
  checkSecretHash(attempt.client, [givenName], parameters['SECRET_HASH']);
  if (flow === 'USER_AUTH' && session !== undefined) return afterSignUp(givenName, session, attempt);
  const password = flow.includes('PASSWORD') || flow === 'ADMIN_NO_SRP_AUTH' ? required('PASSWORD', parameters) : undefined;
  const user = await knownUser(givenName, password, attempt);
  const progress: Progress = {
    givenName,
    userKey: user && keyOf(user.username, attempt.pool),
    deviceKey: parameters['DEVICE_KEY'],
    flow: flow === 'CUSTOM_AUTH' ? 'CUSTOM' : flow === 'USER_AUTH' ? 'CHOICE' : password === undefined ? 'SRP' : 'PASSWORD',
  };
  await preAuthentication(user, givenName, attempt);
  if (password !== undefined) {
    // The function may have changed the user.
    const now = present(givenName, attempt);
    if (!now) throw wrongPassword();
    return afterPassword(checkedByPassword(now, password, attempt), progress, attempt);
  }
  if (user) checkAdmitted(user, attempt);
  if (flow === 'USER_AUTH') return beginChoice(user, parameters, progress, attempt);
  if (flow === 'USER_SRP_AUTH') return passwordChallenge(user, parameters['SRP_A'], progress, attempt);
  const begun = parameters['CHALLENGE_NAME'] === 'SRP_A' ? [{ challengeName: 'SRP_A', challengeResult: true }] : [];
  return nextRound(user, { ...progress, custom: { past: begun } }, attempt, parameters['SRP_A']);
}

/** Undefined for a name that nobody has, where the client may not tell. @throws UserNotFoundException where it may */
async function knownUser(name: string, password: string | undefined, attempt: Attempt): Promise<Frozen<User> | undefined> {
  const { pool, client, there, metadata } = attempt;
  const found = present(name, attempt);
  if (found) return found;
  const migrated =
    password === undefined ? undefined : await migrateUser({ name, password, source: 'Authentication', metadata }, pool, client, there);
  if (!migrated && !hidesUsers(client)) throw userNotFound();
  return migrated;
}

async function preAuthentication(
  user: Frozen<User> | undefined,
  givenName: string,
  { pool, client, there, metadata }: Attempt,
): Promise<void> {
  const request = {
    userAttributes: user ? toldAttributes(user) : {},
    validationData: metadata ?? null,
    ...(user ? {} : { userNotFound: true }),
  };
  const username = user?.username ?? givenName;
  await runTrigger('PreAuthentication', { source: 'Authentication', username, clientId: client.id, request, response: {} }, pool, there);
}

/** A user who has just confirmed the sign-up need not sign in again. */
async function afterSignUp(givenName: string, text: string, attempt: Attempt): Promise<Step> {
  const session = findSession(attempt.pool.id, text, attempt.there);
  const user = present(givenName, attempt);
  if (
    !user ||
    session.clientId !== attempt.client.id ||
    !session.expects.includes('CONFIRMED') ||
    session.userKey !== keyOf(user.username, attempt.pool)
  )
    throw wrongPassword();
  closeSession(attempt.pool.id, text, attempt.there);
  checkAdmitted(user, attempt);
  return complete(user, { givenName, userKey: session.userKey, flow: 'CHOICE' }, attempt);
}
