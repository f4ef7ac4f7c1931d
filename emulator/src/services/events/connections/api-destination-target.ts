// API destinations as targets of rules: each event is one HTTP request, authorized by the destination's connection.
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import { sendTogether } from '#core/delivery/send-together';
import type { Target } from '#core/delivery/target';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { TokenError } from '#lib/client-credentials';
import { ExchangeError, exchange, type HttpAnswer, type HttpExchange } from '#lib/http-exchange';
import { apiDestinations, type Connection, type Destination } from '#services/events/state';
import { connectionOf } from './api-destinations.ts';
import { deauthorize } from './authorize.ts';
import { invocation } from './invocation.ts';
import { forgetToken, oauthHeader } from './oauth-token.ts';
import { waitForRate } from './rate-limit.ts';

const DEFAULT_RATE = 300;
/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html, "API destination error codes" */
const RETRIED = new Set([401, 407, 409, 429]);
const REFUSED_TOKEN = new Set([401, 407]);

export const target: Target = { invoke, send, sendAll: sendTogether(send) };

async function send(delivery: Delivery, ctx: Ctx): Promise<void> {
  await invoke(delivery, ctx);
}

/** Returns the body of the answer. */
async function invoke(delivery: Delivery, ctx: Ctx): Promise<string> {
  const arn = parseArn(delivery.targetArn);
  const there = ctx.in({ account: arn?.account, region: arn?.region });
  const destination = there.records(apiDestinations).get([arn?.resource.split('/')[1] ?? '']);
  if (destination?.ApiDestinationArn !== delivery.targetArn)
    throw new Fault('ResourceNotFoundException', `API destination ${delivery.targetArn} does not exist.`);
  const connection = usable(destination, there);
  const waitMs = waitForRate(delivery, destination.InvocationRateLimitPerSecond ?? DEFAULT_RATE, there);
  if (waitMs > 0)
    throw new Fault('Throttled', 'The invocation rate of the API destination is reached.', { isPostponed: true, retryAfterMs: waitMs });
  const authorization = await authorizationFor(connection, there);
  const request = invocation({
    destination,
    connection,
    target: delivery.parameters?.http ?? {},
    payload: delivery.payload,
    authorization,
  });
  if (!request)
    throw new Fault('InvalidParameter', 'The endpoint of the API destination has more wildcards than the target has PathParameterValues.');
  const answer = await answerTo(request, there);
  check(answer, connection, there);
  return answer.body;
}

function usable({ ConnectionArn, Name }: Frozen<Destination>, ctx: Ctx): Frozen<Connection> {
  const connection = connectionOf(ConnectionArn, ctx);
  if (!connection) throw new Fault('ResourceNotFoundException', `The connection of API destination ${Name} does not exist.`);
  if (connection.state === 'AUTHORIZED') return connection;
  const message = `The connection ${connection.name} of API destination ${Name} is ${connection.state}.`;
  // A connection that is being authorized is ready soon.
  throw connection.state === 'DEAUTHORIZED' ? new Fault('UnauthorizedConnection', message) : new Fault('ConnectionNotReady', message);
}

async function authorizationFor(connection: Frozen<Connection>, ctx: Ctx): Promise<string | undefined> {
  if (connection.type !== 'OAUTH_CLIENT_CREDENTIALS') return undefined;
  try {
    return await oauthHeader(connection, ctx);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.isFinal) deauthorize(connection, error.message, ctx);
    throw failure(error.message, !error.isFinal);
  }
}

/** Texts and code as in dead letters of the real service, which public repositories show. */
const failure = (reason: string, isRetried: boolean, retryAfterMs?: number): Fault =>
  new Fault('SDK_CLIENT_ERROR', `Unable to invoke ApiDestination endpoint: ${reason}`, {
    ...(isRetried && { blame: 'server' }),
    retryAfterMs,
  });

async function answerTo(request: HttpExchange, ctx: Ctx): Promise<HttpAnswer> {
  try {
    return await exchange(request, ctx);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    throw failure(
      error.isTimeout ? 'Timeout calling endpoint for API Destination: socket closed.' : 'API destination endpoint cannot be reached.',
      true,
    );
  }
}

function check({ status, headers }: HttpAnswer, connection: Frozen<Connection>, ctx: Ctx): void {
  if (status >= 200 && status < 300) return;
  if (REFUSED_TOKEN.has(status)) forgetToken(connection, ctx);
  throw failure(
    `The endpoint answered with status ${status}.`,
    RETRIED.has(status) || status >= 500,
    retryAfter(headers['retry-after'], ctx),
  );
}

/** The header holds seconds, which may be negative, or a date. */
function retryAfter(text: string | undefined, ctx: Ctx): number | undefined {
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - ctx.now());
}
