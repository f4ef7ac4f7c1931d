// One request to an HTTP API on its way through the steps, with everything that they find out about it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { RouteRequest, RouteResponse } from '#core/route';
import { lazy } from '#lib/lazy';
import type { Integration, Route } from '#model/apigatewayv2';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import type { LocatedApi } from '#services/apigateway/addresses/locate';
import type { RequestFailure } from '#services/apigateway/calls/note-request';
import type { Api, Stage } from '#services/apigateway/http-state';
import type { Timed } from '#services/apigateway/steps/run-steps';
import type { Program } from './program.ts';

/** The authorizer's result about the caller, as events and `$context` show it. */
export type AuthorizerFacts =
  | { readonly kind: 'jwt'; readonly claims: Readonly<Record<string, string>>; readonly scopes: readonly string[] | null }
  | { readonly kind: 'lambda'; readonly context: Readonly<Record<string, unknown>>; readonly principalId?: string | undefined }
  | { readonly kind: 'iam'; readonly accessKeyId: string; readonly account: string; readonly arn: string };

export interface ExchangeParts {
  readonly located: LocatedApi;
  readonly request: RouteRequest;
  readonly api: Frozen<Api>;
  readonly stage: Frozen<Stage>;
  readonly program: Program;
  /** Raw, without the stage. */
  readonly path: string;
}

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const ID_LENGTH = 15;

/** Made once per request. Logs and events read what is known by then; a step names in the type of its exchange what must be. */
export class Exchange implements Timed {
  readonly request: RouteRequest;
  readonly ctx: Ctx;
  readonly api: Frozen<Api>;
  readonly stage: Frozen<Stage>;
  readonly program: Program;
  readonly path: string;
  readonly basePath: string;
  readonly id: string;
  readonly startedMs: number;
  /** Rejects with a Fault where the body is too large. */
  readonly body: () => Promise<Uint8Array>;
  route: Frozen<Route> | undefined;
  integration: Frozen<Integration> | undefined;
  parameters: Readonly<Record<string, string>> = {};
  authorizer: AuthorizerFacts | undefined;
  integrationMs: number | undefined;
  /** `$context` values that steps set: `error.message`, `integration.status`, … */
  readonly notes = new Map<string, string>();
  /** Why the gateway answers in place of the integration. */
  failure: RequestFailure | undefined;
  /** The answer of the integration. */
  received: RouteResponse | undefined;

  constructor({ located, request, api, stage, program, path }: ExchangeParts) {
    this.request = request;
    this.ctx = located.there;
    this.api = api;
    this.stage = stage;
    this.program = program;
    this.path = path;
    this.basePath = located.basePath;
    this.id = `${located.there.random(ID_LENGTH, ID_ALPHABET)}=`;
    this.startedMs = located.there.now();
    this.body = lazy(() => request.body());
  }

  /** The same exchange with another request and path, as mappings make them for an integration. */
  seenAs(request: RouteRequest, path: string): Exchange {
    return Object.assign(Object.create(Exchange.prototype) as Exchange, this, { request, path });
  }

  /** The path with the stage, where the stage has a name and no domain stands for it. */
  get rawPath(): string {
    return this.stage.name === '$default' || this.basePath !== '' ? `${this.basePath}${this.path}` : `/${this.stage.name}${this.path}`;
  }

  /** `arn:aws:execute-api:REGION:ACCOUNT:API/STAGE/METHOD/path`; `invoked` is the path of the request, not that of the route. */
  arnOf(invoked: boolean): string {
    const key = this.route?.RouteKey ?? '$default';
    const [method = '', path = ''] = key === '$default' ? ['$default', ''] : key.split(' ');
    const end =
      key === '$default' ? '$default' : `${invoked ? this.request.method : method.replace('ANY', '*')}${invoked ? this.path : path}`;
    return executeArn(this.api.id, `${this.stage.name}/${end}`, this.ctx);
  }
}

/** The route is found. */
export type MatchedExchange = Exchange & { readonly route: Frozen<Route> };
/** The integration of the route is known, and the body of the request read. */
export type MappedExchange = MatchedExchange & { readonly integration: Frozen<Integration>; readonly sent: Uint8Array };
/** The integration has answered. */
export type CalledExchange = MappedExchange & { readonly received: RouteResponse };
