// Methods, deployments and stages of REST APIs, and the keys and plans for stages.
import { expect } from 'vitest';
import {
  API,
  CHANGED_TAGS,
  CLIENT_CERTIFICATE,
  DEPLOYED,
  FUNCTION_URI,
  ID,
  MOCKED,
  of,
  RestApiId,
  restApiId,
  STAGED,
  VERSION,
} from './apigateway-parts.ts';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const LOGS = 'arn:aws:logs:us-east-1:000000000000:log-group:/apis';
const SETTINGS = {
  ...{ MetricsEnabled: true, LoggingLevel: 'INFO', DataTraceEnabled: true, ThrottlingBurstLimit: 5, ThrottlingRateLimit: 2.5 },
  ...{ CachingEnabled: true, CacheTtlInSeconds: 60, CacheDataEncrypted: true },
};
const SHOWN_SETTINGS = {
  ...{ metricsEnabled: true, loggingLevel: 'INFO', dataTraceEnabled: true, throttlingBurstLimit: 5, throttlingRateLimit: 2.5 },
  ...{ cachingEnabled: true, cacheTtlInSeconds: 60, cacheDataEncrypted: true },
};
const STAGE_SETTINGS = {
  ...{ CacheClusterEnabled: true, CacheClusterSize: '1.6', ClientCertificateId: ref('Certificate'), Description: 'one' },
  ...{ DocumentationVersion: ref('Version'), TracingEnabled: 'true', Variables: { name: 'x' }, Tags: TAGS },
  AccessLogSetting: { DestinationArn: LOGS, Format: '$context.requestId' },
  MethodSettings: [{ HttpMethod: 'GET', ResourcePath: '/~1pets', ...SETTINGS }],
};
const SHOWN_STAGE = {
  ...{ cacheClusterEnabled: true, cacheClusterSize: '1.6', description: 'one', documentationVersion: '1', tracingEnabled: true },
  ...{ variables: { name: 'x' }, tags: { team: 'blue', stage: 'test' }, methodSettings: { 'pets/GET': SHOWN_SETTINGS } },
  ...{ accessLogSettings: { destinationArn: LOGS, format: '$context.requestId' }, clientCertificateId: expect.any(String) },
};
const CANARY = { PercentTraffic: 50, StageVariableOverrides: { name: 'y' }, UseStageCache: true };
const SHOWN_CANARY = { percentTraffic: 50, stageVariableOverrides: { name: 'y' }, useStageCache: true };

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ApiGateway::Method',
    needs: {
      ...API,
      Model: { Type: 'AWS::ApiGateway::Model', Properties: { RestApiId, Name: 'Pet' } },
      Validator: { Type: 'AWS::ApiGateway::RequestValidator', Properties: { RestApiId } },
      Authorizer: {
        Type: 'AWS::ApiGateway::Authorizer',
        Properties: { RestApiId, Name: 'a', Type: 'TOKEN', AuthorizerUri: FUNCTION_URI, IdentitySource: 'method.request.header.X' },
      },
    },
    properties: {
      ...{ RestApiId, ResourceId: getAtt('Api', 'RootResourceId'), HttpMethod: 'POST', ApiKeyRequired: 'true', OperationName: 'put' },
      ...{ AuthorizationType: 'CUSTOM', AuthorizerId: ref('Authorizer'), AuthorizationScopes: ['a'], RequestValidatorId: ref('Validator') },
      ...{ RequestModels: { 'application/json': ref('Model') }, RequestParameters: { 'method.request.header.h': true } },
      MethodResponses: [
        {
          StatusCode: '200',
          ResponseModels: { 'application/json': ref('Model') },
          ResponseParameters: { 'method.response.header.h': false },
        },
      ],
      Integration: {
        ...{ Type: 'HTTP', IntegrationHttpMethod: 'PUT', Uri: 'http://endpoint.example/{id}', Credentials: ROLE, TimeoutInMillis: '1000' },
        ...{ ConnectionType: 'INTERNET', ConnectionId: 'c', ContentHandling: 'CONVERT_TO_TEXT', PassthroughBehavior: 'NEVER' },
        ...{
          CacheNamespace: 'n',
          CacheKeyParameters: ['method.request.header.h'],
          ResponseTransferMode: 'BUFFERED',
          IntegrationTarget: 't',
        },
        ...{ RequestParameters: { 'integration.request.path.id': "'1'" }, RequestTemplates: { 'application/json': '{}' } },
        IntegrationResponses: [
          {
            ...{ StatusCode: '200', SelectionPattern: '2..', ContentHandling: 'CONVERT_TO_TEXT' },
            ...{ ResponseParameters: { 'method.response.header.h': "'1'" }, ResponseTemplates: { 'application/json': '[]' } },
          },
        ],
      },
    },
    readBack: (emulator, { ref: made }) => {
      const [, resourceId = '', httpMethod = ''] = made['It']!.split('|');
      return of(emulator).getMethod({ ...restApiId(made), resourceId, httpMethod });
    },
    expected: {
      ...{ apiKeyRequired: true, operationName: 'put', authorizationType: 'CUSTOM', authorizationScopes: ['a'] },
      ...{ requestModels: { 'application/json': 'Pet' }, requestParameters: { 'method.request.header.h': true } },
      methodResponses: {
        200: { responseModels: { 'application/json': 'Pet' }, responseParameters: { 'method.response.header.h': false } },
      },
      methodIntegration: {
        ...{ type: 'HTTP', httpMethod: 'PUT', uri: 'http://endpoint.example/{id}', credentials: ROLE, timeoutInMillis: 1000 },
        ...{ contentHandling: 'CONVERT_TO_TEXT', passthroughBehavior: 'NEVER', cacheNamespace: 'n', connectionId: 'c' },
        ...{ requestParameters: { 'integration.request.path.id': "'1'" }, requestTemplates: { 'application/json': '{}' } },
        integrationResponses: { 200: { selectionPattern: '2..', responseTemplates: { 'application/json': '[]' } } },
      },
    },
    ref: /^[a-z0-9]+\|[a-z0-9]+\|POST$/,
    change: {
      properties: {
        ...{ RestApiId, ResourceId: getAtt('Api', 'RootResourceId'), HttpMethod: 'POST', AuthorizationType: 'AWS_IAM' },
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: FUNCTION_URI },
      },
      expected: {
        ...{ apiKeyRequired: false, authorizationType: 'AWS_IAM', authorizerId: undefined, methodResponses: undefined },
        methodIntegration: { type: 'AWS_PROXY', httpMethod: 'POST' },
      },
    },
  },
  {
    type: 'AWS::ApiGateway::Deployment',
    title: 'staged',
    needs: { ...MOCKED, ...CLIENT_CERTIFICATE, ...VERSION },
    properties: {
      ...{ RestApiId, Description: 'one', StageName: { 'Fn::Sub': ['live', { after: ref('Mock') }] } },
      StageDescription: { ...STAGE_SETTINGS, ...SETTINGS, CanarySetting: CANARY },
    },
    readBack: async (emulator, { ref: made }) => {
      const api = of(emulator);
      const deployment = await api.getDeployment({ ...restApiId(made), deploymentId: made['It']! });
      const stage = await api.getStage({ ...restApiId(made), stageName: 'live' }).catch(() => undefined);
      return { description: deployment.description, stage };
    },
    expected: {
      description: 'one',
      stage: { ...SHOWN_STAGE, canarySettings: SHOWN_CANARY, methodSettings: { 'pets/GET': SHOWN_SETTINGS, '*/*': SHOWN_SETTINGS } },
    },
    ref: ID,
    change: {
      properties: {
        ...{ RestApiId, StageName: { 'Fn::Sub': ['live', { after: ref('Mock') }] } },
        StageDescription: { Variables: { name: 'z' }, Tags: CHANGED_TAGS },
      },
      expected: { description: undefined, stage: { variables: { name: 'z' }, canarySettings: undefined, tags: { team: 'red' } } },
    },
  },
  {
    type: 'AWS::ApiGateway::Deployment',
    title: 'canary',
    needs: STAGED,
    properties: { RestApiId, StageName: ref('Live'), DeploymentCanarySettings: CANARY },
    readBack: async (emulator, { ref: made }) => {
      await of(emulator).getDeployment({ ...restApiId(made), deploymentId: made['It']! });
      return of(emulator).getStage({ ...restApiId(made), stageName: 'live' });
    },
    expected: { canarySettings: SHOWN_CANARY },
    ref: ID,
  },
  {
    type: 'AWS::ApiGateway::Stage',
    needs: { ...DEPLOYED, ...CLIENT_CERTIFICATE, ...VERSION },
    properties: {
      ...{ RestApiId, DeploymentId: ref('Deployed'), StageName: 'live', ...STAGE_SETTINGS },
      CanarySetting: { ...CANARY, DeploymentId: ref('Deployed') },
    },
    readBack: (emulator, { ref: made }) => of(emulator).getStage({ ...restApiId(made), stageName: made['It']! }),
    expected: { ...SHOWN_STAGE, canarySettings: SHOWN_CANARY },
    ref: /^live$/,
    change: {
      properties: {
        ...{ RestApiId, DeploymentId: ref('Deployed'), StageName: 'live', Variables: { other: 'z' }, Tags: CHANGED_TAGS },
        MethodSettings: [{ HttpMethod: '*', ResourcePath: '/*', LoggingLevel: 'ERROR' }],
      },
      expected: {
        ...{ variables: { other: 'z' }, canarySettings: undefined, accessLogSettings: undefined, tags: { team: 'red' } },
        ...{ tracingEnabled: false, methodSettings: { '*/*': { loggingLevel: 'ERROR' } } },
      },
    },
  },
  {
    type: 'AWS::ApiGateway::ApiKey',
    needs: STAGED,
    properties: {
      ...{ Name: 'every-property', Value: 'v'.repeat(30), CustomerId: 'c', Description: 'd', Enabled: 'true', GenerateDistinctId: true },
      ...{ StageKeys: [{ RestApiId, StageName: ref('Live') }], Tags: TAGS },
    },
    readBack: (emulator, { ref: { It } }) => of(emulator).getApiKey({ apiKey: It!, includeValue: true }),
    expected: {
      ...{ name: 'every-property', value: 'v'.repeat(30), customerId: 'c', description: 'd', enabled: true },
      ...{ stageKeys: [expect.stringMatching(/\/live$/)], tags: { team: 'blue' } },
    },
    ref: ID,
    change: {
      properties: { Name: 'every-property', Value: 'v'.repeat(30), Description: 'e', GenerateDistinctId: true, Tags: CHANGED_TAGS },
      expected: { description: 'e', enabled: false, customerId: undefined, stageKeys: [], tags: { team: 'red' } },
    },
  },
  {
    type: 'AWS::ApiGateway::UsagePlan',
    needs: STAGED,
    properties: {
      ...{ UsagePlanName: 'every-property', Description: 'one', Tags: TAGS, Quota: { Limit: '10', Offset: 1, Period: 'WEEK' } },
      Throttle: { BurstLimit: 5, RateLimit: '2.5' },
      ApiStages: [{ ApiId: RestApiId, Stage: ref('Live'), Throttle: { '/pets/GET': { BurstLimit: 1, RateLimit: 1 } } }],
    },
    readBack: (emulator, { ref: { It } }) => of(emulator).getUsagePlan({ usagePlanId: It! }),
    expected: {
      ...{ name: 'every-property', description: 'one', tags: { team: 'blue', stage: 'test' } },
      ...{ quota: { limit: 10, offset: 1, period: 'WEEK' }, throttle: { burstLimit: 5, rateLimit: 2.5 } },
      apiStages: [{ stage: 'live', throttle: { '/pets/GET': { burstLimit: 1, rateLimit: 1 } } }],
    },
    ref: ID,
    change: {
      properties: {
        ...{ UsagePlanName: 'renamed', Tags: CHANGED_TAGS, Throttle: { BurstLimit: 6, RateLimit: 3 } },
        ApiStages: [{ ApiId: RestApiId, Stage: ref('Live'), Throttle: { '/pets/GET': { BurstLimit: 2, RateLimit: 2 } } }],
      },
      expected: {
        ...{ name: 'renamed', description: undefined, quota: undefined, throttle: { burstLimit: 6, rateLimit: 3 } },
        apiStages: [{ throttle: { '/pets/GET': { burstLimit: 2, rateLimit: 2 } } }],
      },
    },
  },
  {
    type: 'AWS::ApiGateway::UsagePlanKey',
    needs: {
      Key: { Type: 'AWS::ApiGateway::ApiKey', Properties: {} },
      Plan: { Type: 'AWS::ApiGateway::UsagePlan', Properties: {} },
    },
    properties: { KeyId: ref('Key'), KeyType: 'API_KEY', UsagePlanId: ref('Plan') },
    readBack: (emulator, { ref: made }) => of(emulator).getUsagePlanKey({ keyId: made['Key']!, usagePlanId: made['Plan']! }),
    expected: { type: 'API_KEY' },
    ref: /^[a-z0-9]+:[a-z0-9]+$/,
  },
];
