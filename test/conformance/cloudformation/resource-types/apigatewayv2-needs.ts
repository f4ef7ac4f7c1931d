// Resources that the cases of HTTP and WebSocket APIs share: APIs, integrations, routes, domains and stages that others need.
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import type { TestEmulator } from '../../../support/emulator.ts';
import { ref } from './type-case.ts';

export const of = (emulator: TestEmulator) => emulator.client(ApiGatewayV2);

export const ID = /^[a-z0-9]{6,}$/;
export const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:any';
export const LOGS = 'arn:aws:logs:us-east-1:000000000000:log-group:/apis';
export const FUNCTION_URI = `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${FUNCTION}/invocations`;
export const TAGS = { team: 'blue', stage: 'test' };

export const api = (ProtocolType: 'HTTP' | 'WEBSOCKET') => ({
  Api: {
    Type: 'AWS::ApiGatewayV2::Api',
    Properties: {
      ...{ Name: 'owner', ProtocolType },
      ...(ProtocolType === 'WEBSOCKET' && { RouteSelectionExpression: '$request.body.action' }),
    },
  },
});
export const HTTP = api('HTTP');
export const WEBSOCKET = api('WEBSOCKET');
export const integrationOf = (IntegrationType: string, more: object = {}) => ({
  Integration: { Type: 'AWS::ApiGatewayV2::Integration', Properties: { ApiId: ref('Api'), IntegrationType, ...more } },
});
export const ENDPOINT = integrationOf('HTTP_PROXY', {
  ...{ IntegrationMethod: 'GET', IntegrationUri: 'https://endpoint.example', PayloadFormatVersion: '1.0' },
});
export const target = { 'Fn::Join': ['/', ['integrations', ref('Integration')]] };
export const route = (RouteKey: string) => ({
  Route: { Type: 'AWS::ApiGatewayV2::Route', Properties: { ApiId: ref('Api'), RouteKey, Target: target } },
});
export const DOMAIN = {
  Domain: {
    Type: 'AWS::ApiGatewayV2::DomainName',
    Properties: {
      DomainName: { 'Fn::Sub': '${Api}.example.com' },
      RoutingMode: 'ROUTING_RULE_THEN_API_MAPPING',
      DomainNameConfigurations: [{ CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/any' }],
    },
  },
};
export const STAGE = { Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: ref('Api'), StageName: 'live' } } };
