// Recorded refusals and small answers of the API gateway's control plane.
import { call, localstack, NONE, type RecordedCases } from '../case.ts';
import { bad, create, invalid, missing, NO_API, patch, restApiId, root, test } from '../rest-api-steps.ts';

const extended = (name: string): string => localstack(`apigateway/test_apigateway_extended.py::TestApigatewayApiKeysCrud::${name}`);
const method = { restApiId, resourceId: root, httpMethod: 'GET' };
const RESPONSE_TYPES =
  'REQUEST_TOO_LARGE, RESOURCE_NOT_FOUND, AUTHORIZER_CONFIGURATION_ERROR, MISSING_AUTHENTICATION_TOKEN, BAD_REQUEST_BODY, INVALID_SIGNATURE, INVALID_API_KEY, BAD_REQUEST_PARAMETERS, AUTHORIZER_FAILURE, UNAUTHORIZED, INTEGRATION_TIMEOUT, ACCESS_DENIED, DEFAULT_4XX, DEFAULT_5XX, WAF_FILTERED, QUOTA_EXCEEDED, THROTTLED, API_CONFIGURATION_ERROR, UNSUPPORTED_MEDIA_TYPE, INTEGRATION_FAILURE, EXPIRED_TOKEN';
const PART_TYPES =
  'RESPONSE_BODY, RESPONSE, METHOD, MODEL, AUTHORIZER, RESPONSE_HEADER, RESOURCE, PATH_PARAMETER, REQUEST_BODY, QUERY_PARAMETER, API, REQUEST_HEADER';
const BAD_STATUS =
  "Value 'wrong' at 'statusCode' failed to satisfy constraint: Member must satisfy regular expression pattern: [1-5]\\d\\d";
const BAD_LOG_PATH = 'Invalid accessLogSettings path. Must be one of : [/accessLogSettings/destinationArn, /accessLogSettings/format]';
const noSetting = (path: string) => `Cannot remove method setting ${path} because there is no method setting for this method `;

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: "a part of the URI's path is named without the input",
      source: test('TestApiGatewayGatewayResponse::test_gateway_response_validation'),
      recorded: '2024-04',
      steps: [
        create,
        invalid(
          'GetGatewayResponse',
          { restApiId, responseType: 'FAKE_RESPONSE_TYPE' },
          `1 validation error detected: Value 'FAKE_RESPONSE_TYPE' at 'responseType' failed to satisfy constraint: Member must satisfy enum value set: [${RESPONSE_TYPES}]`,
        ),
      ],
    },
    {
      title: 'a bad status in the path is told after what is wrong with the body',
      source: test('TestApigatewayMethodResponse::test_update_method_response_negative_tests'),
      recorded: '2025-07',
      steps: [
        create,
        invalid(
          'UpdateMethodResponse',
          { ...method, statusCode: 'wrong', ...patch('replace', '/a') },
          `1 validation error detected: ${BAD_STATUS}`,
        ),
        invalid(
          'UpdateMethodResponse',
          { ...method, statusCode: 'wrong', ...patch('wrong_op', '/a') },
          `2 validation errors detected: Value 'wrong_op' at 'updateMethodResponseInput.patchOperations.1.member.op' failed to satisfy constraint: Member must satisfy enum value set: [add, remove, move, test, replace, copy]; ${BAD_STATUS}`,
        ),
      ],
    },
    {
      title: 'types of parts of a documentation are told in this order',
      source: test('TestApiGatewayApiDocumentationPart::test_invalid_create_documentation_part_operations'),
      recorded: '2024-04',
      steps: [
        create,
        invalid(
          'CreateDocumentationPart',
          { restApiId, location: { type: 'INVALID' }, properties: '{}' },
          `1 validation error detected: Value 'INVALID' at 'createDocumentationPartInput.location.type' failed to satisfy constraint: Member must satisfy enum value set: [${PART_TYPES}]`,
        ),
      ],
    },
    {
      title: 'a part of the documentation of an API that is not there is missed as that API',
      source: test('TestApiGatewayApiDocumentationPart::test_invalid_delete_documentation_part'),
      recorded: '2024-04',
      steps: [
        create,
        call('apigateway.CreateDocumentationPart', { restApiId, location: { type: 'API' }, properties: '{}' }, { as: 'part' }),
        missing('DeleteDocumentationPart', { restApiId: 'nowhere0', documentationPartId: '{part.id}' }, NO_API),
      ],
    },
    {
      title: 'an API has one type of endpoint, and a change of it is a replacement',
      source: test('TestApiGatewayApiRestApi::test_create_rest_api_with_endpoint_configuration, …test_update_rest_api_ip_address_type'),
      recorded: '2025-07',
      steps: [
        bad(
          'CreateRestApi',
          { name: 'a', endpointConfiguration: { types: [] } },
          'REGIONAL Configuration and EDGE Configuration cannot be both DISABLED.',
        ),
        invalid(
          'CreateRestApi',
          { name: 'a', endpointConfiguration: { types: ['wrong'] } },
          "1 validation error detected: Value '[wrong]' at 'createRestApiInput.endpointConfiguration.types' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [PRIVATE, EDGE, REGIONAL]]",
        ),
        create,
        bad(
          'UpdateRestApi',
          { restApiId, ...patch('remove', '/endpointConfiguration/types/0', 'EDGE') },
          "Invalid patch operation specified. Must be 'add'|'remove'|'replace'",
        ),
      ],
    },
    {
      title: 'a link to a network has a name and well formed ARNs',
      source: test('TestApiGatewayVpcLink::test_create_vpc_link_invalid_parameters'),
      recorded: '2025-12',
      steps: [
        bad('CreateVpcLink', { name: 'link', targetArns: ['invalid-arn'] }, 'Invalid ARN. ARN is not well formed invalid-arn'),
        bad('CreateVpcLink', { name: '', targetArns: [] }, 'Name cannot be empty'),
      ],
    },
    {
      title: 'a model with an empty description has none',
      source: test('TestApiGatewayApiMethod::test_put_method_model'),
      recorded: '2024-04',
      steps: [
        create,
        call(
          'apigateway.CreateModel',
          { restApiId, name: 'MySchema', contentType: 'application/json', description: '', schema: '{"type":"object"}' },
          { contains: { name: 'MySchema', description: NONE } },
        ),
      ],
    },
    {
      title: 'parameters and models of a response that are not there are neither replaced nor removed',
      source: test('TestApigatewayMethodResponse::test_update_method_wrong_param_names'),
      recorded: '2025-07',
      steps: [
        create,
        call('apigateway.PutMethod', { ...method, authorizationType: 'NONE' }),
        call('apigateway.PutMethodResponse', { ...method, statusCode: '200' }),
        ...['replace', 'remove'].flatMap((op) => [
          missing(
            'UpdateMethodResponse',
            { ...method, statusCode: '200', ...patch(op, '/responseParameters/wrong', 'true') },
            'Invalid parameter name specified',
          ),
          missing(
            'UpdateMethodResponse',
            { ...method, statusCode: '200', ...patch(op, '/responseModels/wrong', 'Empty') },
            'Content-Type specified was not found',
          ),
        ]),
      ],
    },
    {
      title: 'an integration response that is not there is missed by its status',
      source: test('TestApigatewayIntegrationResponse::test_integration_response_wrong_status_code'),
      recorded: '2025-07',
      steps: [
        create,
        call('apigateway.PutMethod', { ...method, authorizationType: 'NONE' }),
        call(
          'apigateway.PutIntegration',
          { ...method, type: 'MOCK', integrationHttpMethod: 'POST' },
          { contains: { type: 'MOCK', httpMethod: NONE } },
        ),
        missing('GetIntegrationResponse', { ...method, statusCode: '404' }, 'Invalid Response status code specified'),
      ],
    },
    {
      title: 'access logs have two settings, and neither is removed alone',
      source: test('TestApiGatewayStage::test_stage_access_log_settings_validation'),
      recorded: '2026-02',
      steps: [
        create,
        call('apigateway.PutMethod', { ...method, authorizationType: 'NONE' }),
        call('apigateway.PutIntegration', { ...method, type: 'MOCK' }),
        call('apigateway.CreateDeployment', { restApiId, stageName: 'dev' }),
        ...['randomValue', '*'].flatMap((name) => [
          bad('UpdateStage', { restApiId, stageName: 'dev', ...patch('add', `/accessLogSettings/${name}`, 'v') }, BAD_LOG_PATH),
          bad('UpdateStage', { restApiId, stageName: 'dev', ...patch('replace', `/accessLogSettings/${name}`, 'v') }, BAD_LOG_PATH),
          bad(
            'UpdateStage',
            { restApiId, stageName: 'dev', ...patch('remove', `/accessLogSettings/${name}`) },
            noSetting(`accessLogSettings/${name}`),
          ),
        ]),
      ],
    },
    {
      title: 'a key without tags tells none when it is made, and an empty map when it is changed',
      source: extended('test_negative_get_usage_plan_api_keys, …test_create_api_key_with_invalid_name'),
      recorded: '2025-07',
      steps: [
        call('apigateway.GetApiKeys', { limit: -1 }, { answer: { items: [] } }),
        call('apigateway.CreateApiKey', { name: 'key' }, { as: 'key', contains: { name: 'key', enabled: false, tags: NONE } }),
        call(
          'apigateway.UpdateApiKey',
          { apiKey: '{key.id}', ...patch('replace', '/name', 'other') },
          { contains: { name: 'other', tags: {} } },
        ),
        call('apigateway.CreateApiKey', { name: '' }, { contains: { name: NONE, tags: NONE } }),
      ],
    },
    {
      title: 'a usage plan that is not there has no keys',
      source: extended('test_get_usage_plan_api_keys'),
      recorded: '2025-09',
      steps: [call('apigateway.GetUsagePlanKeys', { usagePlanId: 'bad-id' }, { answer: { items: [] } })],
    },
    {
      title: 'an authorizer tells how long results are kept only where it was told',
      source: localstack('apigateway/test_apigateway_basic.py::TestAPIGateway::test_apigateway_with_custom_authorization_method'),
      recorded: '2024-04',
      steps: [
        create,
        call(
          'apigateway.CreateAuthorizer',
          {
            restApiId,
            name: 'lambda_authorizer',
            type: 'TOKEN',
            authorizerUri:
              'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:{account}:function:f/invocations',
            identitySource: 'method.request.header.Auth',
          },
          { contains: { authType: 'custom', authorizerResultTtlInSeconds: NONE } },
        ),
      ],
    },
  ],
};
