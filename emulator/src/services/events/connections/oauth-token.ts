// Tokens of connections with OAuth client credentials: requested at their authorization endpoint, kept in memory until shortly before they
// expire.
import type { Ctx } from '#core/ctx';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { readToken, type TokenClient, TokenError, tokenRequest } from '#lib/client-credentials';
import { type ExchangeError, exchange } from '#lib/http-exchange';
import type { Connection } from '#services/events/state';

/** A token that expires within this time is renewed before it is used. */
const RENEW_BEFORE_MS = 60_000;

interface Token {
  /** The connection's last change, so that other credentials get another token. */
  readonly ofMs: number;
  /** The value of the header `Authorization`. */
  readonly header: string;
  readonly expiresMs: number;
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
  const answer = await exchange(tokenRequest(clientOf(connection)), ctx).catch((error: unknown) => {
    throw new TokenError(`the authorization endpoint was not reached: ${(error as ExchangeError).message}`, false);
  });
  const { header, seconds } = readToken(answer);
  return { ofMs: connection.modifiedMs, header, expiresMs: ctx.now() + seconds * 1000 };
}

function clientOf({ parameters }: Frozen<Connection>): TokenClient {
  const oauth = parameters?.OAuthParameters;
  if (!oauth) throw new TokenError('the connection has no OAuth parameters', true);
  const { AuthorizationEndpoint, HttpMethod, ClientParameters, OAuthHttpParameters: http } = oauth;
  return {
    ...{ endpoint: AuthorizationEndpoint, method: HttpMethod },
    ...{ clientId: ClientParameters.ClientID, clientSecret: ClientParameters.ClientSecret },
    ...{ query: http?.QueryStringParameters, headers: http?.HeaderParameters, body: http?.BodyParameters },
  };
}
