// HTTP outside the cloud's API: what a service answers under a path of its own.
import type { Ctx } from './call.ts';

export interface RouteRequest {
  readonly method: string;
  /** Raw path, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Read whole, within the gateway's limit. */
  body(): Promise<Uint8Array>;
}

export interface RouteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

export type Route = (request: RouteRequest, ctx: Ctx) => RouteResponse | Promise<RouteResponse>;
