// Applies the CORS configuration of a function URL. Pure.
import type { Frozen } from '#core/records';
import type { UrlCors } from './url-record.ts';

type Headers = Readonly<Record<string, string>>;

export interface Preflight {
  readonly method: string;
  /** Lower case. */
  readonly headers: readonly string[];
}

const allows = (list: readonly string[] | undefined, value: string): boolean =>
  list?.some((item) => item === '*' || item.toLowerCase() === value.toLowerCase()) === true;

/** The headers that allow a page of this origin to read an answer. Empty if it may not. */
export function corsHeaders(cors: Frozen<UrlCors> | undefined, origin: string | undefined): Headers {
  if (!cors || origin === undefined || !allows(cors.AllowOrigins, origin)) return {};
  const anyone = cors.AllowOrigins?.includes('*') && !cors.AllowCredentials;
  return {
    'access-control-allow-origin': anyone ? '*' : origin,
    ...(!anyone && { vary: 'Origin' }),
    ...(cors.AllowCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(cors.ExposeHeaders?.length && { 'access-control-expose-headers': cors.ExposeHeaders.join(',') }),
  };
}

/** The answer to a preflight request. Without headers if something is not allowed, which stops the page. */
export function preflightHeaders(cors: Frozen<UrlCors>, origin: string | undefined, { method, headers }: Preflight): Headers {
  const allowed = corsHeaders(cors, origin);
  if (Object.keys(allowed).length === 0 || !allows(cors.AllowMethods, method)) return {};
  if (!headers.every((name) => allows(cors.AllowHeaders, name))) return {};
  return {
    ...allowed,
    'access-control-allow-methods': cors.AllowMethods?.join(',') ?? '',
    ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(',') }),
    ...(cors.MaxAge !== undefined && { 'access-control-max-age': String(cors.MaxAge) }),
  };
}
