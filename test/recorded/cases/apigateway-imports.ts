// Recorded answers about imports and exports of REST APIs.
import { ANY, call, localstack, NONE, type RecordedCases, refused } from '../case.ts';
import { create, restApiId, test } from '../rest-api-steps.ts';

const imports = (name: string): string => localstack(`apigateway/test_apigateway_import.py::TestApiGatewayImportRestApi::${name}`);
const bytes = (document: object | string): Buffer => Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
const BAD = 'BadRequestException';
const MOCK = { type: 'mock', httpMethod: 'POST', requestTemplates: { 'application/json': '{"statusCode": 200}' } };
const document = (more: object = {}, integration: object = MOCK): object => ({
  openapi: '3.0.1',
  info: { title: 'doc', version: '1.0.0' },
  paths: { '/test': { get: { responses: { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': integration } } },
  ...more,
});
const WARNING =
  "Invalid format for 'requestParameters'. Expected type string for property 'integration.request.header.nothing' of resource '/base-url/part/test' and method 'GET' but got 'true'";
const PART = { location: { type: 'METHOD', method: 'GET' }, properties: { description: 'Method description.' } };

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'what is neither JSON nor YAML is no input, for the documentation alone in other words',
      source: imports('test_import_api_bad_file'),
      recorded: '2025-11',
      steps: [
        refused('apigateway.ImportRestApi', { body: bytes("{'key:value}") }, BAD, 'Invalid OpenAPI input.'),
        create,
        refused('apigateway.PutRestApi', { restApiId, body: bytes("{'key:value}") }, BAD, 'Invalid OpenAPI input.'),
        refused(
          'apigateway.ImportDocumentationParts',
          { restApiId, body: bytes("{'key:value}") },
          BAD,
          'Unable to build importer with provided input.',
        ),
      ],
    },
    {
      title: 'an imported API has no models but those of the document',
      source: imports('test_import_and_validate_rest_api[swagger-mock-cors.json]'),
      recorded: '2025-07',
      steps: [
        call('apigateway.ImportRestApi', { body: bytes(document()) }, { as: 'api' }),
        call('apigateway.GetModels', { restApiId }, { answer: { items: [] } }),
      ],
    },
    {
      title: 'mapped parameters that are no texts are left out with a warning, and the base path is that of the server',
      source: imports('test_import_rest_api_with_base_path_oas30[prepend]'),
      recorded: '2025-07',
      steps: [
        create,
        call(
          'apigateway.PutRestApi',
          {
            restApiId,
            mode: 'overwrite',
            parameters: { basepath: 'prepend' },
            body: bytes(
              document(
                { servers: [{ url: 'https://example.com/base-url/part' }] },
                { ...MOCK, requestParameters: { 'integration.request.header.a': "'True'", 'integration.request.header.nothing': true } },
              ),
            ),
          },
          { contains: { warnings: [WARNING] } },
        ),
      ],
    },
    {
      title: 'the texts of the documentation are imported with the API, those of methods for the root where they name no path',
      source: test('TestApiGatewayApiDocumentationPart::test_import_documentation_parts'),
      recorded: '2026-02',
      steps: [
        call(
          'apigateway.ImportRestApi',
          {
            failOnWarnings: true,
            body: bytes(
              document({
                'x-amazon-apigateway-documentation': {
                  version: '1.0.3',
                  documentationParts: [{ location: { type: 'API' }, properties: { description: 'API description' } }, PART],
                },
              }),
            ),
          },
          { as: 'api', contains: { warnings: NONE } },
        ),
        call(
          'apigateway.GetDocumentationParts',
          { restApiId, type: 'METHOD' },
          {
            answer: {
              items: [
                { id: ANY, location: { type: 'METHOD', method: 'GET', path: '/' }, properties: '{"description":"Method description."}' },
              ],
            },
          },
        ),
        call(
          'apigateway.GetDocumentationParts',
          { restApiId, type: 'API' },
          { answer: { items: [{ id: ANY, location: { type: 'API' }, properties: '{"description":"API description"}' }] } },
        ),
      ],
    },
    {
      title: 'parts of the documentation are listed and imported in the order of the document',
      source: test('TestApiGatewayApiDocumentationPart::test_import_documentation_parts'),
      recorded: '2026-02',
      steps: [
        call('apigateway.ImportRestApi', { body: bytes(document()) }, { as: 'api' }),
        call(
          'apigateway.ImportDocumentationParts',
          {
            restApiId,
            mode: 'overwrite',
            body: bytes(
              document({
                'x-amazon-apigateway-documentation': {
                  documentationParts: ['a', 'b', 'c', 'd'].map((name) => ({
                    location: { type: 'MODEL', name },
                    properties: { title: name },
                  })),
                },
              }),
            ),
          },
          { answer: { ids: [ANY, ANY, ANY, ANY] } },
        ),
        call(
          'apigateway.GetDocumentationParts',
          { restApiId },
          { contains: { items: ['a', 'b', 'c', 'd'].map((name) => ({ location: { type: 'MODEL', name } })) } },
        ),
      ],
    },
    {
      title: 'variables of a path are parameters of its methods that are required',
      source: imports('test_import_with_global_api_key_authorizer'),
      recorded: '2025-07',
      steps: [
        call('apigateway.CreateRestApi', { name: 'path' }, { as: 'api' }),
        // The resource is there before the import, so that its id is known: a list of resources is in the order of their ids.
        call('apigateway.CreateResource', { restApiId, parentId: '{api.rootResourceId}', pathPart: '{name}' }, { as: 'data' }),
        call('apigateway.PutRestApi', {
          restApiId,
          mode: 'merge',
          body: bytes({
            openapi: '3.0.1',
            info: { title: 'path', version: '1' },
            paths: {
              '/{name}': { get: { responses: { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': { type: 'mock' } } },
            },
          }),
        }),
        call(
          'apigateway.GetResource',
          { restApiId, resourceId: '{data.id}', embed: ['methods'] },
          { contains: { path: '/{name}', resourceMethods: { GET: { requestParameters: { 'method.request.path.name': true } } } } },
        ),
      ],
    },
    {
      title: 'an export is named by the version of the API, and tells no time limit that is the default',
      source: localstack('apigateway/test_apigateway_extended.py::test_export_oas30_openapi[TEST_IMPORT_PETS]'),
      recorded: '2025-05',
      steps: [
        call('apigateway.ImportRestApi', { body: bytes(document()) }, { as: 'api' }),
        call('apigateway.CreateDeployment', { restApiId, stageName: 'local' }),
        call(
          'apigateway.GetExport',
          { restApiId, stageName: 'local', exportType: 'oas30' },
          { contains: { contentDisposition: 'attachment; filename="oas30_1.0.0.json"', contentType: 'application/octet-stream' } },
        ),
      ],
    },
  ],
};
