// One request to an HTTP API on its way through the steps, with everything that they find out about it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { RouteRequest, RouteResponse } from '#core/route';
import { lazy } from '#lib/lazy';
import type { Integration, Route } from '#model/apigatewayv2';
import type { LocatedApi } from '#services/apigateway/addresses/locate';
import type { RequestFailure } from '#services/apigateway/calls/note-request';
import type { Api, Stage } from '#services/apigateway/http-state';
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

/** Made once per request. */
export class Exchange {
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
  /** `$context` values that steps set: `error.message`, `integration.status`, … */
  readonly notes = new Map<string, string>();
  /** Why the gateway answers in place of the integration. */
  failure: RequestFailure | undefined;
  /** The answer of the integration, then the answer to the client. */
  answer: RouteResponse | undefined;

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
    const { account, region } = this.ctx;
    const key = this.route?.RouteKey ?? '$default';
    const [method = '', path = ''] = key === '$default' ? ['$default', ''] : key.split(' ');
    const end =
      key === '$default' ? '$default' : `${invoked ? this.request.method : method.replace('ANY', '*')}${invoked ? this.path : path}`;
    return `arn:aws:execute-api:${region}:${account}:${this.api.id}/${this.stage.name}/${end}`;
  }
}

/** A step answers the request, or lets it go on. */
export type Step = (exchange: Exchange) => RouteResponse | undefined | Promise<RouteResponse | undefined>;
