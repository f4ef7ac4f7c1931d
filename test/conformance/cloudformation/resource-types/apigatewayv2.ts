// HTTP and WebSocket APIs, with what leads to them: stages, deployments, domains.
import { expect } from 'vitest';
import { DOMAIN, ENDPOINT, FUNCTION, HTTP, ID, integrationOf, LOGS, of, route, STAGE, TAGS, WEBSOCKET } from './apigatewayv2-needs.ts';
import { getAtt, ROLE, ref, type TypeCase } from './type-case.ts';

const documentOf = (title: string) => ({
  openapi: '3.0.1',
  info: { title, version: '7' },
  paths: {
    '/pets': {
      get: { 'x-amazon-apigateway-integration': { type: 'aws_proxy', uri: FUNCTION, payloadFormatVersion: '2.0', httpMethod: 'POST' } },
    },
  },
});

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ApiGatewayV2::Api',
    title: 'http',
    properties: {
      ...{ Name: 'pets', ProtocolType: 'HTTP', Description: 'all of them', Version: '3', IpAddressType: 'dualstack', Tags: TAGS },
      DisableExecuteApiEndpoint: 'true',
      CorsConfiguration: {
        AllowCredentials: true,
        AllowHeaders: ['x-a'],
        AllowMethods: ['GET'],
        AllowOrigins: ['https://page.example'],
        ExposeHeaders: ['x-b'],
        MaxAge: '60',
      },
    },
    readBack: (emulator, made) => of(emulator).getApi({ ApiId: made.ref['It']! }),
    ref: ID,
    expected: {
      ...{
        Name: 'pets',
        ProtocolType: 'HTTP',
        Description: 'all of them',
        Version: '3',
        IpAddressType: 'dualstack',
        Tags: expect.objectContaining(TAGS),
      },
      DisableExecuteApiEndpoint: true,
      CorsConfiguration: {
        AllowCredentials: true,
        AllowHeaders: ['x-a'],
        AllowMethods: ['GET'],
        AllowOrigins: ['https://page.example'],
        ExposeHeaders: ['x-b'],
        MaxAge: 60,
      },
    },
    change: {
      properties: { Name: 'animals', ProtocolType: 'HTTP', CorsConfiguration: { AllowOrigins: ['*'] }, Tags: { team: 'red' } },
      expected: {
        ...{ Name: 'animals', Description: '', Version: '', DisableExecuteApiEndpoint: false },
        ...{ CorsConfiguration: { AllowOrigins: ['*'] }, Tags: expect.objectContaining({ team: 'red' }) },
      },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Api',
    title: 'quick',
    properties: { Name: 'quick', ProtocolType: 'HTTP', Target: FUNCTION, RouteKey: 'GET /quick', CredentialsArn: ROLE },
    readBack: async (emulator, made) => {
      const ApiId = made.ref['It']!;
      const { Items: routes } = await of(emulator).getRoutes({ ApiId });
      const { Items: integrations } = await of(emulator).getIntegrations({ ApiId });
      return { routes, integrations };
    },
    ref: ID,
    expected: { routes: [{ RouteKey: 'GET /quick' }], integrations: [{ IntegrationUri: FUNCTION, CredentialsArn: ROLE }] },
  },
  {
    type: 'AWS::ApiGatewayV2::Api',
    title: 'websocket',
    properties: {
      ...{ Name: 'chat', ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.type' },
      ...{ ApiKeySelectionExpression: '$context.authorizer.usageIdentifierKey', DisableSchemaValidation: true },
    },
    readBack: (emulator, made) => of(emulator).getApi({ ApiId: made.ref['It']! }),
    ref: ID,
    expected: {
      ...{ ProtocolType: 'WEBSOCKET', RouteSelectionExpression: '$request.body.type', DisableSchemaValidation: true },
      ApiKeySelectionExpression: '$context.authorizer.usageIdentifierKey',
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Api',
    title: 'document',
    properties: { Body: documentOf('from a document'), BasePath: 'prepend', FailOnWarnings: true },
    readBack: (emulator, made) => of(emulator).getApi({ ApiId: made.ref['It']! }),
    ref: ID,
    expected: { Name: 'from a document', Version: '7', ProtocolType: 'HTTP' },
    change: {
      properties: { Body: documentOf('from another document'), BasePath: 'prepend', FailOnWarnings: true },
      expected: { Name: 'from another document' },
    },
    history: ['apigatewayv2.integrations', 'apigatewayv2.routes'],
    untested: { BodyS3Location: 'in test/conformance/apigatewayv2/templates.test.ts' },
  },
  {
    type: 'AWS::ApiGatewayV2::ApiMapping',
    needs: { ...HTTP, ...STAGE, ...DOMAIN },
    properties: { ApiId: ref('Api'), DomainName: ref('Domain'), Stage: ref('Stage'), ApiMappingKey: 'v1' },
    readBack: (emulator, { ref: refs }) => of(emulator).getApiMapping({ DomainName: refs['Domain']!, ApiMappingId: refs['It']! }),
    ref: ID,
    expected: { ApiMappingKey: 'v1', Stage: 'live' },
    change: {
      properties: { ApiId: ref('Api'), DomainName: ref('Domain'), Stage: ref('Stage'), ApiMappingKey: 'v2/a' },
      expected: { ApiMappingKey: 'v2/a' },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Deployment',
    needs: { ...HTTP, ...ENDPOINT, ...route('GET /a') },
    properties: { ApiId: ref('Api'), Description: { 'Fn::Sub': '${Route}' } },
    readBack: (emulator, { ref: refs }) => of(emulator).getDeployment({ ApiId: refs['Api']!, DeploymentId: refs['It']! }),
    ref: ID,
    expected: { DeploymentStatus: 'DEPLOYED', Description: expect.stringMatching(ID) },
    untested: { StageName: 'the stage keeps the deployment from being deleted; in test/conformance/apigatewayv2/templates.test.ts' },
  },
  {
    type: 'AWS::ApiGatewayV2::DomainName',
    properties: {
      DomainName: 'own.example.com',
      DomainNameConfigurations: [
        {
          CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/any',
          CertificateName: 'any',
          EndpointType: 'REGIONAL',
          IpAddressType: 'dualstack',
          OwnershipVerificationCertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/owner',
          SecurityPolicy: 'TLS_1_2',
        },
      ],
      MutualTlsAuthentication: { TruststoreUri: 's3://bucket/truststore.pem', TruststoreVersion: '1' },
      RoutingMode: 'ROUTING_RULE_ONLY',
      Tags: TAGS,
    },
    readBack: (emulator) => of(emulator).getDomainName({ DomainName: 'own.example.com' }),
    ref: /^own\.example\.com$/,
    expected: {
      DomainName: 'own.example.com',
      DomainNameConfigurations: [
        {
          CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/any',
          CertificateName: 'any',
          IpAddressType: 'dualstack',
          OwnershipVerificationCertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/owner',
        },
      ],
      MutualTlsAuthentication: { TruststoreUri: 's3://bucket/truststore.pem', TruststoreVersion: '1' },
      RoutingMode: 'ROUTING_RULE_ONLY',
      Tags: expect.objectContaining(TAGS),
    },
    change: {
      properties: {
        DomainName: 'own.example.com',
        DomainNameConfigurations: [{ CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/next' }],
        Tags: { team: 'red' },
      },
      expected: {
        DomainNameConfigurations: [{ CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/next' }],
        MutualTlsAuthentication: undefined,
        RoutingMode: 'API_MAPPING_ONLY',
        Tags: expect.objectContaining({ team: 'red' }),
      },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::RoutingRule',
    needs: { ...HTTP, ...STAGE, ...DOMAIN },
    properties: {
      DomainNameArn: getAtt('Domain', 'DomainNameArn'),
      Priority: '10',
      Conditions: [{ MatchBasePaths: { AnyOf: ['v1'] } }, { MatchHeaders: { AnyOf: [{ Header: 'x-version', ValueGlob: '1*' }] } }],
      Actions: [{ InvokeApi: { ApiId: ref('Api'), Stage: ref('Stage'), StripBasePath: 'true' } }],
    },
    readBack: (emulator, { ref: refs }) =>
      of(emulator).getRoutingRule({ DomainName: refs['Domain']!, RoutingRuleId: refs['It']!.split('/').at(-1)! }),
    ref: /^arn:aws:apigateway:us-east-1::\/domainnames\/.+\/routingrules\/.+$/,
    expected: {
      Priority: 10,
      Conditions: [{ MatchBasePaths: { AnyOf: ['v1'] } }, { MatchHeaders: { AnyOf: [{ Header: 'x-version', ValueGlob: '1*' }] } }],
      Actions: [{ InvokeApi: { Stage: 'live', StripBasePath: true } }],
    },
    change: {
      properties: {
        DomainNameArn: getAtt('Domain', 'DomainNameArn'),
        Priority: 20,
        Conditions: [],
        Actions: [{ InvokeApi: { ApiId: ref('Api'), Stage: ref('Stage') } }],
      },
      expected: { Priority: 20, Conditions: [] },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::Stage',
    needs: { ...HTTP, ...ENDPOINT, ...route('GET /a') },
    properties: {
      ...{ ApiId: ref('Api'), StageName: 'own', AutoDeploy: 'true', Description: { 'Fn::Sub': 'with ${Route}' }, Tags: TAGS },
      AccessLogSettings: { DestinationArn: LOGS, Format: '$context.requestId' },
      DefaultRouteSettings: { DetailedMetricsEnabled: true, ThrottlingBurstLimit: '10', ThrottlingRateLimit: '2.5' },
      RouteSettings: { 'GET /a': { ThrottlingBurstLimit: '3', ThrottlingRateLimit: 1 } },
      StageVariables: { a: 'b' },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getStage({ ApiId: refs['Api']!, StageName: 'own' }),
    ref: /^own$/,
    expected: {
      ...{ AutoDeploy: true, Description: expect.stringMatching(/^with /), Tags: expect.objectContaining(TAGS) },
      AccessLogSettings: { DestinationArn: LOGS, Format: '$context.requestId' },
      DefaultRouteSettings: { DetailedMetricsEnabled: true, ThrottlingBurstLimit: 10, ThrottlingRateLimit: 2.5 },
      RouteSettings: { 'GET /a': { ThrottlingBurstLimit: 3, ThrottlingRateLimit: 1 } },
      StageVariables: { a: 'b' },
    },
    change: {
      properties: { ApiId: ref('Api'), StageName: 'own', AutoDeploy: true, StageVariables: { c: 'd' }, Tags: { team: 'red' } },
      expected: {
        ...{ Description: '', AccessLogSettings: undefined, StageVariables: { c: 'd' }, RouteSettings: {} },
        ...{ DefaultRouteSettings: { ThrottlingBurstLimit: undefined }, Tags: expect.objectContaining({ team: 'red' }) },
      },
    },
    history: ['apigatewayv2.stages', 'apigatewayv2.deployments'],
  },
  {
    type: 'AWS::ApiGatewayV2::Stage',
    title: 'websocket',
    needs: {
      ...WEBSOCKET,
      ...integrationOf('MOCK'),
      ...route('$default'),
      Deployment: { Type: 'AWS::ApiGatewayV2::Deployment', DependsOn: 'Route', Properties: { ApiId: ref('Api') } },
    },
    properties: {
      ...{ ApiId: ref('Api'), StageName: 'talk', DeploymentId: ref('Deployment'), ClientCertificateId: 'certificate' },
      DefaultRouteSettings: { DataTraceEnabled: true, LoggingLevel: 'INFO' },
    },
    readBack: (emulator, { ref: refs }) => of(emulator).getStage({ ApiId: refs['Api']!, StageName: 'talk' }),
    ref: /^talk$/,
    expected: {
      ...{ DeploymentId: expect.stringMatching(ID), ClientCertificateId: 'certificate' },
      DefaultRouteSettings: { DataTraceEnabled: true, LoggingLevel: 'INFO' },
    },
  },
  {
    type: 'AWS::ApiGatewayV2::VpcLink',
    properties: { Name: 'link', SubnetIds: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'], Tags: TAGS },
    readBack: (emulator, { ref: refs }) => of(emulator).getVpcLink({ VpcLinkId: refs['It']! }),
    ref: ID,
    expected: { Name: 'link', SubnetIds: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'], VpcLinkStatus: 'AVAILABLE' },
    change: {
      properties: { Name: 'renamed', SubnetIds: ['subnet-1', 'subnet-2'], SecurityGroupIds: ['sg-1'], Tags: { team: 'red' } },
      expected: { Name: 'renamed', Tags: expect.objectContaining({ team: 'red' }) },
    },
  },
];
