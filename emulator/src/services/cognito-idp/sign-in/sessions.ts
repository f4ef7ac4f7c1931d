// Sessions: the steps of sign-ins that wait for answers. Each is answered once.
import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { notAuthorized } from '#services/cognito-idp/faults';
import { type LocatedPool, locatePool } from '#services/cognito-idp/pools/find-pool';
import { type Session, sessions } from '#services/cognito-idp/state';
import type { Attempt, Progress } from './step.ts';

const RANDOM_BYTES = 120;
const MINUTE_MS = 60_000;

const keyOf = (session: string): string => createHash('sha256').update(session).digest('base64url');

/** The pool is part of the text, because some operations bring a session and nothing else. */
const newText = (poolId: string): string =>
  `${Buffer.from(poolId).toString('base64url')}.${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** `text`: where the challenge carries another one (the secret block of SRP). */
export function openSession(
  { pool, client, there }: Attempt,
  progress: Progress,
  expects: readonly string[],
  text = newText(pool.id),
): string {
  const expiresMs = there.now() + (client.settings.AuthSessionValidity ?? 3) * MINUTE_MS;
  putSession(pool.id, text, { ...progress, expects, clientId: client.id, expiresMs }, there);
  return text;
}

export function putSession(poolId: string, text: string, session: Session | Frozen<Session>, there: Ctx): void {
  const key: [string, string] = [poolId, keyOf(text)];
  there.write((tx) => {
    tx.put(there.records(sessions), key, session);
    there.later(tx, 'cognito-idp.forget-session', key, session.expiresMs);
  });
}

/** The session without taking it. @throws NotAuthorizedException */
export function findSession(poolId: string, text: string, there: Ctx): Frozen<Session> {
  const found = there.records(sessions).get([poolId, keyOf(text)]);
  if (!found || found.expiresMs <= there.now()) throw notAuthorized('Invalid session for the user, session is expired.');
  return found;
}

export function closeSession(poolId: string, text: string, there: Ctx): void {
  const key: [string, string] = [poolId, keyOf(text)];
  there.write((tx) => {
    tx.delete(there.records(sessions), key);
    there.unschedule(tx, 'cognito-idp.forget-session', key);
  });
}

export interface LocatedSession extends LocatedPool {
  readonly session: Frozen<Session>;
}

/** For operations that are told a session and nothing else. */
export function sessionAnywhere(text: string, ctx: Ctx): LocatedSession {
  const poolId = Buffer.from(text.slice(0, Math.max(text.indexOf('.'), 0)), 'base64url').toString();
  const located = locatePool(poolId, ctx);
  if (!located) throw notAuthorized('Invalid session for the user, session is expired.');
  return { ...located, session: findSession(poolId, text, located.there) };
}
