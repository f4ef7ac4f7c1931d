// Recorded answers about requests that test a method of a REST API.
import { call, localstack, type RecordedCases } from '../case.ts';
import { ARN, createFunction, settled } from '../functions.ts';
import { create, restApiId, root } from '../rest-api-steps.ts';

const place = { restApiId, resourceId: '{foo.id}', httpMethod: 'GET' };
const ADDRESS = String.raw`https:\/\/lambda\.us-east-1\.amazonaws\.com\/2015-03-31\/functions\/arn:aws:lambda:us-east-1:\d+:function:f\/invocations`;
/** The lines of the log, without their times. */
const LINES = [
  'Starting execution for request: [0-9a-f-]{36}',
  String.raw`HTTP Method: GET, Resource Path: \/foo`,
  'Method request path: {}',
  'Method request query string: {queryTest=value}',
  'Method request headers: {content-type=application\\/json}',
  'Method request body before transformations: {"test": "val123"}',
  `Endpoint request URI: ${ADDRESS}`,
  'Endpoint request headers: {x-amzn-lambda-integration-tag=[0-9a-f-]{36}, .*}',
  'Endpoint request body after transformations: {"test": "val123"}',
  `Sending request to ${ADDRESS}`,
  String.raw`Received response\. Status: 200, Integration latency: \d+ ms`,
  String.raw`Endpoint response headers: {.*X-Amz-Executed-Version=\$LATEST, X-Amzn-Trace-Id=.*}`,
  'Endpoint response body before transformations: 1',
  'Method response body after transformations: 1',
  'Method response headers: {X-Amzn-Trace-Id=[^,]*, Content-Type=application\\/json}',
  'Successfully completed execution',
  'Method completed with status: 200',
];
const LOG = new RegExp(
  `^Execution log for request [0-9a-f-]{36}\\n${LINES.map((line) => `\\w{3} \\w{3} \\d\\d [\\d:]{8} UTC \\d{4} : ${line}\\n`).join('')}$`,
);

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: 'a test tells what the method, its integration and the function were sent and answered',
      source: localstack('apigateway/test_apigateway_basic.py::TestAPIGateway::test_apigw_test_invoke_method_api'),
      recorded: '2025-08',
      steps: [
        createFunction(),
        settled,
        create,
        call('apigateway.CreateResource', { restApiId, parentId: root, pathPart: 'foo' }, { as: 'foo' }),
        call('apigateway.PutMethod', { ...place, authorizationType: 'NONE' }),
        call('apigateway.PutIntegration', {
          ...place,
          integrationHttpMethod: 'POST',
          type: 'AWS',
          uri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${ARN}f/invocations`,
          credentials: 'arn:aws:iam::{account}:role/any',
        }),
        call('apigateway.PutMethodResponse', { ...place, statusCode: '200' }),
        call('apigateway.PutIntegrationResponse', { ...place, statusCode: '200', selectionPattern: '' }),
        call(
          'apigateway.TestInvokeMethod',
          {
            ...place,
            pathWithQueryString: '/foo?queryTest=value',
            body: '{"test": "val123"}',
            headers: { 'content-type': 'application/json' },
          },
          {
            contains: {
              status: 200,
              body: '1',
              headers: { 'Content-Type': 'application/json', 'X-Amzn-Trace-Id': /^Root=/ },
              log: LOG,
            },
          },
        ),
      ],
    },
  ],
};
