// Services whose own resources say which web pages may reach them (a bucket's CORS configuration) answer through their manifest.
import type { Ctx } from './ctx.ts';

export interface CorsRequest {
  readonly origin: string;
  /** The request's method, or the one that a preflight asks for. */
  readonly method: string;
  /** Headers that a preflight asks for, lower case. */
  readonly requestHeaders: readonly string[];
  readonly preflight: boolean;
  /** Raw path. */
  readonly path: string;
  /** Where the host names a bucket. */
  readonly bucket?: string | undefined;
}

/** The CORS headers of the answer, or undefined when the resource does not let this origin in. */
export type Cors = (
  request: CorsRequest,
  ctx: Ctx,
) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;
