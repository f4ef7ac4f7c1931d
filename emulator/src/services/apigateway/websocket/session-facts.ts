// The facts about a WebSocket: the API that it belongs to, its handshake, and the authorizer's result about its client.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { UpgradeRequest } from '#core/upgrade';
import { executeArn } from '#services/apigateway/addresses/execute-arn';
import type { Api, Deployment, Stage } from '#services/apigateway/http-state';

export interface SessionParts {
  /** The context in the API's account and region, not bound to the handshake's connection. */
  readonly ctx: Ctx;
  readonly api: Frozen<Api>;
  readonly stage: Frozen<Stage>;
  readonly deployment: Frozen<Deployment>;
  readonly request: UpgradeRequest;
  /** The trace of the handshake: its functions see it. */
  readonly traceId: string;
  readonly connectionId: string;
  /** The request that opened the connection; undefined in the handshake itself. */
  readonly opener?: string | undefined;
  readonly connectedMs: number;
}

export interface SessionFacts {
  readonly parts: SessionParts;
  /** The context that the authorizer gave: in every event from then on. */
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
  /** The API key that the authorizer named. */
  readonly usageKey: string | undefined;
}

/** `arn:aws:execute-api:REGION:ACCOUNT:API/STAGE/ROUTE` */
export const routeArn = ({ ctx, api, stage }: SessionParts, routeKey: string): string =>
  executeArn(api.id, `${stage.name}/${routeKey}`, ctx);
