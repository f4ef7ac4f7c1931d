// CORS by a service's own resources (a bucket's CORS configuration): the manifest names the function that answers.
import type { Ctx } from './ctx.ts';

export interface CorsRequest {
  readonly origin: string;
  /** The request's method, or the one in a preflight's Access-Control-Request-Method. */
  readonly method: string;
  /** The headers in a preflight's Access-Control-Request-Headers, in lower case. */
  readonly requestHeaders: readonly string[];
  readonly preflight: boolean;
  /** Raw path. */
  readonly path: string;
  /** The bucket in the host name, if there is one. */
  readonly bucket?: string | undefined;
}

/** The CORS headers of the answer, or undefined when the resource does not allow this origin. */
export type Cors = (
  request: CorsRequest,
  ctx: Ctx,
) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;
