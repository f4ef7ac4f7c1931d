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
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Names and values by turns, in the order and the case in which they were sent. Over HTTP/2, names that begin with a colon are not headers. */
  readonly rawHeaders: readonly string[];
  /** The whole body, up to the gateway's limit. */
  body(): Promise<Uint8Array>;
  /**
   * Verifies the signature as far as `SIGNATURES` asks for it. `body` is the whole body; `signingName` is the service's own unless one is given.
   * @throws Fault in the service's words
   */
  verifySignature(body: Uint8Array, signingName?: string): Promise<void>;
}

export interface RouteResponse {
  readonly status: number;
  /** A list repeats the header. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export type Route = (request: RouteRequest, ctx: Ctx) => RouteResponse | Promise<RouteResponse>;
