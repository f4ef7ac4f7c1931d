// Recorded answers about the answers that a REST API's gateway makes itself: what a put leaves out, and what stands in for types that are not set.
import { call, type RecordedCases } from '../case.ts';
import { create, restApiId, test } from '../rest-api-steps.ts';

const MESSAGE = { 'application/json': '{"message":$context.error.messageString}' };
const PARAMETERS = { 'gatewayresponse.header.x-request-header': 'method.request.header.Accept' };
const OWN = { 'application/json': '{"statusCode": "404"}' };
const responseType = 'MISSING_AUTHENTICATION_TOKEN';
const put = (input: object, answer: object) =>
  call('apigateway.PutGatewayResponse', { restApiId, responseType, ...input }, { contains: { defaultResponse: false, ...answer } });
const shown = (type: string, answer: object) =>
  call('apigateway.GetGatewayResponse', { restApiId, responseType: type }, { answer: { responseType: type, ...answer } });

export const recorded: RecordedCases = {
  service: 'apigateway',
  cases: [
    {
      title: "an answer that is set without a template has the gateway's own, and without a status that of its type",
      source: test('TestApiGatewayGatewayResponse::test_gateway_response_put'),
      recorded: '2024-06',
      steps: [
        create,
        put({ statusCode: '404' }, { statusCode: '404', responseParameters: {}, responseTemplates: MESSAGE }),
        put({ responseParameters: PARAMETERS }, { statusCode: '403', responseParameters: PARAMETERS, responseTemplates: MESSAGE }),
        put({ responseTemplates: OWN }, { statusCode: '403', responseParameters: {}, responseTemplates: OWN }),
      ],
    },
    {
      title: 'the answer for 5XX stands in for types that are not set, with its status, and for no others',
      source: test('TestApiGatewayGatewayResponse::test_gateway_response_put'),
      recorded: '2024-06',
      steps: [
        create,
        put(
          { responseType: 'DEFAULT_5XX', statusCode: '599', responseParameters: PARAMETERS, responseTemplates: OWN },
          { responseType: 'DEFAULT_5XX', statusCode: '599', responseParameters: PARAMETERS, responseTemplates: OWN },
        ),
        put(
          { responseType: 'AUTHORIZER_FAILURE', responseParameters: { 'gatewayresponse.header.foo': "'bar'" } },
          { statusCode: '500', responseParameters: { 'gatewayresponse.header.foo': "'bar'" }, responseTemplates: MESSAGE },
        ),
        shown('API_CONFIGURATION_ERROR', {
          defaultResponse: true,
          statusCode: '599',
          responseParameters: PARAMETERS,
          responseTemplates: OWN,
        }),
        shown('ACCESS_DENIED', { defaultResponse: true, statusCode: '403', responseParameters: {}, responseTemplates: MESSAGE }),
        shown('DEFAULT_4XX', { defaultResponse: true, responseParameters: {}, responseTemplates: MESSAGE }),
      ],
    },
  ],
};
