// A request that an authorizer does not let through.
import type { RouteResponse } from '#core/route';

/** Why a request is not let through, and what its client is told. */
export interface AuthorizerRefusal {
  readonly refused: RouteResponse;
  readonly reason: string;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}
