// Cookies of the login pages: the first proves that a form came from here, the second remembers who has signed in.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Frozen } from '#core/records';
import type { RouteRequest } from '#core/route';
import { type WebSession, webSessions } from '#services/cognito-idp/oauth-state';
import type { Pool } from '#services/cognito-idp/state';
import type { ClientPlace } from './locate.ts';

const HOUR_MS = 3_600_000;

/** On the gateway's own host pools share the cookies of one origin. */
const named = (kind: 'csrf' | 'session', { id }: Pick<Frozen<Pool>, 'id'>): string => `cognito-${kind}-${id.slice(id.indexOf('_') + 1)}`;

export function cookieOf(kind: 'csrf' | 'session', { headers }: RouteRequest, pool: Pick<Frozen<Pool>, 'id'>): string | undefined {
  const name = named(kind, pool);
  for (const part of (headers['cookie'] ?? '').split(';')) {
    const cut = part.indexOf('=');
    if (cut > 0 && part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim();
  }
  return undefined;
}

const cookie = (kind: 'csrf' | 'session', value: string, { pool, base, there }: ClientPlace, maxAge?: number): string =>
  `${named(kind, pool)}=${value}; Path=${base === '' ? '/' : base}; HttpOnly; SameSite=Lax${there.origin.startsWith('https:') ? '; Secure' : ''}${maxAge === undefined ? '' : `; Max-Age=${maxAge}`}`;

/** The token of the browser, and the cookie where it has none yet. */
export function csrfOf(request: RouteRequest, place: ClientPlace): { readonly token: string; readonly cookies: string[] } {
  const known = cookieOf('csrf', request, place.pool);
  if (known !== undefined && /^[\w-]{20,64}$/.test(known)) return { token: known, cookies: [] };
  const token = randomBytes(24).toString('base64url');
  return { token, cookies: [cookie('csrf', token, place)] };
}

export function isOwnForm(form: URLSearchParams, request: RouteRequest, { pool }: ClientPlace): boolean {
  const [given, known] = [Buffer.from(form.get('_csrf') ?? ''), Buffer.from(cookieOf('csrf', request, pool) ?? '')];
  return known.length >= 20 && given.length === known.length && timingSafeEqual(given, known);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Remembers for an hour who has signed in; the cookie. */
export function rememberUser(userKey: string, { pool, there, ...place }: ClientPlace): string {
  const text = randomBytes(32).toString('base64url');
  const key: [string, string] = [pool.id, hashOf(text)];
  const expiresMs = there.now() + HOUR_MS;
  there.write((tx) => {
    tx.put(there.records(webSessions), key, { userKey, authMs: there.now(), expiresMs });
    there.later(tx, 'cognito-idp.forget-web-session', key, expiresMs);
  });
  return cookie('session', text, { pool, there, ...place }, HOUR_MS / 1000);
}

export function rememberedUser(request: RouteRequest, { pool, there }: ClientPlace): Frozen<WebSession> | undefined {
  const text = cookieOf('session', request, pool);
  const found = text === undefined ? undefined : there.records(webSessions).get([pool.id, hashOf(text)]);
  return found && found.expiresMs > there.now() ? found : undefined;
}

/** Forgets who has signed in; the cookie that says so to the browser. */
export function forgetRemembered(request: RouteRequest, place: ClientPlace): string {
  const { pool, there } = place;
  const text = cookieOf('session', request, pool);
  if (text !== undefined) there.write((tx) => tx.delete(there.records(webSessions), [pool.id, hashOf(text)]));
  return cookie('session', '', place, 0);
}
