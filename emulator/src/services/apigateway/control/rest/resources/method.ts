// AWS::ApiGateway::Method: a method with its integration and responses. An update puts all of it anew.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { flag, ignoring, list, number, object, text, texts } from '#core/resources/resource-properties';
import { asGiven, readAs, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import type { Integration, IntegrationResponse, Method, MethodResponse } from '#model/apigateway';
import { flagMap, methodProperties } from './method-properties.ts';
import { GONE } from './rest-type.ts';

const namedBy = (properties: Properties) => ({
  restApiId: text(properties.RestApiId) ?? '',
  resourceId: text(properties.ResourceId) ?? '',
  httpMethod: text(properties.HttpMethod) ?? '',
});

async function put(properties: Properties, ctx: ResourceContext): Promise<void> {
  const named = namedBy(properties);
  await ctx.call('apigateway', 'PutMethod', { ...named, ...methodOf(properties) });
  for (const response of list(properties.MethodResponses))
    await ctx.call('apigateway', 'PutMethodResponse', { ...named, ...responseOf(object(response)) });
  if (properties.Integration === undefined) return;
  const integration = object(properties.Integration);
  await ctx.call('apigateway', 'PutIntegration', { ...named, ...integrationOf(integration) });
  for (const response of list(integration.IntegrationResponses))
    await ctx.call('apigateway', 'PutIntegrationResponse', { ...named, ...integrationResponseOf(object(response)) });
}

const methodOf = (given: Properties) => ({
  apiKeyRequired: flag(given.ApiKeyRequired),
  authorizationScopes: given.AuthorizationScopes === undefined ? undefined : texts(given.AuthorizationScopes),
  authorizationType: text(given.AuthorizationType) ?? 'NONE',
  authorizerId: text(given.AuthorizerId),
  operationName: text(given.OperationName),
  requestModels: textMap(given.RequestModels) as Method['requestModels'],
  requestParameters: flagMap(given.RequestParameters),
  requestValidatorId: text(given.RequestValidatorId),
});

const responseOf = (given: Properties): MethodResponse & { readonly statusCode: string } => ({
  statusCode: text(given.StatusCode) ?? '',
  responseModels: textMap(given.ResponseModels) as MethodResponse['responseModels'],
  responseParameters: flagMap(given.ResponseParameters),
});

const integrationOf = (given: Properties) => ({
  cacheKeyParameters: given.CacheKeyParameters === undefined ? undefined : texts(given.CacheKeyParameters),
  cacheNamespace: text(given.CacheNamespace),
  connectionId: text(given.ConnectionId),
  connectionType: text(given.ConnectionType),
  contentHandling: text(given.ContentHandling),
  credentials: text(given.Credentials),
  integrationHttpMethod: text(given.IntegrationHttpMethod),
  integrationTarget: text(given.IntegrationTarget),
  passthroughBehavior: text(given.PassthroughBehavior),
  requestParameters: textMap(given.RequestParameters) as Integration['requestParameters'],
  requestTemplates: textMap(given.RequestTemplates) as Integration['requestTemplates'],
  responseTransferMode: text(given.ResponseTransferMode),
  timeoutInMillis: number(given.TimeoutInMillis),
  type: text(given.Type) ?? '',
  uri: text(given.Uri),
});

const integrationResponseOf = (given: Properties): IntegrationResponse & { readonly statusCode: string } => ({
  statusCode: text(given.StatusCode) ?? '',
  contentHandling: text(given.ContentHandling),
  responseParameters: textMap(given.ResponseParameters) as IntegrationResponse['responseParameters'],
  responseTemplates: textMap(given.ResponseTemplates) as IntegrationResponse['responseTemplates'],
  selectionPattern: text(given.SelectionPattern),
});

const made = (properties: Properties) => ({
  physicalId: [properties.RestApiId, properties.ResourceId, properties.HttpMethod].map((each: Value | undefined) => text(each)).join('|'),
  attributes: {},
});

const namedIn = (id: string) => {
  const [restApiId = '', resourceId = '', httpMethod = ''] = id.split('|');
  return { restApiId, resourceId, httpMethod };
};

export const resource: ResourceType = {
  async create(properties, ctx) {
    await put(properties, ctx);
    return made(properties);
  },
  async update(_id, properties, _previous, ctx) {
    await put(properties, ctx);
    return made(properties);
  },
  async delete(id, _properties, ctx) {
    await ignoring(GONE, ctx.call('apigateway', 'DeleteMethod', namedIn(id)));
  },
  async read(id, properties, ctx) {
    const method = await ignoring(GONE, ctx.call('apigateway', 'GetMethod', namedIn(id)));
    const { restApiId, resourceId } = namedIn(id);
    if (!method) return undefined;
    const found = methodProperties(method);
    const Integration = asGiven(found['Integration'], properties.Integration);
    return { ...readAs({ ...found, Integration }), RestApiId: restApiId, ResourceId: resourceId };
  },
};
