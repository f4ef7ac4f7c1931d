// Other settings for what quick create made of an HTTP API.
import { FUNCTION, ID, integrationOf, LOGS, of, target } from './apigatewayv2-needs.ts';
import { ref, type TypeCase } from './type-case.ts';

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ApiGatewayV2::ApiGatewayManagedOverrides',
    needs: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'quick', ProtocolType: 'HTTP', Target: FUNCTION } },
      ...integrationOf('HTTP_PROXY', { IntegrationMethod: 'GET', IntegrationUri: 'https://other.example', PayloadFormatVersion: '1.0' }),
      Judge: {
        Type: 'AWS::ApiGatewayV2::Authorizer',
        Properties: {
          ...{ ApiId: ref('Api'), Name: 'tokens', AuthorizerType: 'JWT', IdentitySource: ['$request.header.Authorization'] },
          JwtConfiguration: { Audience: ['a'], Issuer: 'https://issuer.example' },
        },
      },
    },
    properties: {
      ApiId: ref('Api'),
      Integration: { Description: 'slow', IntegrationMethod: 'POST', PayloadFormatVersion: '1.0', TimeoutInMillis: '5000' },
      Route: {
        ...{ AuthorizationScopes: ['read'], AuthorizationType: 'JWT', AuthorizerId: ref('Judge'), OperationName: 'all', Target: target },
      },
      Stage: {
        ...{ AutoDeploy: 'false', Description: 'by hand', StageVariables: { a: 'b' } },
        AccessLogSettings: { DestinationArn: LOGS, Format: '$context.requestId' },
        DefaultRouteSettings: { DetailedMetricsEnabled: true, ThrottlingBurstLimit: '10', ThrottlingRateLimit: '2.5' },
        RouteSettings: { $default: { ThrottlingBurstLimit: '3', ThrottlingRateLimit: 1 } },
      },
    },
    readBack: async (emulator, { ref: refs }) => {
      const ApiId = refs['Api']!;
      const { Items: integrations = [] } = await of(emulator).getIntegrations({ ApiId });
      const { Items: [route] = [] } = await of(emulator).getRoutes({ ApiId });
      const stage = await of(emulator).getStage({ ApiId, StageName: '$default' });
      return { integration: integrations.find(({ ApiGatewayManaged }) => ApiGatewayManaged), route, stage };
    },
    ref: ID,
    expected: {
      integration: { Description: 'slow', IntegrationUri: FUNCTION, PayloadFormatVersion: '1.0', TimeoutInMillis: 5000 },
      route: { RouteKey: '$default', AuthorizationScopes: ['read'], AuthorizationType: 'JWT', OperationName: 'all' },
      stage: {
        ...{ Description: 'by hand', StageVariables: { a: 'b' }, AccessLogSettings: { DestinationArn: LOGS } },
        DefaultRouteSettings: { DetailedMetricsEnabled: true, ThrottlingBurstLimit: 10, ThrottlingRateLimit: 2.5 },
        RouteSettings: { $default: { ThrottlingBurstLimit: 3, ThrottlingRateLimit: 1 } },
      },
    },
    history: ['apigatewayv2.stages', 'apigatewayv2.deployments'],
    untested: Object.fromEntries(
      ['LoggingLevel', 'DataTraceEnabled'].map((name) => [
        `Stage.DefaultRouteSettings.${name}`,
        'HTTP APIs, which alone have such stages, refuse execution logs',
      ]),
    ),
    change: {
      properties: { ApiId: ref('Api'), Integration: { TimeoutInMillis: 7000 }, Route: { OperationName: 'each' } },
      expected: {
        integration: { Description: '', PayloadFormatVersion: '2.0', TimeoutInMillis: 7000 },
        route: { AuthorizationType: 'NONE', OperationName: 'each' },
        stage: { AutoDeploy: true, Description: '', StageVariables: {}, RouteSettings: {}, AccessLogSettings: undefined },
      },
    },
  },
];
