// API Gateway: validation names the input in front of the path (`createRestApiInput.endpointConfiguration.types`), and prints enumerations in an
// order of its own.
import type { ServicePatch } from '#protocol/patch';

export const patch: ServicePatch = {
  profile: {
    validation: { inputPrefix: true },
    unknownOperation: { code: 'MissingAuthenticationTokenException', status: 403 },
  },
  // localstack/localstack, tests/aws/services/apigateway/test_apigateway_api.snapshot.json (2024-04, 2025-07)
  enums: {
    DocumentationPartType: [
      ...['RESPONSE_BODY', 'RESPONSE', 'METHOD', 'MODEL', 'AUTHORIZER', 'RESPONSE_HEADER', 'RESOURCE', 'PATH_PARAMETER', 'REQUEST_BODY'],
      ...['QUERY_PARAMETER', 'API', 'REQUEST_HEADER'],
    ],
    EndpointType: ['PRIVATE', 'EDGE', 'REGIONAL'],
    GatewayResponseType: [
      ...['REQUEST_TOO_LARGE', 'RESOURCE_NOT_FOUND', 'AUTHORIZER_CONFIGURATION_ERROR', 'MISSING_AUTHENTICATION_TOKEN', 'BAD_REQUEST_BODY'],
      ...['INVALID_SIGNATURE', 'INVALID_API_KEY', 'BAD_REQUEST_PARAMETERS', 'AUTHORIZER_FAILURE', 'UNAUTHORIZED', 'INTEGRATION_TIMEOUT'],
      ...['ACCESS_DENIED', 'DEFAULT_4XX', 'DEFAULT_5XX', 'WAF_FILTERED', 'QUOTA_EXCEEDED', 'THROTTLED', 'API_CONFIGURATION_ERROR'],
      ...['UNSUPPORTED_MEDIA_TYPE', 'INTEGRATION_FAILURE', 'EXPIRED_TOKEN'],
    ],
    IntegrationType: ['HTTP', 'MOCK', 'AWS_PROXY', 'HTTP_PROXY', 'AWS'],
    IpAddressType: ['ipv4', 'dualstack'],
    Op: ['add', 'remove', 'move', 'test', 'replace', 'copy'],
  },
};
