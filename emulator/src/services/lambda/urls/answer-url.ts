// Answers requests to function URLs: finds the function, checks that the caller may call it, invokes it, and returns its answer.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import { signatureFault } from '#core/signer';
import { reporting } from '#core/traces/reporting';
import { decidedHeader, parentIn, withParent } from '#core/traces/trace-header';
import { awaitDurable } from '#services/lambda/durable/invoke-durable';
import type { InvocationJob } from '#services/lambda/execution/invocation-job';
import { runInvocation } from '#services/lambda/execution/run-invocation';
import { functionArn } from '#services/lambda/lookup/function-name';
import { type Invocable, invocable } from '#services/lambda/lookup/invocable';
import { MAX_PAYLOAD_BYTES } from '#services/lambda/lookup/limits';
import { URL_FAILED, URL_INVOKED, URL_UNKNOWN } from '#services/lambda/messages';
import { accessTo } from './url-access.ts';
import { failed, failedInvocation, wholeAnswer } from './url-answer.ts';
import { corsHeaders, preflightHeaders } from './url-cors.ts';
import { urlEvent } from './url-event.ts';
import { noteOutcome, type UrlAnswer } from './url-outcome.ts';
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
  const startedMs = performance.now();
  const { method } = request;
  const found = find(request, ctx);
  if ('unknown' in found) {
    const { unknown } = found;
    const report = reporting(URL_UNKNOWN, { id: unknown });
    const answer = refusal(403, 'AccessDeniedException', null, report);
    noteOutcome(answer, { method, path: request.path, resource: `function URL ${unknown}`, startedMs }, ctx);
    return answer;
  }
  const { there, url, path } = found;
  const answer = preflightAnswer(url, request) ?? (await wholeAnswerTo(found, request));
  noteOutcome(answer, { method, path, resource: functionArn(there, url.name, url.qualifier || undefined), startedMs }, there);
  return answer;
};

function preflightAnswer({ cors }: Frozen<UrlRecord>, request: RouteRequest): UrlAnswer | undefined {
  const origin = request.headers['origin'];
  const asked = request.headers['access-control-request-method'];
  if (!cors || request.method !== 'OPTIONS' || origin === undefined || asked === undefined) return undefined;
  return { status: 200, headers: preflightHeaders(cors, origin, { method: asked, headers: asking(request) }) };
}

async function wholeAnswerTo(found: UrlRequest, request: RouteRequest): Promise<UrlAnswer> {
  const { cors } = found.url;
  const answer = await answerTo(found, request);
  const requestId = { 'x-amzn-requestid': found.there.requestId };
  const headers = { ...withoutCors(answer.headers, cors !== undefined), ...requestId, ...corsHeaders(cors, request.headers['origin']) };
  return { ...answer, headers };
}

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

/** `unknown`: the id that belongs to no URL. */
function find({ host, path }: RouteRequest, ctx: Ctx): UrlRequest | { readonly unknown: string } {
  const [, hostId, region] = HOST.exec(host) ?? [];
  const [, pathId, rest = '/'] = hostId === undefined ? (PATH.exec(path) ?? []) : [];
  const id = (hostId ?? pathId)?.toLowerCase();
  if (id === undefined) return { unknown: '' };
  const owner = region === undefined ? anywhere(id, ctx) : ownersOf(ctx).get([id, region]);
  if (!owner) return { unknown: id };
  const there = ctx.in({ account: owner.account, region: owner.region });
  const url = there.records(urls).get([owner.name, owner.qualifier]);
  return url ? { there, url, path: hostId === undefined ? rest : path } : { unknown: id };
}

/** The path form of a URL names no region. */
const anywhere = (id: string, ctx: Ctx) => ownersOf(ctx).range([id], { limit: 1 })[0];

async function answerTo({ there, url, path }: UrlRequest, request: RouteRequest): Promise<UrlAnswer> {
  const access = await accessTo(url, request, there);
  if (!access.allowed) return refusal(403, 'AccessDeniedException', FORBIDDEN, access.report);
  try {
    const body = await request.body();
    const forged = url.authType === 'AWS_IAM' ? await signatureFault(() => request.verifySignature(body)) : undefined;
    if (forged) return refusal(403, forged.code, { message: forged.message }, failureOf(url, forged));
    const invoked = invocable({ name: url.name, qualifier: url.qualifier || undefined }, there);
    const given = request.headers['x-amzn-trace-id'] ?? there.traceHeader;
    const invocationHeader = decidedHeader(given, invoked.settings.tracingMode === 'Active', there);
    const traceId = parentIn(invocationHeader) === undefined ? withParent(invocationHeader, there.random(16)) : invocationHeader;
    const protocol: 'http' | 'https' = there.origin.startsWith('https:') ? 'https' : 'http';
    const facts = { urlId: url.id, path, domainName: request.host, protocol, requestId: there.requestId, nowMs: there.now(), traceId };
    const payload = Buffer.from(JSON.stringify(urlEvent(request, body, { ...facts, caller: access.caller })));
    if (payload.length > MAX_PAYLOAD_BYTES) return tooLarge('RequestEntityTooLargeException', failureOf(url, TOO_LARGE));
    const job = { ...invoked, requestId: there.requestId, traceId: invocationHeader, payload };
    there.log.write(URL_INVOKED, { method: request.method, path, name: url.name, requestId: there.requestId });
    const isStreamed = url.invokeMode === 'RESPONSE_STREAM' && !invoked.settings.durable;
    const answer = await (isStreamed ? streamedAnswer(job, there) : bufferedAnswer(job, there));
    return { ...answer, headers: { ...answer.headers, 'x-amzn-trace-id': traceId } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return faulted(url, error);
  }
}

/** Messages of signatures go on with all that was signed, tokens included: their first line says why. */
const failureOf = ({ name }: Frozen<UrlRecord>, { code, message, options: { remedy } }: Fault) =>
  reporting(URL_FAILED, { name, reason: `${code}: ${message.split('\n', 1)[0]}` }, { remedy });

const TOO_LARGE = new Fault('RequestEntityTooLargeException', `its event would have more than ${MAX_PAYLOAD_BYTES} bytes`);

async function bufferedAnswer(job: InvocationJob & Invocable, ctx: Ctx): Promise<UrlAnswer> {
  const { name } = job.fn;
  const { outcome } = job.settings.durable ? await awaitDurable(job, ctx) : await runInvocation(job, ctx);
  if (outcome.kind !== 'response') return failedInvocation(name, outcome.errorType);
  return isFramed(outcome.contentType) ? wholeFramed(outcome.body, name) : wholeAnswer(outcome.body, name);
}

function faulted(url: Frozen<UrlRecord>, error: Fault): UrlAnswer {
  const { code, options } = error;
  const report = failureOf(url, error);
  if (code === 'TooManyRequestsException') return refusal(429, code, 'Too Many Requests', report);
  if (options.status === 413) return tooLarge(code, report);
  return failed(report);
}

const tooLarge = (code: string, report: UrlAnswer['report']): UrlAnswer => refusal(413, code, 'Request Entity Too Large', report);

const refusal = (
  status: number,
  errorType: string,
  text: string | null | { readonly message: string },
  report: UrlAnswer['report'],
): UrlAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': errorType },
  body: JSON.stringify(text !== null && typeof text === 'object' ? text : { Message: text }),
  report,
});
