// Recorded answers of the control plane of REST APIs about methods.
import type { RecordedCase, RecordedCases, Step } from '../case.ts';
import { bad, create, missing, NO_RESOURCE, patch, restApiId, root, test } from '../rest-api-steps.ts';

const method = (resourceId = root, more: object = {}): Step => ({
  call: 'apigateway.PutMethod',
  input: { restApiId, resourceId, httpMethod: 'ANY', authorizationType: 'NONE', ...more },
});
const NO_METHOD = 'Invalid Method identifier specified';

const methods: RecordedCase[] = [
  {
    title: 'a method has little, and is gone once it is deleted',
    source: test('TestApiGatewayApiMethod::test_method_lifecycle'),
    recorded: '2024-04',
    steps: [
      create,
      { ...method(), answer: { apiKeyRequired: false, authorizationType: 'NONE', httpMethod: 'ANY' } } as Step,
      {
        call: 'apigateway.GetMethod',
        input: { restApiId, resourceId: root, httpMethod: 'ANY' },
        answer: { apiKeyRequired: false, authorizationType: 'NONE', httpMethod: 'ANY' },
      },
      { call: 'apigateway.DeleteMethod', input: { restApiId, resourceId: root, httpMethod: 'ANY' }, answer: {} },
      missing('GetMethod', { restApiId, resourceId: root, httpMethod: 'ANY' }, NO_METHOD),
      missing('DeleteMethod', { restApiId, resourceId: root, httpMethod: 'ANY' }, NO_METHOD),
    ],
  },
  {
    title: 'parameters of a request have names of their own',
    source: test('TestApiGatewayApiMethod::test_method_request_parameters'),
    recorded: '2024-04',
    steps: [
      create,
      {
        ...method(root, { requestParameters: { 'method.request.header.h': true, 'method.request.querystring.q': false } }),
        contains: { requestParameters: { 'method.request.header.h': true, 'method.request.querystring.q': false } },
      } as Step,
      bad(
        'PutMethod',
        {
          restApiId,
          resourceId: root,
          httpMethod: 'GET',
          authorizationType: 'NONE',
          requestParameters: { 'method.request.querystring.same': true, 'method.request.header.same': true },
        },
        'Parameter names must be unique across querystring, header and path',
      ),
    ],
  },
  {
    title: 'a method names what is there',
    source: test('TestApiGatewayApiMethod::test_put_method_validation'),
    recorded: '2024-04',
    steps: [
      create,
      missing('PutMethod', { restApiId: 'nowhere0', resourceId: root, httpMethod: 'ANY', authorizationType: 'NONE' }, NO_RESOURCE),
      missing('PutMethod', { restApiId, resourceId: 'fake', httpMethod: 'ANY', authorizationType: 'NONE' }, NO_RESOURCE),
      bad(
        'PutMethod',
        { restApiId, resourceId: root, httpMethod: 'MADE_UP', authorizationType: 'NONE' },
        'Invalid HttpMethod specified. Valid options are GET,PUT,POST,DELETE,PATCH,OPTIONS,HEAD,ANY',
      ),
      bad(
        'PutMethod',
        { restApiId, resourceId: root, httpMethod: 'GET', authorizationType: 'CUSTOM' },
        'Invalid authorizer ID specified. Setting the authorization type to CUSTOM or COGNITO_USER_POOLS requires a valid authorizer.',
      ),
      bad(
        'PutMethod',
        { restApiId, resourceId: root, httpMethod: 'GET', authorizationType: 'NONE', requestValidatorId: 'wrong' },
        'Invalid Request Validator identifier specified',
      ),
      bad(
        'PutMethod',
        { restApiId, resourceId: root, httpMethod: 'GET', authorizationType: 'NONE', requestModels: { 'application/json': 'petModel' } },
        'Invalid model identifier specified: petModel',
      ),
    ],
  },
  {
    title: 'a patch of a method has paths and operations that there are',
    source: test('TestApiGatewayApiMethod::test_update_method_validation'),
    recorded: '2024-04',
    steps: [
      create,
      missing(
        'UpdateMethod',
        { restApiId, resourceId: 'fake', httpMethod: 'ANY', ...patch('replace', '/apiKeyRequired', 'true') },
        NO_RESOURCE,
      ),
      missing(
        'UpdateMethod',
        { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('replace', '/apiKeyRequired', 'true') },
        NO_METHOD,
      ),
      method(root, { apiKeyRequired: true }),
      bad(
        'UpdateMethod',
        { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('add', '/apiKeyRequired', 'true') },
        'Invalid patch operation specified. Must be one of: [replace]',
      ),
      bad(
        'UpdateMethod',
        { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('replace', '/httpMethod', 'POST') },
        'Invalid patch path /httpMethod',
      ),
      bad(
        'UpdateMethod',
        { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('add', '/requestParameters', 'x') },
        'Invalid patch path /requestParameters',
      ),
      bad(
        'UpdateMethod',
        { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('add', '/requestModels/application/json', 'Empty') },
        'Invalid patch path /requestModels/application/json',
      ),
      {
        call: 'apigateway.UpdateMethod',
        input: { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('replace', '/apiKeyRequired', 'whatever') },
        answer: { apiKeyRequired: false, authorizationType: 'NONE', httpMethod: 'ANY' },
      },
      bad(
        'UpdateMethod',
        { restApiId, resourceId: root, httpMethod: 'ANY', ...patch('replace', '/requestValidatorId', 'wrong') },
        'Invalid Request Validator identifier specified',
      ),
    ],
  },
];

export const recorded: RecordedCases = { service: 'apigateway', cases: methods };
