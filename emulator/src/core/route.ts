// HTTP outside the cloud's API: a path prefix that a service answers itself.
import type { Ctx } from './ctx.ts';

export interface RouteRequest {
  readonly method: string;
  /** Raw path, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** As sent, without the question mark. */
  readonly rawQuery: string;
  /** Lower case, without a port. */
  readonly host: string;
  readonly remoteAddress: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The whole body, up to the gateway's limit. */
  body(): Promise<Uint8Array>;
  /** Verifies the signature as far as `SIGNATURES` asks for it. `body` is the whole body. @throws Fault in the service's words */
  verifySignature(body: Uint8Array): Promise<void>;
}

export interface RouteResponse {
  readonly status: number;
  /** A list repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export type Route = (request: RouteRequest, ctx: Ctx) => RouteResponse | Promise<RouteResponse>;
