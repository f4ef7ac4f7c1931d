// Events as requests to the function's web server: of REST, HTTP and WebSocket APIs, function URLs and load balancers; any other event is the body of a
// POST. As the adapter makes them (awslabs/aws-lambda-web-adapter 1.0, which reads events by awslabs/aws-lambda-rust-runtime). Pure.
import type { AdapterSettings } from './adapter-settings.ts';

/** The service that waits for the answer, which has a form of its own. */
export type Origin = 'rest' | 'http' | 'load-balancer' | 'other';

export interface WebRequest {
  readonly origin: Origin;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

type Event = Readonly<Record<string, unknown>>;

interface HttpEvent {
  readonly path?: string;
  readonly rawPath?: string;
  readonly rawQueryString?: string;
  readonly cookies?: readonly string[];
  readonly httpMethod?: string;
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>> | null;
  readonly queryStringParameters?: Readonly<Record<string, string>> | null;
  readonly multiValueQueryStringParameters?: Readonly<Record<string, readonly string[]>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  readonly requestContext?: { readonly http?: { readonly method?: string }; readonly elb?: unknown; readonly requestId?: unknown };
}

/** `lambdaContext`: JSON of the invocation's context. */
export function webRequest(payload: string, lambdaContext: string, settings: AdapterSettings): WebRequest {
  const event = objectIn(payload);
  const found = event as HttpEvent;
  const origin = originOf(found);
  const headers = [...headersOf(found, origin), 'x-amzn-request-context', ascii(JSON.stringify(event?.['requestContext'] ?? null))];
  headers.push('x-amzn-lambda-context', ascii(lambdaContext));
  if (origin === 'other') {
    const body = Buffer.from(payload);
    return { origin, method: 'POST', path: settings.passThroughPath, headers: ['content-type', 'application/json', ...headers], body };
  }
  const path = withoutBase((origin === 'http' ? found.rawPath : found.path) ?? '/', settings.basePath);
  const query = queryOf(found, origin);
  return {
    origin,
    method: (origin === 'http' ? found.requestContext?.http?.method : found.httpMethod) ?? 'GET',
    path: query === '' ? path : `${path}?${query}`,
    headers: authorized(headers, settings.authorizationSource),
    body: Buffer.from(found.body ?? '', found.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

function objectIn(payload: string): Event | undefined {
  try {
    const read = JSON.parse(payload) as unknown;
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Event) : undefined;
  } catch {
    return undefined;
  }
}

function originOf(event: HttpEvent | undefined): Origin {
  const { requestContext } = event ?? {};
  if (typeof requestContext !== 'object' || requestContext === null) return 'other';
  if (requestContext.http && typeof event?.rawPath === 'string') return 'http';
  if (requestContext.elb && event?.httpMethod !== undefined) return 'load-balancer';
  return requestContext.requestId !== undefined && (event?.httpMethod !== undefined || 'connectionId' in requestContext) ? 'rest' : 'other';
}

/** Headers of the connection between the adapter and the server are its own. */
const OWN = /^(?:connection|transfer-encoding|content-length|keep-alive|upgrade|te|expect)$/i;

function headersOf(event: HttpEvent | undefined, origin: Origin): string[] {
  if (origin === 'other' || !event) return [];
  const many = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  const pairs = many.length > 0 ? many : Object.entries(event.headers ?? {});
  // Events of HTTP APIs have them in both places.
  const cookies = event.cookies?.length ? [['cookie', event.cookies.join('; ')] as const] : [];
  const others = cookies.length > 0 ? pairs.filter(([name]) => name.toLowerCase() !== 'cookie') : pairs;
  return [...others, ...cookies].flatMap(([name, value]) =>
    OWN.test(name) || name === '' ? [] : [name.toLowerCase(), ascii(String(value))],
  );
}

/** Header values are bytes: text beyond Latin-1 is sent as its UTF-8 bytes, and no line ends in it. */
const ascii = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, ' ');

function authorized(headers: readonly string[], source: string | undefined): readonly string[] {
  if (source === undefined || !headers.some((name, at) => at % 2 === 0 && name === source)) return headers;
  return headers.flatMap((name, at) => {
    if (at % 2 === 1 || name === 'authorization') return [];
    return [name === source ? 'authorization' : name, headers[at + 1] ?? ''];
  });
}

/** The base path is taken away as often as it stands there. */
function withoutBase(path: string, base: string | undefined): string {
  let rest = path;
  while (base !== undefined && rest.startsWith(base)) rest = rest.slice(base.length);
  return encoded(rest.startsWith('/') ? rest : `/${rest}`);
}

/** Characters that no request line may have. */
const encoded = (path: string): string => path.replace(/[^!-~]|[?#]/gu, (found) => encodeURIComponent(found));

function queryOf(event: HttpEvent, origin: Origin): string {
  if (origin === 'http') return (event.rawQueryString ?? '').replace(/[^!-~]/gu, (found) => encodeURIComponent(found));
  const many = Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values]) =>
    values.map((value) => [name, value]),
  );
  const pairs = many.length > 0 ? many : Object.entries(event.queryStringParameters ?? {});
  // Load balancers hand over what was sent, still encoded.
  if (origin === 'load-balancer') return pairs.map(([name, value]) => `${name}=${value}`).join('&');
  return new URLSearchParams(pairs.map(([name = '', value = '']) => [name, value] as [string, string])).toString();
}
