// Web pages of other origins: let in only where the resource itself says so (a presigned URL, a bucket's own CORS).
import type { Ctx } from '#core/call';
import type { CorsRequest } from '#core/cors';
import type { Registry } from '#core/registry';
import type { WireRequest } from '#protocol/http/wire';

export interface Asked {
  readonly service: string;
  readonly bucket?: string | undefined;
  readonly presigned: boolean;
}

export type ForeignAnswer =
  | { readonly admitted: false }
  /** `headers` let the page read the answer; without them it only gets to send. */
  | { readonly admitted: true; readonly preflight: boolean; readonly headers: Readonly<Record<string, string>> };

/** What the service's own configuration says about a page's request. */
export async function foreignPage(registry: Registry, asked: Asked, request: WireRequest, ctx: () => Ctx): Promise<ForeignAnswer> {
  const origin = request.headers['origin'];
  const wanted = request.headers['access-control-request-method'];
  const preflight = request.method === 'OPTIONS' && wanted !== undefined;
  const cors = origin === undefined ? undefined : await registry.cors(asked.service);
  const question: CorsRequest = {
    origin: origin ?? '',
    method: preflight ? wanted : request.method,
    requestHeaders: preflight ? names(request.headers['access-control-request-headers']) : [],
    preflight,
    path: request.path,
    bucket: asked.bucket,
  };
  const headers = await cors?.(question, ctx());
  if (headers) return { admitted: true, preflight, headers };
  return asked.presigned && !preflight ? { admitted: true, preflight, headers: {} } : { admitted: false };
}

const names = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
