// Recorded answers about answers of methods of the apigateway service.
import { call, localstack, type RecordedCases, refused } from '../case.ts';

const test = (name: string): string => localstack(`apigateway/test_apigateway_api.py::${name}`);
const restApiId = '{api.id}';
const httpMethod = 'GET';
const resourceId = '{api.rootResourceId}';
const statusCode = '200';

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'an answer of an integration has an integration',
      source: test('TestApigatewayIntegration::test_put_integration_response_validation'),
      recorded: '2025-03',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test-api-1', description: 'testing PutIntegrationResponse method exc' }, { as: 'api' }),
        call('apigateway.PutMethod', { restApiId, resourceId, httpMethod: 'POST', authorizationType: 'NONE' }),
        refused(
          'apigateway.PutIntegration',
          {
            restApiId,
            resourceId,
            httpMethod,
            integrationHttpMethod: 'GET',
            type: 'MOCK',
            requestTemplates: { 'application/json': '{"statusCode": 200}' },
          },
          'NotFoundException',
          'Invalid Method identifier specified',
          { status: 404 },
        ),
        refused(
          'apigateway.PutIntegration',
          {
            restApiId,
            resourceId: 'badresource',
            httpMethod,
            integrationHttpMethod: 'GET',
            type: 'MOCK',
            requestTemplates: { 'application/json': '{"statusCode": 200}' },
          },
          'NotFoundException',
          'Invalid Resource identifier specified',
          { status: 404 },
        ),
        call('apigateway.PutIntegration', {
          restApiId,
          resourceId,
          httpMethod: 'POST',
          integrationHttpMethod: 'GET',
          type: 'MOCK',
          requestTemplates: { 'application/json': '{"statusCode": 200}' },
        }),
        refused(
          'apigateway.PutIntegrationResponse',
          { restApiId, resourceId, httpMethod, statusCode, selectionPattern: '', responseTemplates: { 'application/json': '{}' } },
          'NotFoundException',
          'Invalid Method identifier specified',
          { status: 404 },
        ),
        refused(
          'apigateway.PutIntegrationResponse',
          {
            restApiId,
            resourceId: 'badresource',
            httpMethod,
            statusCode,
            selectionPattern: '',
            responseTemplates: { 'application/json': '{}' },
          },
          'NotFoundException',
          'Invalid Resource identifier specified',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an answer of an integration is of an API that is there',
      source: test('TestApigatewayIntegrationResponse::test_integration_response_wrong_api'),
      recorded: '2025-06',
      steps: [
        refused(
          'apigateway.PutIntegrationResponse',
          { restApiId: 'wrong-api', resourceId: 'dummy-value', httpMethod, statusCode },
          'NotFoundException',
          'Invalid Resource identifier specified',
          { status: 404 },
        ),
        refused(
          'apigateway.GetIntegrationResponse',
          { restApiId: 'wrong-api', resourceId: 'dummy-value', httpMethod, statusCode },
          'NotFoundException',
          'Invalid Resource identifier specified',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an answer of an integration is of a resource that is there',
      source: test('TestApigatewayIntegrationResponse::test_integration_response_wrong_resource'),
      recorded: '2025-06',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test-api-1', description: 'APIGW test Integration Resource' }, { as: 'api' }),
        refused(
          'apigateway.PutIntegrationResponse',
          { restApiId, resourceId: 'wrong-resource', httpMethod, statusCode },
          'NotFoundException',
          'Invalid Resource identifier specified',
          { status: 404 },
        ),
        refused(
          'apigateway.GetIntegrationResponse',
          { restApiId, resourceId: 'wrong-resource', httpMethod, statusCode },
          'NotFoundException',
          'Invalid Resource identifier specified',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an answer of an integration that is not there is not read',
      source: test('TestApigatewayIntegrationResponse::test_integration_response_invalid_integration'),
      recorded: '2025-06',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test-api-1' }, { as: 'api' }),
        call('apigateway.PutMethod', { restApiId, resourceId, httpMethod, authorizationType: 'NONE' }),
        refused(
          'apigateway.GetIntegrationResponse',
          { restApiId, resourceId, httpMethod, statusCode },
          'NotFoundException',
          'Invalid Integration identifier specified',
          { status: 404 },
        ),
      ],
    },
    {
      title: 'an answer of a method is patched',
      source: test('TestApigatewayMethodResponse::test_update_method_response'),
      recorded: '2025-06',
      steps: [
        call('apigateway.CreateRestApi', { name: 'test-api-1' }, { as: 'api' }),
        call('apigateway.PutMethod', { restApiId, resourceId, httpMethod, authorizationType: 'NONE' }),
        call('apigateway.PutIntegration', {
          restApiId,
          resourceId,
          httpMethod,
          type: 'MOCK',
          requestTemplates: { 'application/json': '{"statusCode": 200}' },
        }),
        call('apigateway.PutMethodResponse', {
          restApiId,
          resourceId,
          httpMethod,
          statusCode,
          responseParameters: { 'method.response.header.my-header': false },
          responseModels: { 'application/json': 'Empty' },
        }),
        call(
          'apigateway.UpdateMethodResponse',
          {
            restApiId,
            resourceId,
            httpMethod,
            statusCode,
            patchOperations: [
              { op: 'remove', path: '/responseParameters/method.response.header.my-header', value: 'true' },
              { op: 'remove', path: '/responseModels/application~1json', value: 'Empty' },
            ],
          },
          { contains: { statusCode: '200' } },
        ),
        call(
          'apigateway.UpdateMethodResponse',
          {
            restApiId,
            resourceId,
            httpMethod,
            statusCode,
            patchOperations: [
              { op: 'add', path: '/responseParameters/method.response.header.my-header', value: 'true' },
              { op: 'add', path: '/responseModels/application~1json', value: 'Empty' },
            ],
          },
          {
            contains: {
              responseModels: { 'application/json': 'Empty' },
              responseParameters: { 'method.response.header.my-header': true },
              statusCode: '200',
            },
          },
        ),
      ],
    },
  ],
};
