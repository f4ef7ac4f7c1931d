// CORS of HTTP APIs: preflights are answered without route or authorizer, and the settings replace the headers of integrations on every answer.
import type { Frozen } from '#core/records';
import type { RouteResponse } from '#core/route';
import type { Cors } from '#model/apigatewayv2';
import type { Exchange } from './exchange.ts';

type Headers = NonNullable<RouteResponse['headers']>;

const PREFIX = 'access-control-';

/** `*` and `https://*` are wildcards. */
const admits = ({ AllowOrigins: origins = [] }: Frozen<Cors>, origin: string): boolean =>
  origins.some(
    (each) =>
      each === '*' || each.toLowerCase() === origin.toLowerCase() || (/^https?:\/\/\*$/.test(each) && origin.startsWith(each.slice(0, -1))),
  );

/** Step: a preflight, where the API has CORS settings. An origin or a method that they do not admit gets no headers, which stops the page. */
export function preflight({ program: { cors }, request: { method, headers } }: Exchange): RouteResponse | undefined {
  const origin = headers['origin'];
  const wanted = headers['access-control-request-method'];
  if (!cors || method !== 'OPTIONS' || origin === undefined || wanted === undefined) return undefined;
  const { AllowMethods: methods = [], AllowHeaders: names = [], MaxAge } = cors;
  const isAllowed = admits(cors, origin) && methods.some((each) => each === '*' || each.toUpperCase() === wanted.toUpperCase());
  if (!isAllowed) return { status: 204 };
  return {
    status: 204,
    headers: {
      ...(methods.length > 0 && { 'access-control-allow-methods': methods.join(',') }),
      ...(names.length > 0 && { 'access-control-allow-headers': names.map((name) => name.toLowerCase()).join(',') }),
      ...(MaxAge !== undefined && { 'access-control-max-age': String(MaxAge) }),
    },
  };
}

export function withCors({ program: { cors }, request }: Exchange, answer: RouteResponse): RouteResponse {
  if (!cors) return answer;
  const isPreflight =
    answer.status === 204 && request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
  const kept = isPreflight
    ? Object.entries(answer.headers ?? {})
    : Object.entries(answer.headers ?? {}).filter(([name]) => !name.toLowerCase().startsWith(PREFIX));
  return { ...answer, headers: { ...Object.fromEntries(kept), ...ofOrigin(cors, request.headers['origin']) } };
}

function ofOrigin(cors: Frozen<Cors>, origin: string | undefined): Headers {
  if (origin === undefined || !admits(cors, origin)) return {};
  const isAnyone = cors.AllowOrigins?.includes('*') === true;
  return {
    'access-control-allow-origin': isAnyone ? '*' : origin,
    ...(!isAnyone && { vary: 'Origin' }),
    ...(cors.AllowCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(cors.ExposeHeaders?.length && { 'access-control-expose-headers': cors.ExposeHeaders.join(',') }),
  };
}
