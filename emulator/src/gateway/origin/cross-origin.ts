// Asks a service whether its resource admits a web page of another origin by its own CORS rules (a bucket's configuration).

import type { CorsRequest } from '#core/cors';
import type { Ctx } from '#core/ctx';
import type { Registry } from '#core/registry';
import type { WireRequest } from '#protocol/http/wire';

export interface CorsTarget {
  readonly service: string;
  readonly bucket?: string | undefined;
}

export type CorsAnswer =
  | { readonly admitted: false }
  /** `headers` let the page read the answer. */
  | { readonly admitted: true; readonly preflight: boolean; readonly headers: Readonly<Record<string, string>> };

const isPreflight = ({ method, headers }: WireRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/**
 * The answer of the resource's own CORS rules. A request without an `Origin` header is not admitted.
 * @throws Fault of the service, for a preflight that it refuses in its own words
 */
export async function askCors(registry: Registry, target: CorsTarget, request: WireRequest, ctx: () => Ctx): Promise<CorsAnswer> {
  const origin = request.headers['origin'];
  const asks = request.method === 'OPTIONS';
  const cors = origin === undefined && !asks ? undefined : await registry.cors(target.service);
  if (!cors) return { admitted: false };
  const preflight = isPreflight(request);
  const question: CorsRequest = {
    origin: origin ?? '',
    method: preflight ? request.headers['access-control-request-method']! : request.method,
    requestHeaders: preflight ? names(request.headers['access-control-request-headers']) : [],
    preflight,
    asks,
    path: request.path,
    bucket: target.bucket,
  };
  const headers = await cors(question, ctx());
  return headers ? { admitted: true, preflight, headers } : { admitted: false };
}

const names = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
