// Recorded answers about answers of methods of the apigateway service.
import { call, json, localstack, type RecordedCases } from '../case.ts';
import { ZipFile } from '../functions.ts';

const test = (name: string): string => localstack(`apigateway/test_apigateway_integrations.py::${name}`);
const restApiId = '{api.id}';
const resourceId = '{api.rootResourceId}';
const httpMethod = 'GET';

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'an answer of an integration has templates',
      source: test('test_put_integration_response_with_response_template'),
      recorded: '2024-05',
      steps: [
        call('lambda.CreateFunction', {
          FunctionName: 'echo-http-1',
          Runtime: 'python3.12',
          Handler: 'handler.handler',
          Role: 'arn:aws:iam::{account}:role/any',
          Code: { ZipFile },
          Timeout: 30,
          Environment: { Variables: { TRIM_X_HEADERS: '1' } },
          Tags: {},
        }),
        call('lambda.CreateFunctionUrlConfig', { FunctionName: 'echo-http-1', AuthType: 'NONE' }),
        call('lambda.AddPermission', {
          FunctionName: 'echo-http-1',
          StatementId: 'urlPermission',
          Action: 'lambda:InvokeFunctionUrl',
          Principal: '*',
          FunctionUrlAuthType: 'NONE',
        }),
        call('apigateway.CreateRestApi', { name: 'test-apigw' }, { as: 'api' }),
        call('apigateway.PutMethod', { restApiId, resourceId, httpMethod, authorizationType: 'NONE' }),
        call('apigateway.PutMethodResponse', { restApiId, resourceId, httpMethod, statusCode: '200' }),
        call('apigateway.PutIntegration', {
          restApiId,
          resourceId,
          httpMethod,
          type: 'HTTP',
          uri: 'http://f32jknkk3v62bemr224fmc765tpwszw2.lambda-url.us-east-1.localhost:4901/',
          integrationHttpMethod: 'POST',
        }),
        call('apigateway.PutIntegrationResponse', {
          restApiId,
          resourceId,
          httpMethod,
          statusCode: '200',
          selectionPattern: 'foobar',
          responseTemplates: { 'application/json': '{"data": "test"}' },
        }),
        call(
          'apigateway.GetIntegrationResponse',
          { restApiId, resourceId, httpMethod, statusCode: '200' },
          {
            contains: { responseTemplates: { 'application/json': json({ data: 'test' }) }, selectionPattern: 'foobar', statusCode: '200' },
          },
        ),
      ],
    },
  ],
};
