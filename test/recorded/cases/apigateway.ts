// Recorded answers of the control plane of REST APIs about APIs.
import { ANY, type RecordedCase, type RecordedCases } from '../case.ts';
import { bad, create, invalid, missing, NO_API, patch, restApiId, test } from '../rest-api-steps.ts';

const SIZES = 'Invalid minimum compression size, must be between 0 and 10485760';
const made = (more: object = {}) => ({
  apiKeySource: 'HEADER',
  // Not in recordings of before November 2025
  apiStatus: 'AVAILABLE',
  createdDate: ANY,
  disableExecuteApiEndpoint: false,
  endpointConfiguration: { ipAddressType: 'ipv4', types: ['EDGE'] },
  id: ANY,
  name: '{id}',
  rootResourceId: ANY,
  ...more,
});

const apis: RecordedCase[] = [
  {
    title: 'an API has defaults, and no empty description',
    source: test('TestApiGatewayApiRestApi::test_create_rest_api_with_optional_params, …test_create_rest_api_verify_defaults'),
    recorded: '2025-07',
    steps: [
      { call: 'apigateway.CreateRestApi', input: { name: '{id}' }, answer: made() },
      { call: 'apigateway.CreateRestApi', input: { name: '{id}', version: 'v1' }, answer: made({ version: 'v1' }) },
      { call: 'apigateway.CreateRestApi', input: { name: '{id}', binaryMediaTypes: [] }, answer: made() },
      {
        call: 'apigateway.CreateRestApi',
        input: { name: '{id}', endpointConfiguration: { types: ['REGIONAL'] } },
        answer: made({ endpointConfiguration: { ipAddressType: 'ipv4', types: ['REGIONAL'] } }),
      },
      {
        call: 'apigateway.CreateRestApi',
        input: { name: '{id}', endpointConfiguration: { types: ['PRIVATE'] } },
        answer: made({ endpointConfiguration: { ipAddressType: 'dualstack', types: ['PRIVATE'] } }),
      },
      bad('CreateRestApi', { name: '{id}', description: '' }, 'Description cannot be an empty string'),
    ],
  },
  {
    title: 'a private API is reached by both kinds of addresses',
    source: test('TestApiGatewayApiRestApi::test_create_rest_api_private_type, …test_update_rest_api_ip_address_type'),
    recorded: '2025-07',
    steps: [
      bad(
        'CreateRestApi',
        { name: '{id}', endpointConfiguration: { types: ['PRIVATE'], ipAddressType: 'ipv4' } },
        'Only dualstack ipAddressType is supported for Private APIs.',
      ),
      invalid(
        'CreateRestApi',
        { name: '{id}', endpointConfiguration: { types: ['PRIVATE'], ipAddressType: 'wrong' } },
        "1 validation error detected: Value 'wrong' at 'createRestApiInput.endpointConfiguration.ipAddressType' failed to satisfy constraint: Member must satisfy enum value set: [ipv4, dualstack]",
      ),
      { call: 'apigateway.CreateRestApi', input: { name: '{id}', endpointConfiguration: { types: ['PRIVATE'] } }, as: 'api' },
      bad(
        'UpdateRestApi',
        { restApiId, ...patch('replace', '/endpointConfiguration/ipAddressType', 'ipv4') },
        'Only dualstack ipAddressType is supported for Private APIs.',
      ),
      bad(
        'UpdateRestApi',
        { restApiId, ...patch('replace', '/endpointConfiguration/ipAddressType', 'wrong') },
        'ipAddressType must be either ipv4 or dualstack.',
      ),
      bad(
        'UpdateRestApi',
        { restApiId, ...patch('replace', '/endpointConfiguration/types/PRIVATE', 'wrong') },
        'Invalid EndpointTypes specified. Valid options are REGIONAL,EDGE,PRIVATE',
      ),
      bad(
        'UpdateRestApi',
        { restApiId, ...patch('add', '/endpointConfiguration/ipAddressType', 'ipv4') },
        'Invalid patch operation specified. Must be one of: [replace]',
      ),
    ],
  },
  {
    title: 'wrong operations of a patch are told together',
    source: test('TestApiGatewayApiRestApi::test_update_rest_api_concatenation_of_errors'),
    recorded: '2025-07',
    steps: [
      create,
      invalid(
        'UpdateRestApi',
        {
          restApiId,
          patchOperations: [1, 2].map(() => ({ op: 'wrong', path: '/endpointConfiguration/ipAddressType', value: 'dualstack' })),
        },
        `2 validation errors detected: ${[1, 2].map((at) => `Value 'wrong' at 'updateRestApiInput.patchOperations.${at}.member.op' failed to satisfy constraint: Member must satisfy enum value set: [add, remove, move, test, replace, copy]`).join('; ')}`,
      ),
    ],
  },
  {
    title: 'binary types are added and removed with slashes escaped',
    source: test('TestApiGatewayApiRestApi::test_update_rest_api_operation_add_remove'),
    recorded: '2025-07',
    steps: [
      { call: 'apigateway.CreateRestApi', input: { name: '{id}', description: 'this is my api' }, as: 'api' },
      {
        call: 'apigateway.UpdateRestApi',
        input: {
          restApiId,
          patchOperations: ['image~1png', 'image~1jpeg'].map((type) => ({ op: 'add', path: `/binaryMediaTypes/${type}` })),
        },
        contains: { binaryMediaTypes: ['image/png', 'image/jpeg'], tags: {} },
      },
      {
        call: 'apigateway.UpdateRestApi',
        input: { restApiId, ...patch('replace', '/binaryMediaTypes/image~1png', 'image/gif') },
        contains: { binaryMediaTypes: ['image/jpeg', 'image/gif'] },
      },
      {
        call: 'apigateway.UpdateRestApi',
        input: {
          restApiId,
          patchOperations: [
            { op: 'remove', path: '/binaryMediaTypes/image~1gif' },
            { op: 'remove', path: '/description' },
          ],
        },
        answer: made({ binaryMediaTypes: ['image/jpeg'], tags: {} }),
      },
    ],
  },
  {
    title: 'the list of binary types is not changed as a whole',
    source: test('TestApiGatewayApiRestApi::test_update_rest_api_behaviour'),
    recorded: '2025-07',
    steps: [
      create,
      {
        call: 'apigateway.UpdateRestApi',
        input: { restApiId, ...patch('add', '/binaryMediaTypes/-') },
        contains: { binaryMediaTypes: ['-'] },
      },
      ...['add', 'replace', 'remove'].map((op) =>
        bad('UpdateRestApi', { restApiId, ...patch(op, '/binaryMediaTypes', 'image/gif') }, 'Invalid patch path /binaryMediaTypes'),
      ),
    ],
  },
  {
    title: 'answers are compressed from a size between 0 and 10 MB on',
    source: test('TestApiGatewayApiRestApi::test_update_rest_api_compression'),
    recorded: '2025-07',
    steps: [
      create,
      {
        call: 'apigateway.UpdateRestApi',
        input: { restApiId, ...patch('replace', '/minimumCompressionSize', '10') },
        contains: { minimumCompressionSize: 10 },
      },
      {
        call: 'apigateway.UpdateRestApi',
        input: { restApiId, ...patch('replace', '/minimumCompressionSize') },
        answer: made({ tags: {} }),
      },
      {
        call: 'apigateway.UpdateRestApi',
        input: { restApiId, ...patch('replace', '/minimumCompressionSize', '0') },
        contains: { minimumCompressionSize: 0 },
      },
      bad('UpdateRestApi', { restApiId, ...patch('replace', '/minimumCompressionSize', '-1') }, SIZES),
      bad('UpdateRestApi', { restApiId, ...patch('replace', '/minimumCompressionSize', 'test') }, SIZES),
      bad(
        'UpdateRestApi',
        { restApiId, ...patch('add', '/minimumCompressionSize', '10') },
        'Invalid patch operation specified. Must be one of: [replace]',
      ),
    ],
  },
  {
    title: 'an API that is not there is named with the account',
    source: test(
      'TestApiGatewayApiRestApi::test_update_rest_api_invalid_api_id, …TestApiGatewayApiModels::test_model_validation, …TestApiGatewayGatewayResponse::test_gateway_response_validation',
    ),
    recorded: '2024-04',
    steps: [
      missing('UpdateRestApi', { restApiId: 'nowhere0', ...patch('replace', '/name', 'x') }, NO_API),
      missing('GetRestApi', { restApiId: 'nowhere0' }, NO_API),
      missing('GetModels', { restApiId: 'nowhere0' }, NO_API),
      missing('CreateModel', { restApiId: 'nowhere0', name: 'm', contentType: 'application/json', schema: '{"type":"object"}' }, NO_API),
      missing('GetAuthorizers', { restApiId: 'nowhere0' }, NO_API),
      missing('GetRequestValidators', { restApiId: 'nowhere0' }, NO_API),
      missing('GetDocumentationParts', { restApiId: 'nowhere0' }, NO_API),
      missing('GetGatewayResponses', { restApiId: 'nowhere0' }, NO_API),
      missing('GetGatewayResponse', { restApiId: 'nowhere0', responseType: 'DEFAULT_4XX' }, NO_API),
    ],
  },
];

export const recorded: RecordedCases = { service: 'apigateway', cases: apis };
