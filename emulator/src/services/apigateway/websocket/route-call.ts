// The call of a route's integration, and what comes of it.
import type { Frozen } from '#core/records';
import type { Route } from '#model/apigatewayv2';
import type { RouteEvent } from './events.ts';
import type { RouteLog } from './route-log.ts';
import type { SessionFacts } from './session-facts.ts';

export const SOCKET_TIMEOUT_MS = 29_000;

/** The answer of an integration: its status, and what a route response sends to the client. */
export interface IntegrationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface IntegrationFailure {
  readonly failed: string;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}

export type IntegrationResult = IntegrationAnswer | IntegrationFailure;

export interface RouteCall {
  readonly session: SessionFacts;
  readonly route: Frozen<Route>;
  /** The event of a proxy integration's function. Its `requestContext` is `$context` of templates, its headers and query are `$input.params()`. */
  readonly event: RouteEvent;
  /** The message; empty for `$connect` and `$disconnect`. */
  readonly body: string;
  readonly log: RouteLog;
}
