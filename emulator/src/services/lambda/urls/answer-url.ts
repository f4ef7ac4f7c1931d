// Answers requests to function URLs: finds the function, checks that the caller may call it, invokes it, and returns its answer.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import type { InvocationJob } from '#services/lambda/execution/invocation-job';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { traceHeader } from '#services/lambda/invoke/trace-header';
import { invocable } from '#services/lambda/lookup/invocable';
import { MAX_PAYLOAD_BYTES } from '#services/lambda/lookup/limits';
import { URL_FAILED, URL_INVOKED } from '#services/lambda/messages';
import { accessTo } from './url-access.ts';
import { failed, wholeAnswer } from './url-answer.ts';
import { corsHeaders, preflightHeaders } from './url-cors.ts';
import { urlEvent } from './url-event.ts';
import { ownersOf, type UrlRecord, urls } from './url-record.ts';
import { isFramed, streamedAnswer, wholeFramed } from './url-stream.ts';

const HOST = /^([a-z0-9-]+)\.lambda-url\.([a-z0-9-]+)\./;
const PATH = /^\/_function-url\/([A-Za-z0-9-]+)(\/.*)?$/;

const FORBIDDEN =
  'Forbidden. For troubleshooting Function URL authorization issues, see: https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html';

interface UrlRequest {
  /** The context of the function's account and region. */
  readonly there: Ctx;
  readonly url: Frozen<UrlRecord>;
  readonly path: string;
}

export const route: Route = async (request, ctx) => {
  const found = find(request, ctx);
  if (!found) return refusal(403, 'AccessDeniedException', null);
  const { cors } = found.url;
  const origin = request.headers['origin'];
  const asked = request.headers['access-control-request-method'];
  if (cors && request.method === 'OPTIONS' && origin !== undefined && asked !== undefined)
    return { status: 200, headers: preflightHeaders(cors, origin, { method: asked, headers: asking(request) }) };
  const answer = await answerTo(found, request);
  const requestId = { 'x-amzn-requestid': ctx.requestId };
  return { ...answer, headers: { ...withoutCors(answer.headers, cors !== undefined), ...requestId, ...corsHeaders(cors, origin) } };
};

/** If CORS is configured, it replaces the CORS headers of the function. */
function withoutCors(headers: RouteResponse['headers'] = {}, configured: boolean): NonNullable<RouteResponse['headers']> {
  if (!configured) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
}

const asking = ({ headers }: RouteRequest): string[] =>
  (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

function find({ host, path }: RouteRequest, ctx: Ctx): UrlRequest | undefined {
  const [, hostId, region] = HOST.exec(host) ?? [];
  const [, pathId, rest = '/'] = hostId === undefined ? (PATH.exec(path) ?? []) : [];
  const id = (hostId ?? pathId)?.toLowerCase();
  if (id === undefined) return undefined;
  const owner = region === undefined ? anywhere(id, ctx) : ownersOf(ctx).get([id, region]);
  if (!owner) return undefined;
  const there = ctx.in({ account: owner.account, region: owner.region });
  const url = there.records(urls).get([owner.name, owner.qualifier]);
  return url && { there, url, path: hostId === undefined ? rest : path };
}

/** The path form of a URL names no region. */
const anywhere = (id: string, ctx: Ctx) => ownersOf(ctx).range([id], { limit: 1 })[0];

async function answerTo({ there, url, path }: UrlRequest, request: RouteRequest): Promise<RouteResponse> {
  const access = accessTo(url, request, there);
  if (!access.allowed) return refusal(403, 'AccessDeniedException', FORBIDDEN);
  try {
    const body = await request.body();
    const forged = url.authType === 'AWS_IAM' ? await signatureFault(request, body) : undefined;
    if (forged) return refusal(403, forged.code, { message: forged.message });
    const invoked = invocable({ name: url.name, qualifier: url.qualifier || undefined }, there);
    const traceId = request.headers['x-amzn-trace-id'] ?? traceHeader(invoked.settings.tracingMode, there);
    const protocol: 'http' | 'https' = there.origin.startsWith('https:') ? 'https' : 'http';
    const facts = { urlId: url.id, path, domainName: request.host, protocol, requestId: there.requestId, nowMs: there.now(), traceId };
    const payload = Buffer.from(JSON.stringify(urlEvent(request, body, { ...facts, caller: access.caller })));
    if (payload.length > MAX_PAYLOAD_BYTES) return refusal(413, 'RequestEntityTooLargeException', 'Request Entity Too Large');
    const job: InvocationJob = { ...invoked, requestId: there.requestId, traceId, payload };
    there.log.write(URL_INVOKED, { method: request.method, path, name: url.name, requestId: there.requestId });
    const answer = await (url.invokeMode === 'RESPONSE_STREAM' ? streamedAnswer(job, there) : bufferedAnswer(job, there));
    return { ...answer, headers: { ...answer.headers, 'x-amzn-trace-id': traceId } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    there.log.write(URL_FAILED, { name: url.name, code: error.code, message: error.message });
    return faulted(error);
  }
}

/** Undefined where the signature is good, or need not be. */
async function signatureFault(request: RouteRequest, body: Uint8Array): Promise<Fault | undefined> {
  try {
    await request.verifySignature(body);
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

async function bufferedAnswer(job: InvocationJob, ctx: Ctx): Promise<RouteResponse> {
  const { outcome } = await runInvocation(job, ctx);
  if (outcome.kind !== 'response') return failed();
  return isFramed(outcome.contentType) ? wholeFramed(outcome.body) : wholeAnswer(outcome.body);
}

function faulted({ code, options }: Fault): RouteResponse {
  if (code === 'TooManyRequestsException') return refusal(429, code, 'Too Many Requests');
  if (options.status === 413) return refusal(413, code, 'Request Entity Too Large');
  return failed();
}

const refusal = (status: number, errorType: string, text: string | null | { readonly message: string }): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': errorType },
  body: JSON.stringify(text !== null && typeof text === 'object' ? text : { Message: text }),
});
