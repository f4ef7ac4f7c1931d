// Recorded answers about absent parts of the apigateway service.
import { ANY, call, json, localstack, type RecordedCases, refused } from '../case.ts';

const restApiId = '{api.id}';
const contentType = 'application/json';

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'a model names another one',
      source: localstack('apigateway/test_apigateway_common.py::TestApiGatewayCommon::test_api_gateway_request_validator_with_ref_models'),
      recorded: '2024-10',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test ref models' }, { as: 'api' }),
        call('apigateway.CreateResource', { restApiId, parentId: '{api.rootResourceId}', pathPart: 'path' }),
        call('apigateway.CreateRequestValidator', {
          restApiId,
          name: 'test-validator',
          validateRequestParameters: true,
          validateRequestBody: true,
        }),
        call('apigateway.CreateModel', {
          restApiId,
          name: 'testSchema',
          contentType,
          schema:
            '{"$schema": "http://json-schema.org/draft-04/schema#", "title": "testSchema", "type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}, "required": ["a", "b"]}',
        }),
        call('apigateway.CreateModel', {
          restApiId,
          name: 'testSchemaList',
          contentType,
          schema: '{"type": "array", "items": {"$ref": "https://apigateway.amazonaws.com/restapis/myr4b29rmi/models/testSchema"}}',
        }),
        call(
          'apigateway.GetModels',
          { restApiId },
          {
            contains: {
              items: [
                {
                  contentType: 'application/json',
                  description: 'This is a default empty schema model',
                  name: 'Empty',
                  schema: json({ $schema: 'http://json-schema.org/draft-04/schema#', title: 'Empty Schema', type: 'object' }),
                },
                {
                  contentType: 'application/json',
                  description: 'This is a default error schema model',
                  name: 'Error',
                  schema: json({
                    $schema: 'http://json-schema.org/draft-04/schema#',
                    title: 'Error Schema',
                    type: 'object',
                    properties: { message: { type: 'string' } },
                  }),
                },
                {
                  contentType: 'application/json',
                  name: 'testSchema',
                  schema: json({
                    $schema: 'http://json-schema.org/draft-04/schema#',
                    title: 'testSchema',
                    type: 'object',
                    properties: { a: { type: 'number' }, b: { type: 'number' } },
                    required: ['a', 'b'],
                  }),
                },
                { contentType: 'application/json', name: 'testSchemaList', schema: json({ type: 'array', items: { $ref: ANY } }) },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'a model is one of several',
      source: localstack(
        'apigateway/test_apigateway_common.py::TestApiGatewayCommon::test_api_gateway_request_validator_with_ref_one_ofmodels',
      ),
      recorded: '2024-10',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test oneOf ref models' }, { as: 'api' }),
        call('apigateway.CreateResource', { restApiId, parentId: '{api.rootResourceId}', pathPart: 'path' }),
        call('apigateway.CreateRequestValidator', {
          restApiId,
          name: 'test-validator',
          validateRequestParameters: true,
          validateRequestBody: true,
        }),
        call('apigateway.CreateModel', {
          restApiId,
          name: 'StatusModel',
          contentType,
          schema:
            '{"type": "object", "properties": {"Status": {"type": "string"}, "Order": {"type": "integer"}}, "required": ["Status", "Order"]}',
        }),
        call('apigateway.CreateModel', {
          restApiId,
          name: 'TestModel',
          contentType,
          schema:
            '{"type": "object", "properties": {"status": {"oneOf": [{"type": "null"}, {"$ref": "https://apigateway.amazonaws.com/restapis/tak3tr3umr/models/StatusModel"}]}}, "required": ["status"]}',
        }),
        call(
          'apigateway.GetModels',
          { restApiId },
          {
            contains: {
              items: [
                {
                  contentType: 'application/json',
                  description: 'This is a default empty schema model',
                  name: 'Empty',
                  schema: json({ $schema: 'http://json-schema.org/draft-04/schema#', title: 'Empty Schema', type: 'object' }),
                },
                {
                  contentType: 'application/json',
                  description: 'This is a default error schema model',
                  name: 'Error',
                  schema: json({
                    $schema: 'http://json-schema.org/draft-04/schema#',
                    title: 'Error Schema',
                    type: 'object',
                    properties: { message: { type: 'string' } },
                  }),
                },
                {
                  contentType: 'application/json',
                  name: 'StatusModel',
                  schema: json({
                    type: 'object',
                    properties: { Status: { type: 'string' }, Order: { type: 'integer' } },
                    required: ['Status', 'Order'],
                  }),
                },
                {
                  contentType: 'application/json',
                  name: 'TestModel',
                  schema: json({
                    type: 'object',
                    properties: { status: { oneOf: [{ type: 'null' }, { $ref: ANY }] } },
                    required: ['status'],
                  }),
                },
              ],
            },
          },
        ),
      ],
    },
    {
      title: 'documentation has parts and versions',
      source: localstack('apigateway/test_apigateway_common.py::TestDocumentations::test_documentation_parts_and_versions'),
      recorded: '2023-08',
      steps: [
        call('apigateway.CreateRestApi', { name: 'api-1' }, { as: 'api' }),
        call(
          'apigateway.CreateDocumentationPart',
          { restApiId, location: { type: 'API' }, properties: '{"foo": "bar"}' },
          { contains: { location: { type: 'API' }, properties: json({ foo: 'bar' }) } },
        ),
        call(
          'apigateway.GetDocumentationParts',
          { restApiId },
          { contains: { items: [{ location: { type: 'API' }, properties: json({ foo: 'bar' }) }] } },
        ),
        call('apigateway.CreateDocumentationVersion', { restApiId, documentationVersion: 'v123' }, { contains: { version: 'v123' } }),
        call(
          'apigateway.UpdateDocumentationVersion',
          { restApiId, documentationVersion: 'v123', patchOperations: [{ op: 'replace', path: '/description', value: 'doc version new' }] },
          { contains: { description: 'doc version new', version: 'v123' } },
        ),
        call(
          'apigateway.GetDocumentationVersion',
          { restApiId, documentationVersion: 'v123' },
          { contains: { description: 'doc version new', version: 'v123' } },
        ),
      ],
    },
    {
      title: 'a key is switched by a text',
      source: localstack('apigateway/test_apigateway_extended.py::TestApigatewayApiKeysCrud::test_update_api_key_invalid_enabled_type'),
      recorded: '2025-07',
      steps: [
        call('apigateway.CreateApiKey', {}, { as: 'key' }),
        call(
          'apigateway.UpdateApiKey',
          { apiKey: '{key.id}', patchOperations: [{ op: 'replace', path: '/enabled', value: 'not-a-boolean' }] },
          { contains: { enabled: false, id: '{key.id}', stageKeys: [], tags: {} } },
        ),
      ],
    },
    {
      title: 'the value of a key does not change',
      source: localstack('apigateway/test_apigateway_extended.py::TestApigatewayApiKeysCrud::test_update_api_key_immutable_field'),
      recorded: '2025-07',
      steps: [
        call('apigateway.CreateApiKey', {}, { as: 'key' }),
        refused(
          'apigateway.UpdateApiKey',
          { apiKey: '{key.id}', patchOperations: [{ op: 'replace', path: '/id', value: 'new-id' }] },
          'BadRequestException',
          "Invalid patch path  '/id' specified for op 'replace'. Must be one of: [/description, /enabled, /name, /customerId]",
        ),
      ],
    },
    {
      title: 'a plan has rates of its own',
      source: localstack('apigateway/test_apigateway_extended.py::TestApigatewayApiKeysCrud::test_create_usage_plan_with_throttle'),
      recorded: '2025-09',
      steps: [
        call(
          'apigateway.CreateUsagePlan',
          { name: 'invalid-throttle-burst-gt-rate-1', throttle: { rateLimit: 10, burstLimit: 20 } },
          { contains: { apiStages: [], name: 'invalid-throttle-burst-gt-rate-1', throttle: { burstLimit: 20, rateLimit: 10.0 } } },
        ),
      ],
    },
  ],
};
