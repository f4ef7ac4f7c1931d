// Recorded answers of the control plane of REST APIs about answers of the gateway, integrations and documentation.
import { ANY, type RecordedCase, type RecordedCases, type Step } from '../case.ts';
import { bad, create, invalid, missing, NO_RESOURCE, patch, restApiId, root, test } from '../rest-api-steps.ts';

const resourceId = root;
const method: Step = { call: 'apigateway.PutMethod', input: { restApiId, resourceId, httpMethod: 'ANY', authorizationType: 'NONE' } };

const DEFAULT = {
  defaultResponse: true,
  responseParameters: {},
  responseTemplates: { 'application/json': '{"message":$context.error.messageString}' },
};
const responseType = 'MISSING_AUTHENTICATION_TOKEN';
const gatewayResponses: RecordedCase[] = [
  {
    title: 'an answer of the gateway has a default, and has it again once it is deleted',
    source: test('TestApiGatewayGatewayResponse::test_gateway_response_crud'),
    recorded: '2024-04',
    steps: [
      create,
      {
        call: 'apigateway.GetGatewayResponse',
        input: { restApiId, responseType },
        answer: { ...DEFAULT, responseType, statusCode: '403' },
      },
      {
        call: 'apigateway.PutGatewayResponse',
        input: {
          restApiId,
          responseType,
          statusCode: '404',
          responseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': "'a.b.c'" },
        },
        contains: {
          defaultResponse: false,
          statusCode: '404',
          responseParameters: { 'gatewayresponse.header.Access-Control-Allow-Origin': "'a.b.c'" },
        },
      },
      { call: 'apigateway.DeleteGatewayResponse', input: { restApiId, responseType }, answer: {} },
      {
        call: 'apigateway.GetGatewayResponse',
        input: { restApiId, responseType },
        answer: { ...DEFAULT, responseType, statusCode: '403' },
      },
      missing('DeleteGatewayResponse', { restApiId, responseType }, 'Gateway response type not defined on api'),
    ],
  },
  {
    title: 'an answer of the gateway is patched part by part',
    source: test('TestApiGatewayGatewayResponse::test_update_gateway_response'),
    recorded: '2024-04',
    steps: [
      create,
      {
        call: 'apigateway.UpdateGatewayResponse',
        input: { restApiId, responseType: 'DEFAULT_4XX', ...patch('replace', '/statusCode', '444') },
        answer: { ...DEFAULT, defaultResponse: false, responseType: 'DEFAULT_4XX', statusCode: '444' },
      },
      ...['add', 'remove'].map((op) =>
        bad(
          'UpdateGatewayResponse',
          { restApiId, responseType: 'DEFAULT_4XX', ...patch(op, '/statusCode', '444') },
          'Invalid patch path /statusCode',
        ),
      ),
      missing(
        'UpdateGatewayResponse',
        { restApiId, responseType: 'DEFAULT_4XX', ...patch('replace', '/responseParameters/gatewayresponse.header.None', "'x'") },
        'Invalid parameter name specified',
      ),
      bad(
        'UpdateGatewayResponse',
        { restApiId, responseType: 'DEFAULT_4XX', ...patch('replace', '/wrongPath', 'x') },
        'Invalid patch path /wrongPath',
      ),
    ],
  },
];

const integration = (more: object = {}) => ({ restApiId, resourceId, httpMethod: 'ANY', ...more });
const integrations: RecordedCase[] = [
  {
    title: 'an integration has a type that there is',
    source: test('TestApigatewayIntegration::test_put_integration_wrong_type'),
    recorded: '2024-04',
    steps: [
      create,
      method,
      invalid(
        'PutIntegration',
        integration({ type: 'HTTPS_PROXY', uri: 'https://example.com' }),
        "1 validation error detected: Value 'HTTPS_PROXY' at 'putIntegrationInput.type' failed to satisfy constraint: Member must satisfy enum value set: [HTTP, MOCK, AWS_PROXY, HTTP_PROXY, AWS]",
      ),
    ],
  },
  {
    title: 'an integration that is not there is told by the first part that is missing',
    source: test('TestApigatewayIntegration::test_get_integration_non_existent'),
    recorded: '2025-11',
    steps: [
      create,
      missing('GetIntegration', integration({ restApiId: 'nowhere0' }), NO_RESOURCE),
      missing('GetIntegration', integration({ resourceId: 'fake' }), NO_RESOURCE),
      missing('GetIntegration', integration(), 'Invalid Method identifier specified'),
      method,
      missing('GetIntegration', integration(), 'Invalid Integration identifier specified'),
    ],
  },
  {
    title: 'an answer of an integration that is not there is told likewise',
    source: test('TestApigatewayIntegrationResponse::test_delete_integration_response_errors'),
    recorded: '2025-08',
    steps: [
      create,
      method,
      {
        call: 'apigateway.PutIntegration',
        input: integration({ type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' } }),
      },
      { call: 'apigateway.PutMethodResponse', input: integration({ statusCode: '200' }) },
      {
        call: 'apigateway.PutIntegrationResponse',
        input: integration({ statusCode: '200', selectionPattern: '', responseTemplates: { 'application/json': '"created"' } }),
        answer: { responseTemplates: { 'application/json': '"created"' }, selectionPattern: '', statusCode: '200' },
      },
      missing('DeleteIntegrationResponse', integration({ statusCode: '200', resourceId: 'fake' }), NO_RESOURCE),
      missing('DeleteIntegrationResponse', integration({ statusCode: '200', restApiId: 'nowhere0' }), NO_RESOURCE),
      missing(
        'DeleteIntegrationResponse',
        integration({ statusCode: '200', httpMethod: 'POST' }),
        'Invalid Integration identifier specified',
      ),
      missing('DeleteIntegrationResponse', integration({ statusCode: '201' }), 'Invalid Response status code specified'),
    ],
  },
];

const documentation: RecordedCase[] = [
  {
    title: 'a part of the documentation is made, changed and gone',
    source: test('TestApiGatewayApiDocumentationPart::test_documentation_part_lifecycle, …test_invalid_get_documentation_part'),
    recorded: '2024-04',
    steps: [
      create,
      {
        call: 'apigateway.CreateDocumentationPart',
        input: { restApiId, location: { type: 'API' }, properties: '{"description":"Sample API description"}' },
        as: 'part',
        answer: { id: ANY, location: { type: 'API' }, properties: '{"description":"Sample API description"}' },
      },
      {
        call: 'apigateway.GetDocumentationParts',
        input: { restApiId },
        answer: { items: [{ id: '{part.id}', location: { type: 'API' }, properties: '{"description":"Sample API description"}' }] },
      },
      {
        call: 'apigateway.UpdateDocumentationPart',
        input: { restApiId, documentationPartId: '{part.id}', ...patch('replace', '/properties', '{"description":"Updated"}') },
        answer: { id: '{part.id}', location: { type: 'API' }, properties: '{"description":"Updated"}' },
      },
      { call: 'apigateway.DeleteDocumentationPart', input: { restApiId, documentationPartId: '{part.id}' }, answer: {} },
      missing('GetDocumentationPart', { restApiId, documentationPartId: '{part.id}' }, 'Invalid Documentation part identifier specified'),
    ],
  },
];

export const recorded: RecordedCases = { service: 'apigateway', cases: [...gatewayResponses, ...integrations, ...documentation] };
