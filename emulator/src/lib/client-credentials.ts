// Tokens for OAuth client credentials: their request, and what its answer says. The wire format is that of RFC 6749, section 4.4.
import { table } from '#lib/table';
import type { HttpExchange } from './http-exchange.ts';

interface Parameter {
  readonly Key?: string | undefined;
  readonly Value?: string | undefined;
}

export interface TokenClient {
  readonly endpoint: string;
  readonly method: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly query?: readonly Parameter[] | undefined;
  readonly headers?: readonly Parameter[] | undefined;
  readonly body?: readonly Parameter[] | undefined;
}

/** Why there is no token. */
export class TokenError extends Error {
  /** The endpoint refused the credentials, or answered without a token: the same request would end in the same way. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** For tokens that do not say when they expire. */
const DEFAULT_LIFE_S = 3600;

export function tokenRequest({ endpoint, method, clientId, clientSecret, query, headers: given, body: fields }: TokenClient): HttpExchange {
  const url = new URL(endpoint);
  for (const { Key, Value } of query ?? []) if (Key) url.searchParams.set(Key, Value ?? '');
  const headers: Record<string, string> = table({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  for (const { Key, Value } of given ?? []) if (Key && Value !== undefined) headers[Key.toLowerCase()] = Value;
  const form = new Map([
    ['grant_type', 'client_credentials'],
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ]);
  for (const { Key, Value } of fields ?? []) if (Key) form.set(Key, Value ?? '');
  if (method.toUpperCase() === 'GET') {
    for (const [name, value] of form) url.searchParams.set(name, value);
    return { method: 'GET', url, headers };
  }
  const isJson = headers['content-type']?.includes('json') ?? false;
  const body = isJson ? JSON.stringify(Object.fromEntries(form)) : new URLSearchParams([...form]).toString();
  return { method: method.toUpperCase(), url, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body };
}

export interface Token {
  /** The value of the header `Authorization`. */
  readonly header: string;
  readonly seconds: number;
}

/** @throws TokenError */
export function readToken({ status, body }: { readonly status: number; readonly body: string }): Token {
  if (status < 200 || status > 299) throw new TokenError(`the authorization endpoint answered ${status}`, status < 500 && status !== 429);
  const answer = parse(body);
  if (typeof answer.access_token !== 'string') throw new TokenError('the answer of the authorization endpoint has no access_token', true);
  const type = typeof answer.token_type === 'string' && !/^bearer$/i.test(answer.token_type) ? answer.token_type : 'Bearer';
  const seconds = Number(answer.expires_in ?? DEFAULT_LIFE_S);
  return { header: `${type} ${answer.access_token}`, seconds: Number.isFinite(seconds) ? seconds : DEFAULT_LIFE_S };
}

interface TokenAnswer {
  readonly access_token?: unknown;
  readonly token_type?: unknown;
  readonly expires_in?: unknown;
}

function parse(body: string): TokenAnswer {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
