// A method of the service as the properties of its resource type. Pure.
import type { Value } from '#core/resources/resource-handlers';
import { object } from '#core/resources/resource-properties';
import type { Integration, Method } from '#model/apigateway';

/** Flags may be texts. */
export const flagMap = (value: Value | undefined): Record<string, boolean> | undefined =>
  value === undefined
    ? undefined
    : Object.fromEntries(Object.entries(object(value)).map(([name, each]) => [name, String(each).toLowerCase() === 'true']));

export const methodProperties = (method: Method): Record<string, unknown> => ({
  ApiKeyRequired: method.apiKeyRequired,
  AuthorizationScopes: method.authorizationScopes,
  AuthorizationType: method.authorizationType,
  AuthorizerId: method.authorizerId,
  HttpMethod: method.httpMethod,
  Integration: method.methodIntegration && integrationProperties(method.methodIntegration),
  MethodResponses: Object.values(method.methodResponses ?? {}).map(({ statusCode, responseModels, responseParameters }) => ({
    StatusCode: statusCode,
    ResponseModels: responseModels,
    ResponseParameters: responseParameters,
  })),
  OperationName: method.operationName,
  RequestModels: method.requestModels,
  RequestParameters: method.requestParameters,
  RequestValidatorId: method.requestValidatorId,
});

const integrationProperties = (integration: Integration) => ({
  CacheKeyParameters: integration.cacheKeyParameters,
  CacheNamespace: integration.cacheNamespace,
  ConnectionId: integration.connectionId,
  ConnectionType: integration.connectionType,
  ContentHandling: integration.contentHandling,
  Credentials: integration.credentials,
  IntegrationHttpMethod: integration.httpMethod,
  IntegrationTarget: integration.integrationTarget,
  IntegrationResponses: Object.values(integration.integrationResponses ?? {}).map((response) => ({
    StatusCode: response.statusCode,
    ContentHandling: response.contentHandling,
    ResponseParameters: response.responseParameters,
    ResponseTemplates: response.responseTemplates,
    SelectionPattern: response.selectionPattern,
  })),
  PassthroughBehavior: integration.passthroughBehavior,
  RequestParameters: integration.requestParameters,
  RequestTemplates: integration.requestTemplates,
  ResponseTransferMode: integration.responseTransferMode,
  TimeoutInMillis: integration.timeoutInMillis,
  Type: integration.type,
  Uri: integration.uri,
});
