// Tokens of connections with OAuth client credentials: requested at their authorization endpoint, kept in memory until shortly before they
// expire. The wire format is that of RFC 6749, section 4.4, as the cloud does not document its own.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { type ExchangeError, exchange, type HttpExchange } from '#lib/http-exchange';
import type { Connection } from '#services/events/state';

/** A token that expires within this time is renewed before it is used. */
const RENEW_BEFORE_MS = 60_000;
/** For tokens that do not say when they expire. */
const DEFAULT_LIFE_S = 3600;

interface Token {
  /** The connection's last change, so that other credentials get another token. */
  readonly ofMs: number;
  /** The value of the header `Authorization`. */
  readonly header: string;
  readonly expiresMs: number;
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

class Tokens implements Owned {
  readonly #tokens = new Map<string, Promise<Token>>();

  async of(connection: Frozen<Connection>, ctx: Ctx): Promise<string> {
    const known = this.#tokens.get(connection.arn);
    const token = known && (await known.catch(() => undefined));
    if (token && token.ofMs === connection.modifiedMs && token.expiresMs - RENEW_BEFORE_MS > ctx.now()) return token.header;
    // Another delivery may have begun to renew it meanwhile.
    const current = this.#tokens.get(connection.arn);
    if (current !== known && current) return (await current).header;
    const requested = requestToken(connection, ctx);
    this.#tokens.set(connection.arn, requested);
    return (await requested).header;
  }
  forget(arn: string): void {
    this.#tokens.delete(arn);
  }
  stop(): Promise<void> {
    this.#tokens.clear();
    return Promise.resolve();
  }
}

const tokensOf = (ctx: Ctx): Tokens => ctx.own('events.oauth-tokens', () => new Tokens());

/** The value of the header `Authorization` for a connection with OAuth. @throws TokenError */
export const oauthHeader = (connection: Frozen<Connection>, ctx: Ctx): Promise<string> => tokensOf(ctx).of(connection, ctx);

/** The next delivery requests another token: an endpoint refused this one, or the connection changed. */
export const forgetToken = ({ arn }: Pick<Frozen<Connection>, 'arn'>, ctx: Ctx): void => tokensOf(ctx).forget(arn);

async function requestToken(connection: Frozen<Connection>, ctx: Ctx): Promise<Token> {
  const { status, body } = await exchange(tokenRequest(connection), ctx.signal).catch((error: unknown) => {
    throw new TokenError(`the authorization endpoint was not reached: ${(error as ExchangeError).message}`, false);
  });
  if (status < 200 || status > 299) throw new TokenError(`the authorization endpoint answered ${status}`, status < 500 && status !== 429);
  const answer = parse(body);
  if (typeof answer.access_token !== 'string') throw new TokenError('the answer of the authorization endpoint has no access_token', true);
  const type = typeof answer.token_type === 'string' && !/^bearer$/i.test(answer.token_type) ? answer.token_type : 'Bearer';
  const seconds = Number(answer.expires_in ?? DEFAULT_LIFE_S);
  return {
    ofMs: connection.modifiedMs,
    header: `${type} ${answer.access_token}`,
    expiresMs: ctx.now() + (Number.isFinite(seconds) ? seconds : DEFAULT_LIFE_S) * 1000,
  };
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

function tokenRequest({ parameters }: Frozen<Connection>): HttpExchange {
  const oauth = parameters?.OAuthParameters;
  if (!oauth) throw new TokenError('the connection has no OAuth parameters', true);
  const { AuthorizationEndpoint, HttpMethod, ClientParameters, OAuthHttpParameters: http } = oauth;
  const method = HttpMethod.toUpperCase();
  const url = new URL(AuthorizationEndpoint);
  for (const { Key, Value } of http?.QueryStringParameters ?? []) if (Key) url.searchParams.set(Key, Value ?? '');
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  for (const { Key, Value } of http?.HeaderParameters ?? []) if (Key && Value !== undefined) headers[Key.toLowerCase()] = Value;
  const fields = new Map([
    ['grant_type', 'client_credentials'],
    ['client_id', ClientParameters.ClientID],
    ['client_secret', ClientParameters.ClientSecret],
  ]);
  for (const { Key, Value } of http?.BodyParameters ?? []) if (Key) fields.set(Key, Value ?? '');
  if (method === 'GET') {
    for (const [name, value] of fields) url.searchParams.set(name, value);
    return { method, url, headers };
  }
  const isJson = headers['content-type']?.includes('json') ?? false;
  const body = isJson ? JSON.stringify(Object.fromEntries(fields)) : new URLSearchParams([...fields]).toString();
  return { method, url, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body };
}
