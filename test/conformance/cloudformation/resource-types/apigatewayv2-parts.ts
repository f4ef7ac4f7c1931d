// Parts of HTTP and WebSocket APIs: routes, integrations, authorizers, models.
import { ENDPOINT, FUNCTION, FUNCTION_URI, HTTP, ID, integrationOf, of, route, target, WEBSOCKET } from './apigatewayv2-needs.ts';
import { ROLE, ref, type TypeCase } from './type-case.ts';

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ApiGatewayV2::Authorizer',
    title: 'jwt',
    needs: HTTP,
    properties: {
      ...{ ApiId: ref('Api'), Name: 'tokens', AuthorizerType: 'JWT', IdentitySource: ['$request.header.Authorization'] },
      JwtConfiguration: { Audience: ['a', 'b'], Issuer: 'https://issuer.example' },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getAuthorizer({ ApiId: refs['Api']!, AuthorizerId: refs['It']! }),
    ref: ID,
    expected: { Name: 'tokens', AuthorizerType: 'JWT', JwtConfiguration: { Audience: ['a', 'b'], Issuer: 'https://issuer.example' } },
    change: {
      properties: {
        ...{ ApiId: ref('Api'), Name: 'others', AuthorizerType: 'JWT', IdentitySource: ['$request.header.X-Token'] },
        JwtConfiguration: { Audience: ['c'], Issuer: 'https://other.example' },
      },
      expected: {
        Name: 'others',
        IdentitySource: ['$request.header.X-Token'],
        JwtConfiguration: { Audience: ['c'], Issuer: 'https://other.example' },
      },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Authorizer',
    title: 'function',
    needs: HTTP,
    properties: {
      ...{ ApiId: ref('Api'), Name: 'asks', AuthorizerType: 'REQUEST', AuthorizerUri: FUNCTION_URI, AuthorizerCredentialsArn: ROLE },
      ...{
        AuthorizerPayloadFormatVersion: '2.0',
        AuthorizerResultTtlInSeconds: '60',
        EnableSimpleResponses: true,
        IdentityValidationExpression: '.+',
      },
      IdentitySource: ['$request.header.X-A'],
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getAuthorizer({ ApiId: refs['Api']!, AuthorizerId: refs['It']! }),
    ref: ID,
    expected: {
      ...{ AuthorizerUri: FUNCTION_URI, AuthorizerCredentialsArn: ROLE, AuthorizerPayloadFormatVersion: '2.0' },
      ...{
        AuthorizerResultTtlInSeconds: 60,
        EnableSimpleResponses: true,
        IdentityValidationExpression: '.+',
        IdentitySource: ['$request.header.X-A'],
      },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Integration',
    title: 'function',
    needs: HTTP,
    properties: {
      ...{
        ApiId: ref('Api'),
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: FUNCTION,
        IntegrationMethod: 'POST',
        PayloadFormatVersion: '2.0',
      },
      ...{ CredentialsArn: ROLE, Description: 'calls it', TimeoutInMillis: '1000' },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getIntegration({ ApiId: refs['Api']!, IntegrationId: refs['It']! }),
    ref: ID,
    expected: {
      IntegrationUri: FUNCTION,
      PayloadFormatVersion: '2.0',
      CredentialsArn: ROLE,
      Description: 'calls it',
      TimeoutInMillis: 1000,
    },
    change: {
      properties: { ApiId: ref('Api'), IntegrationType: 'AWS_PROXY', IntegrationUri: FUNCTION, PayloadFormatVersion: '1.0' },
      expected: { PayloadFormatVersion: '1.0', Description: '', CredentialsArn: '', TimeoutInMillis: 30_000 },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Integration',
    title: 'endpoint',
    needs: { ...HTTP, Link: { Type: 'AWS::ApiGatewayV2::VpcLink', Properties: { Name: 'link', SubnetIds: ['subnet-1'] } } },
    properties: {
      ...{ ApiId: ref('Api'), IntegrationType: 'HTTP_PROXY', IntegrationUri: 'https://endpoint.example', IntegrationMethod: 'ANY' },
      ...{ ConnectionType: 'VPC_LINK', ConnectionId: ref('Link'), TlsConfig: { ServerNameToVerify: 'endpoint.example' } },
      PayloadFormatVersion: '1.0',
      RequestParameters: { 'append:header.x-a': '$request.path.a' },
      ResponseParameters: { '200': { ResponseParameters: [{ Destination: 'overwrite:statuscode', Source: '201' }] } },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getIntegration({ ApiId: refs['Api']!, IntegrationId: refs['It']! }),
    ref: ID,
    expected: {
      ...{ ConnectionType: 'VPC_LINK', TlsConfig: { ServerNameToVerify: 'endpoint.example' } },
      RequestParameters: { 'append:header.x-a': '$request.path.a' },
      ResponseParameters: { '200': { 'overwrite:statuscode': '201' } },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Integration',
    title: 'service',
    needs: HTTP,
    properties: {
      ...{ ApiId: ref('Api'), IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-SendMessage', PayloadFormatVersion: '1.0' },
      ...{ CredentialsArn: ROLE, RequestParameters: { QueueUrl: '$request.header.queue', MessageBody: '$request.body' } },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getIntegration({ ApiId: refs['Api']!, IntegrationId: refs['It']! }),
    ref: ID,
    expected: { IntegrationSubtype: 'SQS-SendMessage', RequestParameters: { MessageBody: '$request.body' } },
  },
  {
    type: 'AWS::ApiGatewayV2::Integration',
    title: 'socket',
    needs: WEBSOCKET,
    properties: {
      ...{ ApiId: ref('Api'), IntegrationType: 'MOCK', PassthroughBehavior: 'NEVER', ContentHandlingStrategy: 'CONVERT_TO_TEXT' },
      ...{ RequestTemplates: { '200': '{"statusCode":200}' }, TemplateSelectionExpression: '200' },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getIntegration({ ApiId: refs['Api']!, IntegrationId: refs['It']! }),
    ref: ID,
    expected: {
      ...{ PassthroughBehavior: 'NEVER', ContentHandlingStrategy: 'CONVERT_TO_TEXT', TemplateSelectionExpression: '200' },
      RequestTemplates: { '200': '{"statusCode":200}' },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::IntegrationResponse',
    needs: { ...WEBSOCKET, ...integrationOf('MOCK') },
    properties: {
      ...{ ApiId: ref('Api'), IntegrationId: ref('Integration'), IntegrationResponseKey: '/200/' },
      ...{ ContentHandlingStrategy: 'CONVERT_TO_BINARY', ResponseTemplates: { ok: '{}' }, TemplateSelectionExpression: 'ok' },
      ResponseParameters: { 'method.response.header.x-a': "'b'" },
    },
    readBack: (emulator, { ref: refs }) =>
      of(emulator).getIntegrationResponse({ ApiId: refs['Api']!, IntegrationId: refs['Integration']!, IntegrationResponseId: refs['It']! }),
    ref: ID,
    expected: {
      ...{ IntegrationResponseKey: '/200/', ContentHandlingStrategy: 'CONVERT_TO_BINARY', ResponseTemplates: { ok: '{}' } },
      ...{ TemplateSelectionExpression: 'ok', ResponseParameters: { 'method.response.header.x-a': "'b'" } },
    },
    change: {
      properties: { ApiId: ref('Api'), IntegrationId: ref('Integration'), IntegrationResponseKey: '$default' },
      expected: { IntegrationResponseKey: '$default' },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Model',
    needs: WEBSOCKET,
    properties: { ApiId: ref('Api'), Name: 'Pet', ContentType: 'application/json', Description: 'one', Schema: { type: 'object' } },
    readBack: (emulator, { ref: refs }) => of(emulator).getModel({ ApiId: refs['Api']!, ModelId: refs['It']! }),
    ref: ID,
    expected: { Name: 'Pet', ContentType: 'application/json', Description: 'one', Schema: '{"type":"object"}' },
    change: {
      properties: { ApiId: ref('Api'), Name: 'Pets', Schema: { type: 'array' } },
      expected: { Name: 'Pets', Schema: '{"type":"array"}' },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Route',
    title: 'http',
    needs: {
      ...HTTP,
      ...ENDPOINT,
      Authorizer: {
        Type: 'AWS::ApiGatewayV2::Authorizer',
        Properties: {
          ...{ ApiId: ref('Api'), Name: 'tokens', AuthorizerType: 'JWT', IdentitySource: ['$request.header.Authorization'] },
          JwtConfiguration: { Audience: ['a'], Issuer: 'https://issuer.example' },
        },
      },
    },
    properties: {
      ...{ ApiId: ref('Api'), RouteKey: 'GET /pets/{id}', Target: target, OperationName: 'getPet' },
      ...{ AuthorizationType: 'JWT', AuthorizerId: ref('Authorizer'), AuthorizationScopes: ['read'] },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getRoute({ ApiId: refs['Api']!, RouteId: refs['It']! }),
    ref: ID,
    expected: { RouteKey: 'GET /pets/{id}', OperationName: 'getPet', AuthorizationType: 'JWT', AuthorizationScopes: ['read'] },
    change: {
      properties: { ApiId: ref('Api'), RouteKey: 'ANY /pets/{id+}', Target: target },
      expected: { RouteKey: 'ANY /pets/{id+}', AuthorizationType: 'NONE' },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Route',
    title: 'websocket',
    needs: { ...WEBSOCKET, ...integrationOf('MOCK') },
    properties: {
      ...{
        ApiId: ref('Api'),
        RouteKey: '$connect',
        Target: target,
        ApiKeyRequired: 'true',
        ModelSelectionExpression: '$request.body.type',
      },
      ...{ RouteResponseSelectionExpression: '$default', RequestModels: { pet: 'Pet' } },
      RequestParameters: { 'route.request.querystring.a': { Required: true } },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getRoute({ ApiId: refs['Api']!, RouteId: refs['It']! }),
    ref: ID,
    expected: {
      ...{ RouteKey: '$connect', ApiKeyRequired: true, ModelSelectionExpression: '$request.body.type' },
      ...{ RouteResponseSelectionExpression: '$default', RequestModels: { pet: 'Pet' } },
      RequestParameters: { 'route.request.querystring.a': { Required: true } },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::RouteResponse',
    needs: { ...WEBSOCKET, ...integrationOf('MOCK'), ...route('talk') },
    properties: {
      ...{ ApiId: ref('Api'), RouteId: ref('Route'), RouteResponseKey: '$default', ModelSelectionExpression: '$request.body.type' },
      ...{ ResponseModels: { pet: 'Pet' }, ResponseParameters: { 'route.response.header.x-a': { Required: true } } },
    },
    readBack: (emulator, { ref: refs }) =>
      of(emulator).getRouteResponse({ ApiId: refs['Api']!, RouteId: refs['Route']!, RouteResponseId: refs['It']! }),
    ref: ID,
    expected: {
      ...{ RouteResponseKey: '$default', ModelSelectionExpression: '$request.body.type', ResponseModels: { pet: 'Pet' } },
      ResponseParameters: { 'route.response.header.x-a': { Required: true } },
    },
  },
];
