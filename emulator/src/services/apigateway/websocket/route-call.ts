// One run of a route of a WebSocket API, `$connect`, a message or `$disconnect`, and what its steps add to it.
import type { Frozen } from '#core/records';
import type { Integration, Route } from '#model/apigatewayv2';
import { Refusal, type Timed } from '#services/apigateway/steps/run-steps';
import type { RouteEvent } from './events.ts';
import type { MappedRequest } from './mapped-request.ts';
import type { RouteLog } from './route-log.ts';
import type { Session } from './session.ts';

export const SOCKET_TIMEOUT_MS = 29_000;

export interface RouteRun extends Timed {
  readonly session: Session;
  /** The route that is for it; undefined for a message that none takes. */
  readonly selected: Frozen<Route> | undefined;
  /** The message; empty for `$connect` and `$disconnect`. */
  readonly body: string;
  readonly log: RouteLog;
}

export type MatchedRun = RouteRun & { readonly route: Frozen<Route> };

export type RouteCall = MatchedRun & {
  readonly integration: Frozen<Integration>;
  /** The event of a proxy integration's function. Its `requestContext` is `$context` of templates, its headers and query are `$input.params()`. */
  readonly event: RouteEvent;
  /** The request that templates and mappings made of the message, for integrations that are no proxies. */
  readonly mapped: MappedRequest | undefined;
};

/** The answer of an integration: its status, and what a route response sends to the client. */
export interface IntegrationAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type CalledRun = RouteCall & { readonly received: IntegrationAnswer };

export interface IntegrationFailure {
  readonly failed: string;
  /** The command that mends it. */
  readonly remedy?: string | undefined;
}

export type IntegrationResult = IntegrationAnswer | IntegrationFailure;

/** The message for the client in place of an answer. */
interface RefusedRoute {
  readonly message: string;
  /** Undefined for an integration that failed: handshakes and messages tell of it by different ones. */
  readonly status: number | undefined;
}

export type RouteRefusal = Refusal<RefusedRoute>;

export const routeRefusal = (status: number, message: string, reason: string, remedy?: string): RouteRefusal =>
  new Refusal({ status, message }, { reason, remedy, isRefusal: status < 500 });

/** An authorizer or a check in its place ends the run: the integration is not called, whatever the status. */
export const accessRefusal = (status: number, message: string, reason: string, remedy?: string): RouteRefusal =>
  new Refusal({ status, message }, { reason, remedy, isRefusal: true });

export const integrationRefusal = ({ failed: reason, remedy }: IntegrationFailure): RouteRefusal =>
  new Refusal({ status: undefined, message: 'Internal server error' }, { reason, remedy, isRefusal: false });
