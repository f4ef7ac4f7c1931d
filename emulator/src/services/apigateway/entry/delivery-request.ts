// The request to an API that a delivery becomes.
import { newAccessKeyId } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import { REMOVED_HEADERS } from '#core/delivery/removed-headers';
import { Fault } from '#core/fault';
import type { RouteRequest } from '#core/route';
import { parseArn } from '#lib/arn';
import { table } from '#lib/table';

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'OPTIONS']);
const FROM = '127.0.0.1';

interface DeliveryRequestParts {
  readonly delivery: Delivery;
  readonly method: string;
  readonly apiId: string;
  /** The context in the API's account and region. */
  readonly ctx: Ctx;
}

/** The path is that behind the stage. @throws Fault where the ARN has more `*` than the delivery has path values */
export function deliveryRequest({ delivery, method, apiId, ctx }: DeliveryRequestParts): RouteRequest {
  const { parameters: { http = {}, traceHeader } = {}, targetArn, payload, as } = delivery;
  const query = new URLSearchParams(http.query);
  const body = WITHOUT_BODY.has(method) ? Buffer.alloc(0) : Buffer.from(payload);
  const host = `${apiId}.execute-api.${ctx.region}.amazonaws.com`;
  const headers: Record<string, string> = table({ 'content-type': 'application/json; charset=utf-8' });
  for (const [name, value] of Object.entries(http.headers ?? {}))
    if (!REMOVED_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  // As at API destinations: nobody recorded the user agent of APIs.
  Object.assign(headers, { 'user-agent': 'Amazon/EventBridge/ApiDestinations', host, 'content-length': String(body.length) });
  if (traceHeader !== undefined) headers['x-amzn-trace-id'] = traceHeader;
  if ('role' in as) headers['authorization'] = signatureOf(as.role, ctx);
  return {
    ...{ method, path: pathOf(targetArn, http.pathValues ?? []), query, rawQuery: query.toString(), host, headers },
    remoteAddress: FROM,
    rawHeaders: Object.entries(headers).flat(),
    body: () => Promise.resolve(body),
    // The emulator itself is the signer.
    verifySignature: () => Promise.resolve(),
  };
}

/** The path values fill the `*` of the path in order. */
function pathOf(targetArn: string, values: readonly string[]): string {
  const [, , , ...parts] = parseArn(targetArn)!.resource.split('/');
  let next = 0;
  const path = `/${parts.join('/')}`.replaceAll('*', () => encodeURIComponent(values[next++] ?? ''));
  if (next > values.length) throw new Fault('InvalidParameter', `${targetArn} has more wildcards than the target has PathParameterValues.`);
  return path;
}

/** Senders with a role sign their requests with its credentials. Names the caller: nobody verifies it again. */
function signatureOf(role: string, ctx: Ctx): string {
  const random = (below: number): number => Number.parseInt(ctx.random(8), 16) % below;
  const key = newAccessKeyId('ASIA', parseArn(role)?.account ?? ctx.account, random);
  const day = new Date(ctx.now()).toISOString().slice(0, 10).replaceAll('-', '');
  return `AWS4-HMAC-SHA256 Credential=${key}/${day}/${ctx.region}/execute-api/aws4_request, SignedHeaders=host, Signature=${ctx.random(64)}`;
}
