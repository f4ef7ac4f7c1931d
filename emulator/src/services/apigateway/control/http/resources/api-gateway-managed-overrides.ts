// AWS::ApiGatewayV2::ApiGatewayManagedOverrides: other settings for the integration, the route and the stage that quick create made.
import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, object, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { table } from '#lib/table';
import type { Integration, Route } from '#model/apigatewayv2';
import { bad } from '#services/apigateway/control/http/faults';
import { integrationDefaults, STAGE_DEFAULTS } from '#services/apigateway/control/http/quick-create';
import { resource as integrations } from './integration.ts';
import { resource as routes } from './route.ts';
import { resource as stages } from './stage.ts';

const STAGE = '$default';

const SETTINGS = {
  Integration: ['Description', 'IntegrationMethod', 'PayloadFormatVersion', 'TimeoutInMillis'],
  Route: ['AuthorizationScopes', 'AuthorizationType', 'AuthorizerId', 'OperationName', 'Target'],
  Stage: ['AccessLogSettings', 'AutoDeploy', 'DefaultRouteSettings', 'Description', 'RouteSettings', 'StageVariables'],
} as const;

/** The parts that quick create made, each with the settings that it has without overrides. */
interface Managed {
  readonly property: keyof typeof SETTINGS;
  readonly id: string;
  readonly defaults: Properties;
  readonly handlers: ResourceType;
}

/** @throws NotFoundException where the API is gone, BadRequestException where quick create made nothing of it */
async function managedParts(ApiId: string, ctx: ResourceContext): Promise<readonly Managed[]> {
  const call = {
    integrations: ctx.call('apigatewayv2', 'GetIntegrations', { ApiId }),
    routes: ctx.call('apigatewayv2', 'GetRoutes', { ApiId }),
  };
  const { Items: made = [] } = await call.integrations;
  const integration = managed(made as readonly Integration[]);
  const route = managed(((await call.routes).Items ?? []) as readonly Route[]);
  if (!integration || !route) throw bad(`The API ${ApiId} has no integration and route that quick create made`);
  const { IntegrationId = '', IntegrationUri = '' } = integration;
  const target = { AuthorizationType: 'NONE', OperationName: '', Target: `integrations/${IntegrationId}` };
  return [
    { property: 'Integration', id: IntegrationId, defaults: integrationDefaults(IntegrationUri), handlers: integrations },
    { property: 'Route', id: route.RouteId ?? '', defaults: target, handlers: routes },
    { property: 'Stage', id: STAGE, defaults: STAGE_DEFAULTS, handlers: stages },
  ];
}

const managed = <T extends { readonly ApiGatewayManaged?: boolean | undefined }>(parts: readonly T[]): T | undefined =>
  parts.find(({ ApiGatewayManaged }) => ApiGatewayManaged);

/** From the one to the other; settings that are overridden no more get their defaults. */
async function override(properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const ApiId = text(properties.ApiId) ?? '';
  for (const { property, id, defaults, handlers } of await managedParts(ApiId, ctx)) {
    if (properties[property] === undefined && previous[property] === undefined) continue;
    const withDefaults = (overrides: Value | undefined): Properties => ({ ApiId, ...defaults, ...object(overrides) });
    await handlers.update!(id, withDefaults(properties[property]), withDefaults(previous[property]), ctx);
  }
}

/** Named by the id of the route: an API has one set of overrides. */
function made(parts: readonly Managed[]): Created {
  const { id = '' } = parts.find(({ property }) => property === 'Route') ?? {};
  return { physicalId: id, attributes: { Id: id } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const ApiId = properties.ApiId!;
    await override(properties, { ApiId }, ctx);
    return made(await managedParts(text(ApiId) ?? '', ctx));
  },
  async update(id, properties, previous, ctx) {
    await override(properties, previous, ctx);
    return { physicalId: id, attributes: { Id: id } };
  },
  async delete(_id, properties, ctx) {
    await ignoring(['NotFoundException'], override({ ApiId: properties.ApiId! }, properties, ctx));
  },
  /** The settings that the template overrides, as they are now; all of a part that it leaves out. */
  async read(id, properties, ctx) {
    const ApiId = text(properties.ApiId) ?? '';
    const parts = await ignoring(['NotFoundException', 'BadRequestException'], managedParts(ApiId, ctx));
    if (!parts) return undefined;
    const shown: Record<string, Value> = table({ ApiId, Id: id });
    for (const { property, id: part, handlers } of parts) {
      const overrides = properties[property];
      const now = (await handlers.read!(part, { ApiId, ...object(overrides) }, ctx)) ?? {};
      const names = overrides === undefined ? SETTINGS[property] : Object.keys(object(overrides));
      shown[property] = Object.fromEntries(names.map((name) => [name, now[name] ?? (name === 'AutoDeploy' ? false : null)]));
    }
    return shown;
  },
  async adopt({ ApiId }, _properties, ctx) {
    return made(await managedParts(text(ApiId) ?? '', ctx));
  },
};
