// Resources that the cases of REST APIs share: an API, a mocked method, a deployment, a stage.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, ref } from './type-case.ts';

type Refs = Readonly<Record<string, string>>;

export const of = (emulator: TestEmulator): APIGateway => emulator.client(APIGateway);
export const restApiId = (made: Refs) => ({ restApiId: made['Api']! });

export const ID = /^[a-z0-9]{6,}$/;
export const CHANGED_TAGS = [{ Key: 'team', Value: 'red' }];
export const CERTIFICATE = 'arn:aws:acm:us-east-1:000000000000:certificate/any';
export const FUNCTION_URI =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:any/invocations';

export const RestApiId = ref('Api');
export const API = { Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'owner' } } };
export const MOCKED = {
  ...API,
  Mock: {
    Type: 'AWS::ApiGateway::Method',
    Properties: { RestApiId, ResourceId: getAtt('Api', 'RootResourceId'), HttpMethod: 'GET', Integration: { Type: 'MOCK' } },
  },
};
export const DEPLOYED = { ...MOCKED, Deployed: { Type: 'AWS::ApiGateway::Deployment', DependsOn: 'Mock', Properties: { RestApiId } } };
export const STAGED = {
  ...DEPLOYED,
  Live: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId, DeploymentId: ref('Deployed'), StageName: 'live' } },
};
export const CLIENT_CERTIFICATE = { Certificate: { Type: 'AWS::ApiGateway::ClientCertificate', Properties: {} } };
export const VERSION = {
  Version: { Type: 'AWS::ApiGateway::DocumentationVersion', Properties: { RestApiId, DocumentationVersion: '1' } },
};
