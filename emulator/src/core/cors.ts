// CORS by a service's own resources (a bucket's CORS configuration): the manifest names the function that answers.
import type { Ctx } from './ctx.ts';

export interface CorsRequest {
  /** Empty only where a request with OPTIONS has none. */
  readonly origin: string;
  /** The request's method, or the one in a preflight's Access-Control-Request-Method. */
  readonly method: string;
  /** The headers in a preflight's Access-Control-Request-Headers, in lower case. */
  readonly requestHeaders: readonly string[];
  readonly preflight: boolean;
  /** The method is OPTIONS: it wants nothing but the rules. A refusal may be a fault in the service's own words. */
  readonly asks?: boolean;
  /** Raw path. */
  readonly path: string;
  /** The bucket in the host name, if there is one. */
  readonly bucket?: string | undefined;
}

/** The CORS headers of the answer, or undefined when the resource does not allow this origin. @throws Fault for a request that only asks */
export type Cors = (
  request: CorsRequest,
  ctx: Ctx,
) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;
