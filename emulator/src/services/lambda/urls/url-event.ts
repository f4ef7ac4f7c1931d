// The event that a function gets from its URL: payload format 2.0. Pure.
// https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html#urls-payloads
import type { RouteRequest } from '#core/route';
import { clfTime } from '#lib/clf-time';

export interface UrlFacts {
  readonly urlId: string;
  /** The path without the prefix that stands for the host. */
  readonly path: string;
  readonly domainName: string;
  readonly protocol: 'http' | 'https';
  readonly requestId: string;
  readonly nowMs: number;
  readonly traceId: string;
  /** The signer of the request. */
  readonly caller?: { readonly accessKeyId: string; readonly account: string; readonly arn: string } | undefined;
}

const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

export function urlEvent(request: RouteRequest, body: Uint8Array, facts: UrlFacts): object {
  const { urlId, domainName, requestId, nowMs, caller } = facts;
  // Slashes at its beginning are one (recorded in November 2025).
  const path = facts.path.replace(/^\/+/, '/');
  const cookies = request.headers['cookie']?.split(';').map((cookie) => cookie.trim());
  const parameters = queryParameters(request.query);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: request.rawQuery,
    ...(cookies && { cookies }),
    headers: headersOf(request, facts),
    ...(parameters && { queryStringParameters: parameters }),
    requestContext: {
      accountId: caller?.account ?? 'anonymous',
      apiId: urlId,
      ...(caller && { authorizer: { iam: authorizer(caller) } }),
      domainName,
      domainPrefix: urlId,
      http: {
        method: request.method,
        // Decoded, unlike `rawPath` (recorded)
        path: decodedPath(path),
        protocol: 'HTTP/1.1',
        sourceIp: request.remoteAddress,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: clfTime(nowMs),
      timeEpoch: nowMs,
    },
    ...bodyOf(body, request.headers['content-type']),
  };
}

const authorizer = ({ accessKeyId, account, arn }: NonNullable<UrlFacts['caller']>) => ({
  accessKey: accessKeyId,
  accountId: account,
  callerId: account,
  cognitoIdentity: null,
  principalOrgId: null,
  userArn: arn,
  userId: account,
});

/** Headers of the connection alone, which functions are not told of (recorded in August 2024). */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive']);

function headersOf(request: RouteRequest, { domainName, protocol, traceId }: UrlFacts): Record<string, string> {
  const given = Object.entries(request.headers).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith(':') && !OF_CONNECTION.has(entry[0]),
  );
  const port = /:(\d+)$/.exec(request.headers['host'] ?? '')?.[1];
  return {
    ...Object.fromEntries(given),
    host: request.headers['host'] ?? domainName,
    'x-amzn-trace-id': traceId,
    'x-forwarded-for': request.remoteAddress,
    'x-forwarded-port': port ?? (protocol === 'https' ? '443' : '80'),
    'x-forwarded-proto': protocol,
  };
}

/** Repeated names have their values joined by commas. */
function queryParameters(query: URLSearchParams): Record<string, string> | undefined {
  const names = [...new Set(query.keys())];
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, query.getAll(name).join(',')]));
}

function bodyOf(body: Uint8Array, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const text = contentType !== undefined && TEXT.test(contentType) ? textOf(body) : undefined;
  if (text !== undefined) return { body: text, isBase64Encoded: false };
  return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

/** Escapes that are none stay as they are. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}
