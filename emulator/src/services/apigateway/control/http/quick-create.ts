// Quick create: an HTTP API with a target gets an integration, a route and a stage, which belong to the service.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { newId } from '#services/apigateway/addresses/api-ids';
import { integrations, routes, stages } from '#services/apigateway/http-state';
import { deployAutomatically } from './deploy.ts';
import { type NewIntegration, newIntegration } from './integration-rules.ts';
import { checkRouteKey } from './route-rules.ts';

const DEFAULT = '$default';
const PART_ID_LENGTH = 7;
const TIMEOUT_MS = 30_000;

interface QuickCreate {
  readonly Target?: string | undefined;
  readonly RouteKey?: string | undefined;
  readonly CredentialsArn?: string | undefined;
}

const isFunction = (target: string): boolean => target.startsWith('arn:');

/** The settings that overrides of the stage take the place of. */
export const STAGE_DEFAULTS = { AutoDeploy: true, Description: '' };

/** The settings that overrides of an integration take the place of. */
export const integrationDefaults = (target: string) => ({
  Description: '',
  TimeoutInMillis: TIMEOUT_MS,
  ...(isFunction(target)
    ? { PayloadFormatVersion: '2.0', IntegrationMethod: 'POST' }
    : { PayloadFormatVersion: '1.0', IntegrationMethod: 'ANY' }),
});

const integrationOf = (target: string, credentials: string | undefined): NewIntegration => ({
  IntegrationType: isFunction(target) ? 'AWS_PROXY' : 'HTTP_PROXY',
  IntegrationUri: target,
  ...(isFunction(target) ? { PayloadFormatVersion: '2.0' } : { PayloadFormatVersion: '1.0', IntegrationMethod: 'ANY' }),
  ...(credentials !== undefined && { CredentialsArn: credentials }),
});

export function putQuickCreate(tx: Tx, api: string, { Target, RouteKey = DEFAULT, CredentialsArn }: QuickCreate, ctx: Ctx): void {
  const integration = newIntegration(integrationOf(Target!, CredentialsArn), 'HTTP', newId(ctx, PART_ID_LENGTH));
  const id = newId(ctx, PART_ID_LENGTH);
  const now = ctx.now();
  checkRouteKey(RouteKey, 'HTTP');
  tx.put(ctx.records(integrations), [api, integration.IntegrationId!], { ...integration, ApiGatewayManaged: true });
  tx.put(ctx.records(routes), [api, id], {
    ...{ RouteId: id, RouteKey, Target: `integrations/${integration.IntegrationId}` },
    ...{ ApiKeyRequired: false, AuthorizationType: 'NONE', ApiGatewayManaged: true },
  });
  tx.put(ctx.records(stages), [api, DEFAULT], {
    ...{ name: DEFAULT, autoDeploy: true, isManaged: true },
    ...{ routeSettings: {}, variables: {}, tags: {}, createdMs: now, updatedMs: now },
  });
  deployAutomatically(tx, api, ctx);
}

export function updateQuickCreate(tx: Tx, api: string, { Target, RouteKey, CredentialsArn }: QuickCreate, ctx: Ctx): void {
  const integration = ctx
    .records(integrations)
    .range([api])
    .find(({ ApiGatewayManaged }) => ApiGatewayManaged);
  const route = ctx
    .records(routes)
    .range([api])
    .find(({ ApiGatewayManaged }) => ApiGatewayManaged);
  if (integration && (Target ?? CredentialsArn) !== undefined) {
    const made = integrationOf(Target ?? integration.IntegrationUri!, CredentialsArn ?? integration.CredentialsArn);
    const { Description, TimeoutInMillis } = integration;
    const after = {
      ...newIntegration({ ...made, Description, TimeoutInMillis }, 'HTTP', integration.IntegrationId!),
      ApiGatewayManaged: true,
    };
    tx.put(ctx.records(integrations), [api, integration.IntegrationId!], after);
  }
  if (route && RouteKey !== undefined) {
    checkRouteKey(RouteKey, 'HTTP');
    tx.put(ctx.records(routes), [api, route.RouteId!], { ...route, RouteKey });
  }
}
