// HTTP endpoints. Requests to the cloud's own services are signed, and answered in this process.
// https://docs.aws.amazon.com/appsync/latest/devguide/resolver-mapping-template-reference-http.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { isEmulated } from '#lib/emulated-names';
import { ExchangeError, exchange } from '#lib/http-exchange';
import { dictionary } from '#lib/table';
import type { DataSource } from '#services/appsync/state';
import { type Document, type SourceAnswer, wrongRequest } from './source-request.ts';

const TIMEOUT_MS = 30_000;
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export async function requestHttp(source: Frozen<DataSource>, document: Document, ctx: Ctx): Promise<SourceAnswer> {
  const { method, resourcePath = '/', params } = document;
  if (typeof method !== 'string' || !METHODS.has(method)) return wrongRequest("Value for field '$[method]' not found.");
  const endpoint = (source.httpConfig?.endpoint ?? '').replace(/\/$/, '');
  const path = String(resourcePath);
  const address = `${endpoint}${path.startsWith('/') ? '' : '/'}${path}`;
  if (!URL.canParse(address)) return wrongRequest(`The address ${address} is no URL.`);
  const { query, headers, body } = (params ?? {}) as Document;
  const url = new URL(address);
  for (const [name, value] of entriesOf(query)) url.searchParams.set(name, value);
  const sent: Record<string, string> = dictionary();
  for (const [name, value] of entriesOf(headers)) sent[name.toLowerCase()] = value;
  const text = body === undefined || body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  if (text !== undefined) sent['content-type'] ??= 'application/json';
  const request: SentRequest = { method, url, headers: sent, body: text };
  const isSigned = source.httpConfig?.authorizationConfig?.awsIamConfig !== undefined;
  return (isSigned && (await askCloud(request, source, ctx))) || send(request, ctx);
}

interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const entriesOf = (members: unknown): [string, string][] =>
  typeof members === 'object' && members !== null
    ? Object.entries(members as Document).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    : [];

/** Undefined where no service here has the host's name. */
async function askCloud(
  { method, url, headers, body = '' }: SentRequest,
  source: Frozen<DataSource>,
  ctx: Ctx,
): Promise<SourceAnswer | undefined> {
  if (!isEmulated(url.hostname)) return undefined;
  const { signingRegion } = source.httpConfig?.authorizationConfig?.awsIamConfig ?? {};
  const request = {
    method,
    path: url.pathname,
    rawQuery: url.search.slice(1),
    headers: { ...headers, host: url.hostname },
    body: Buffer.from(body),
  };
  const answer = await ctx.ask(request, { withRole: source.serviceRoleArn, region: signingRegion });
  return answer && { result: { statusCode: answer.status, headers: answer.headers, body: Buffer.from(answer.body).toString() } };
}

async function send(request: SentRequest, ctx: Ctx): Promise<SourceAnswer> {
  try {
    const { status, headers, body } = await exchange({ ...request, timeoutMs: TIMEOUT_MS }, ctx);
    const shown = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return { result: { statusCode: status, headers: shown, body } };
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    return { error: { message: error.message, errorType: error.isTimeout ? 'Http:Timeout' : 'Http:ConnectionError' } };
  }
}
