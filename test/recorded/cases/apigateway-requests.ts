// Recorded answers about requests to REST APIs: their context, their traces, and integrations that fail.
import { call, localstack, NONE, type RecordedCases, type Step } from '../case.ts';
import { create, restApiId, root } from '../rest-api-steps.ts';

const place = { restApiId, resourceId: root, httpMethod: 'GET' };
const URL = 'GET /_execute-api/{api.id}/dev/';

/** A method whose integration answers with the integration's template. */
const mock = (responseTemplate: string, more: object = {}): Step[] => [
  create,
  call('apigateway.PutMethod', { ...place, authorizationType: 'NONE' }),
  call('apigateway.PutMethodResponse', { ...place, statusCode: '200' }),
  call('apigateway.PutIntegration', { ...place, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' }, ...more }),
  call('apigateway.PutIntegrationResponse', {
    ...place,
    statusCode: '200',
    selectionPattern: '',
    responseTemplates: { 'application/json': responseTemplate },
  }),
  call('apigateway.CreateDeployment', { restApiId, stageName: 'dev' }),
];
const asked = (answerBody: string | RegExp): Step => ({ http: URL, service: 'apigateway', unsigned: true, status: 200, answerBody });

const SQS = 'apigateway/test_apigateway_sqs.py::test_sqs_amz_json_protocol';
const DATA = '{"httpMethod": "GET"}';

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: "the maps of a request's context print as nothing",
      source: localstack(SQS),
      recorded: '2025-05',
      steps: [
        ...mock('[$context.identity][$context.get("requestOverride")][$context.requestOverride.path][$context.responseOverride.header]'),
        asked('[][][][]'),
      ],
    },
    {
      title: 'the context knows its canary and its trace only where the stage has one',
      source: localstack(SQS),
      recorded: '2025-05',
      steps: [
        ...mock('#foreach($key in $context.keySet())$key #end'),
        {
          http: URL,
          service: 'apigateway',
          unsigned: true,
          status: 200,
          answerBody: /\bidentity\b/,
          answerLacks: /isCanaryRequest|xrayTraceId/,
        },
      ],
    },
    {
      title: 'a trace that a request brings gets a parent where it names none',
      source: localstack('apigateway/test_apigateway_common.py::TestApiGatewayCommon::test_invocation_trace_id'),
      recorded: '2024-08',
      steps: [
        ...mock('$context.xrayTraceId'),
        call('apigateway.UpdateStage', {
          restApiId,
          stageName: 'dev',
          patchOperations: [{ op: 'replace', path: '/tracingEnabled', value: 'true' }],
        }),
        {
          http: URL,
          service: 'apigateway',
          unsigned: true,
          headers: { 'x-amzn-trace-id': 'Root=1-3152b799-8954dae64eda91bc9a23a7e8' },
          status: 200,
          answerHeaders: { 'x-amzn-trace-id': NONE },
          answerBody: /^Root=1-3152b799-8954dae64eda91bc9a23a7e8;Parent=[0-9a-f]{16};Sampled=[01]$/,
        },
        {
          http: URL,
          service: 'apigateway',
          unsigned: true,
          headers: { 'x-amzn-trace-id': 'Root=1-3152b799-8954dae64eda91bc9a23a7e8;Parent=7fa8c0f79203be72;Sampled=1' },
          status: 200,
          answerBody: 'Root=1-3152b799-8954dae64eda91bc9a23a7e8;Parent=7fa8c0f79203be72;Sampled=1',
        },
      ],
    },
    ...['AWS', 'AWS_PROXY'].map((type) => ({
      title: `an integration of the type ${type} that sets a header of the gateway fails`,
      source: localstack(
        `apigateway/test_apigateway_integrations.py::TestApiGatewayHeaderRemapping::test_apigateway_header_remapping_aws[${type}]`,
      ),
      recorded: '2024-12',
      steps: [
        ...mock('', {
          type,
          integrationHttpMethod: 'POST',
          uri: 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:{account}:function:f/invocations',
          requestParameters: { 'integration.request.header.Authorization': "'a'" },
        }),
        {
          http: URL,
          service: 'apigateway',
          unsigned: true,
          status: 500,
          answerHeaders: { 'x-amzn-errortype': 'InternalServerErrorException', 'content-length': '36' },
          answerBody: '{"message": "Internal server error"}',
        },
      ],
    })),
    {
      title: 'a test of a mock with parameters tells of no endpoint',
      source: localstack('apigateway/test_apigateway_api.py::TestApigatewayTestInvoke::test_invoke_test_method'),
      recorded: '2025-09',
      steps: [
        ...mock(DATA, { requestParameters: { 'integration.request.path.id': 'method.request.querystring.id' } }),
        call('apigateway.TestInvokeMethod', place, {
          contains: {
            status: 200,
            log: /Method request body before transformations: \n[^\n]* : Method response body after transformations: /,
          },
        }),
      ],
    },
  ],
};
