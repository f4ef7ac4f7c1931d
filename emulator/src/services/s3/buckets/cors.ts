// A bucket's CORS configuration, and its decision about requests of web pages from other origins.

import type { Cors, CorsRequest } from '#core/cors';
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { type CORSRule, fault, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { configOf, deleteConfig, putConfig } from '#services/s3/bucket-configs';
import { invalidRequest, malformedXml } from '#services/s3/faults';
import { lookUpBucket } from '#services/s3/located-bucket';

const METHODS = new Set(['GET', 'PUT', 'HEAD', 'POST', 'DELETE']);
/** Limit: CORS rules of a bucket. */
const MAX_RULES = 100;

export const GetBucketCors = operation('GetBucketCors', (input, ctx) => {
  const config = configOf(findBucket(input, ctx), 'cors');
  if (!config) throw fault('NoSuchCORSConfiguration', 'The CORS configuration does not exist', { BucketName: input.Bucket });
  return { CORSRules: config.rules };
});

export const PutBucketCors = operation('PutBucketCors', (input, ctx) => {
  const found = findBucket(input, ctx);
  const rules = input.CORSConfiguration?.CORSRules ?? [];
  if (rules.length === 0 || rules.length > MAX_RULES) throw malformedXml();
  for (const rule of rules) checkRule(rule);
  putConfig(found, 'cors', { rules });
});

export const DeleteBucketCors = operation('DeleteBucketCors', (input, ctx) => deleteConfig(findBucket(input, ctx), 'cors'));

function checkRule({ AllowedMethods, AllowedOrigins, AllowedHeaders, ExposeHeaders, ID }: CORSRule): void {
  if (!AllowedMethods?.length || !AllowedOrigins?.length) throw malformedXml();
  if ((ID?.length ?? 0) > 255) throw malformedXml();
  for (const method of AllowedMethods)
    if (!METHODS.has(method)) throw invalidRequest(`Found unsupported HTTP method in CORS config. Unsupported method is ${method}`);
  for (const each of AllowedOrigins)
    if (each.split('*').length > 2) throw invalidRequest(`AllowedOrigin "${each}" can not have more than one wildcard.`);
  for (const each of AllowedHeaders ?? [])
    if (each.split('*').length > 2) throw invalidRequest(`AllowedHeader "${each}" can not have more than one wildcard.`);
  for (const each of ExposeHeaders ?? [])
    if (each.includes('*'))
      throw invalidRequest(`ExposeHeader "${each}" contains wildcard. We currently do not support wildcard for ExposeHeader.`);
}

/**
 * The gateway asks this for each request of a page from another origin. A bucket's rules are about its objects: they let no page change
 * the bucket itself, and no page copy from another bucket whose rules do not let that page read.
 */
export const cors: Cors = (request, ctx) => {
  const headers = rulesOf(request, ctx);
  if (headers || !request.asks) return headers;
  throw preflightRefusal(request, ctx);
};

const INSUFFICIENT = 'Insufficient information. Origin request header needed.';
const OUTSIDE =
  "CORSResponse: This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.";

/** As recorded in February 2026. */
function preflightRefusal(request: CorsRequest, ctx: Ctx): Fault {
  const { origin, preflight, method, bucket, path } = request;
  if (origin === '') return unmodelled('BadRequest', INSUFFICIENT, { status: 400 });
  const name = bucketOf(request);
  const found = name === undefined ? undefined : lookUpBucket(name, ctx);
  const isConfigured = found !== undefined && configOf(found, 'cors') !== undefined;
  const ResourceType = (bucket === undefined ? /^\/[^/]+\/./ : /^\/./).test(path) ? 'OBJECT' : 'BUCKET';
  const missing = `CORSResponse: ${found ? 'CORS is not enabled for this bucket.' : 'Bucket not found'}`;
  return unmodelled('AccessForbidden', isConfigured ? OUTSIDE : missing, {
    status: 403,
    members: { Method: preflight ? method : 'OPTIONS', ResourceType: isConfigured ? ResourceType : 'BUCKET' },
  });
}

const bucketOf = ({ bucket, path }: CorsRequest): string | undefined => bucket ?? firstSegment(path);

function rulesOf(request: CorsRequest, ctx: Ctx): ReturnType<typeof corsHeaders> {
  if (request.origin === '' || (request.asks && !request.preflight)) return undefined;
  const name = bucketOf(request);
  const found = name === undefined ? undefined : lookUpBucket(name, ctx);
  const config = found && configOf(found, 'cors');
  if (!config || changesBucket(request) || !mayReadSource(request, ctx)) return undefined;
  return corsHeaders(config.rules, request);
}

const changesBucket = ({ method, path, bucket }: CorsRequest): boolean =>
  (method === 'PUT' || method === 'DELETE') && !(bucket === undefined ? /^\/[^/]+\/./ : /^\/./).test(path);

/** Whether the source bucket's rules let the page read it. `x-amz-copy-source` is `/bucket/key`; preflights send only the header's name. */
function mayReadSource({ origin }: CorsRequest, ctx: Ctx): boolean {
  const source = ctx.http?.headers['x-amz-copy-source'];
  if (source === undefined) return true;
  const name = firstSegment(source.startsWith('/') ? source : `/${source}`);
  const found = name === undefined ? undefined : lookUpBucket(name, ctx);
  const config = found && configOf(found, 'cors');
  return config !== undefined && corsHeaders(config.rules, { ...READING, origin }) !== undefined;
}

const READING = { method: 'GET', requestHeaders: [], preflight: false, path: '/' };

function firstSegment(path: string): string | undefined {
  const segment = path.split('/')[1];
  if (!segment) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The headers of the first matching rule; undefined when none matches. */
export function corsHeaders(rules: readonly Frozen<CORSRule>[], request: CorsRequest): Record<string, string> | undefined {
  const rule = rules.find((each) => matches(each, request));
  if (!rule) return undefined;
  const everyone = rule.AllowedOrigins.includes('*');
  return {
    'access-control-allow-origin': everyone ? '*' : request.origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(everyone ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(request.preflight && request.requestHeaders.length > 0
      ? { 'access-control-allow-headers': request.requestHeaders.join(', ') }
      : {}),
    ...(rule.ExposeHeaders?.length ? { 'access-control-expose-headers': rule.ExposeHeaders.join(', ') } : {}),
    ...(rule.MaxAgeSeconds !== undefined ? { 'access-control-max-age': String(rule.MaxAgeSeconds) } : {}),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

const matches = (rule: Frozen<CORSRule>, { origin, method, requestHeaders }: CorsRequest): boolean =>
  rule.AllowedMethods.includes(method) &&
  rule.AllowedOrigins.some((pattern) => like(pattern, origin)) &&
  requestHeaders.every((header) => rule.AllowedHeaders?.some((pattern) => like(pattern.toLowerCase(), header.toLowerCase())));

/** Matches a pattern with at most one star, which stands for any text. */
function like(pattern: string, text: string): boolean {
  const [head = '', tail] = pattern.split('*');
  if (tail === undefined) return pattern === text;
  return text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
}
