// Answers requests to the websites of buckets: index and error documents, redirects, and errors as pages.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/WebsiteEndpoints.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { Route, RouteRequest, RouteResponse } from '#core/route';
import { requestName } from '#core/traces/http-run';
import { table } from '#lib/table';
import { fault, type WebsiteConfiguration } from '#model/s3';
import { configOf } from '#services/s3/bucket-configs';
import { noSuchBucket, withHeaders } from '#services/s3/faults';
import { lookUpBucket } from '#services/s3/located-bucket';
import { WEBSITE_READ } from '#services/s3/messages';
import { getObject } from '#services/s3/objects/get';
import { errorPage } from './error-page.ts';
import { objectHeaders } from './object-headers.ts';
import { type Redirection, redirectAll, redirectByRule } from './routing-rules.ts';
import { type AddressedRequest, readWebsiteRequest } from './website-request.ts';

type Website = Frozen<WebsiteConfiguration>;

const STATUSES: Readonly<Record<string, number>> = table({
  NoSuchBucket: 404,
  NoSuchWebsiteConfiguration: 404,
  NoSuchKey: 404,
  AccessDenied: 403,
  PreconditionFailed: 412,
  InvalidRange: 416,
});
const statusOf = ({ code, options }: Fault): number => options.status ?? STATUSES[code] ?? 400;

export const route: Route = async (request, ctx) => {
  const startedMs = performance.now();
  const addressed = readWebsiteRequest(request, ctx);
  if (!addressed) return page(fault('InvalidURI', "Couldn't parse the specified URI."), 400, ctx);
  const answer = await answerTo(addressed, request, ctx);
  const { method } = request;
  const { bucket, key } = addressed;
  ctx.log.in('s3').write(WEBSITE_READ, { method, bucket, key, status: answer.status });
  // Visitors and browsers ask for pages that are not there: no answer of a website is a problem.
  ctx.noteRun({ what: 'request', resource: `website ${bucket}`, name: requestName(method, `/${key}`, answer.status), startedMs });
  return answer;
};

async function answerTo(addressed: AddressedRequest, request: RouteRequest, ctx: Ctx): Promise<RouteResponse> {
  const { bucket } = addressed;
  const found = lookUpBucket(bucket, ctx);
  if (!found) return page(noSuchBucket(bucket), 404, ctx);
  const website = configOf(found, 'website');
  if (!website) {
    const none = 'The specified bucket does not have a website configuration';
    return page(fault('NoSuchWebsiteConfiguration', none, { BucketName: bucket }), 404, ctx);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return page(notAllowed(request.method), 405, ctx);
  if (website.RedirectAllRequestsTo) return redirected(redirectAll(website.RedirectAllRequestsTo, addressed));
  const early = redirectByRule(website.RoutingRules ?? [], addressed, undefined);
  return early ? redirected(early) : document(website, addressed, request, ctx);
}

const notAllowed = (Method: string): Fault =>
  withHeaders('MethodNotAllowed', 'The specified method is not allowed against this resource.', {
    status: 405,
    members: { Method, ResourceType: 'OBJECT' },
  });

async function document(website: Website, addressed: AddressedRequest, request: RouteRequest, ctx: Ctx): Promise<RouteResponse> {
  const { key } = addressed;
  const suffix = website.IndexDocument?.Suffix ?? '';
  const shown = key === '' || key.endsWith('/') ? `${key}${suffix}` : key;
  try {
    return read(addressed, shown, request, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const status = statusOf(error);
    if (status === 304) return { status, headers: error.options.headers ?? {} };
    if (shown === key && isThere(addressed, `${key}/${suffix}`, ctx))
      return redirected({ status: 302, location: `${addressed.base}${request.path.slice(addressed.base.length)}/` });
    const late = redirectByRule(website.RoutingRules ?? [], addressed, status);
    return late ? redirected(late) : errorAnswer(website, addressed, error, ctx);
  }
}

/** @throws Fault */
function read({ bucket, base }: AddressedRequest, Key: string, { headers }: Pick<RouteRequest, 'headers'>, ctx: Ctx): RouteResponse {
  const time = (name: string): Date | undefined => {
    const date = new Date(headers[name] ?? '');
    return Number.isNaN(date.getTime()) ? undefined : date;
  };
  const conditions = {
    Range: headers['range'],
    IfMatch: headers['if-match'],
    IfNoneMatch: headers['if-none-match'],
    IfModifiedSince: time('if-modified-since'),
    IfUnmodifiedSince: time('if-unmodified-since'),
  };
  const object = getObject({ Bucket: bucket, Key, ...conditions }, ctx, 'GetObject');
  const redirect = object.WebsiteRedirectLocation;
  if (redirect !== undefined) return redirected({ status: 301, location: redirect.startsWith('/') ? `${base}${redirect}` : redirect });
  return { status: object.StatusCode ?? 200, headers: objectHeaders(object), body: object.Body };
}

function isThere({ bucket }: AddressedRequest, Key: string, ctx: Ctx): boolean {
  try {
    getObject({ Bucket: bucket, Key }, ctx, 'GetObject');
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

/** The website's own document for errors of clients, or a page that names the error. */
function errorAnswer({ ErrorDocument }: Website, addressed: AddressedRequest, error: Fault, ctx: Ctx): RouteResponse {
  const status = statusOf(error);
  if (ErrorDocument?.Key === undefined) return page(error, status, ctx);
  try {
    const answer = read(addressed, ErrorDocument.Key, { headers: {} }, ctx);
    return answer.status === 301 ? answer : { ...answer, status };
  } catch (noDocument) {
    if (!(noDocument instanceof Fault)) throw noDocument;
    return page(error, status, ctx, noDocument);
  }
}

const redirected = ({ status, location }: Redirection): RouteResponse => ({ status, headers: { location } });

const page = (error: Fault, status: number, ctx: Ctx, noDocument?: Fault): RouteResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'x-amz-error-code': error.code,
    'x-amz-error-message': error.message,
    'x-amz-request-id': ctx.requestId,
  },
  body: errorPage({ status, fault: error, requestId: ctx.requestId, noDocument }),
});
