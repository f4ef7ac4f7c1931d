// GraphQL APIs and their parts.
import { AppSync } from '@aws-sdk/client-appsync';
import { expect } from 'vitest';
import type { TestEmulator } from '../../../support/emulator.ts';
import { getAtt, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const appsync = (emulator: TestEmulator): AppSync => emulator.client(AppSync);
const idIn = (arn: string): string => arn.split('/')[1]!;
const partIn = (arn: string, at: number): string => arn.split('/')[at]!;

/** Seconds since 1970, at a whole hour. */
const inDays = (days: number): string => String(Math.floor(Date.now() / 3_600_000 + days * 24) * 3600);

const SDL = 'type Query {\n  a: String\n  b: String\n}';
const CODE = 'export function request(ctx) { return {}; }\nexport function response(ctx) { return ctx.result; }';
const RUNTIME = { Name: 'APPSYNC_JS', RuntimeVersion: '1.0.0' };
const NEEDS = {
  Api: { Type: 'AWS::AppSync::GraphQLApi', Properties: { Name: 'needed', AuthenticationType: 'API_KEY' } },
  Schema: { Type: 'AWS::AppSync::GraphQLSchema', Properties: { ApiId: getAtt('Api', 'ApiId'), Definition: SDL } },
  None: { Type: 'AWS::AppSync::DataSource', Properties: { ApiId: getAtt('Api', 'ApiId'), Name: 'none', Type: 'NONE' } },
};
const API_ID = getAtt('Api', 'ApiId');
/** Behind the schema, whose field it resolves. */
const TYPE_NAME = { 'Fn::Select': ['1', { 'Fn::Split': ['/', { 'Fn::Join': ['/', [ref('Schema'), 'Query']] }] }] };

const API_ARN = /^arn:aws:appsync:us-east-1:000000000000:apis\/[a-z0-9]{26}$/;
const part = (path: string): RegExp => new RegExp(`^arn:aws:appsync:us-east-1:000000000000:apis/[a-z0-9]{26}/${path}$`);

const NO_SYNC = 'no conflicts are resolved here: versioned data sources are refused';
const NO_BUCKET = 'texts from buckets are tried in test/conformance/appsync/deploying.test.ts';
const NO_DATABASE = 'no relational databases are here';
const NO_SEARCH = 'no search domains are here';

/** The revision of an API, which no change takes back. */
const HISTORY = ['appsync.apis'];
const POOL = { userPoolId: 'us-east-1_abcdefghi', awsRegion: 'us-east-1' };

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::AppSync::GraphQLApi',
    properties: {
      Name: 'every-property',
      AuthenticationType: 'AMAZON_COGNITO_USER_POOLS',
      UserPoolConfig: { UserPoolId: POOL.userPoolId, AwsRegion: POOL.awsRegion, DefaultAction: 'DENY', AppIdClientRegex: 'a.*' },
      AdditionalAuthenticationProviders: [
        {
          AuthenticationType: 'OPENID_CONNECT',
          OpenIDConnectConfig: { Issuer: 'https://b.example.com', ClientId: 'c', AuthTTL: '1000', IatTTL: '2000' },
        },
        {
          AuthenticationType: 'AMAZON_COGNITO_USER_POOLS',
          UserPoolConfig: { UserPoolId: 'us-east-1_b', AwsRegion: 'us-east-1', AppIdClientRegex: 'b' },
        },
        {
          AuthenticationType: 'AWS_LAMBDA',
          LambdaAuthorizerConfig: {
            AuthorizerUri: 'arn:aws:lambda:us-east-1:000000000000:function:gate',
            AuthorizerResultTtlInSeconds: '60',
            IdentityValidationExpression: '^x',
          },
        },
      ],
      LogConfig: { CloudWatchLogsRoleArn: ROLE, FieldLogLevel: 'ERROR', ExcludeVerboseContent: 'true' },
      XrayEnabled: 'true',
      ApiType: 'GRAPHQL',
      Visibility: 'GLOBAL',
      IntrospectionConfig: 'DISABLED',
      QueryDepthLimit: '7',
      ResolverCountLimit: '70',
      OwnerContact: 'owner',
      EnvironmentVariables: { STAGE: 'dev' },
      EnhancedMetricsConfig: {
        ResolverLevelMetricsBehavior: 'PER_RESOLVER_METRICS',
        DataSourceLevelMetricsBehavior: 'PER_DATA_SOURCE_METRICS',
        OperationLevelMetricsConfig: 'ENABLED',
      },
      Tags: TAGS,
    },
    readBack: async (emulator, { ref: { It: arn } }) => {
      const apiId = idIn(arn!);
      const { graphqlApi } = await appsync(emulator).getGraphqlApi({ apiId });
      const { environmentVariables } = await appsync(emulator).getGraphqlApiEnvironmentVariables({ apiId });
      return { ...graphqlApi, environmentVariables };
    },
    ref: API_ARN,
    expected: {
      ...{ name: 'every-property', xrayEnabled: true, queryDepthLimit: 7, resolverCountLimit: 70, introspectionConfig: 'DISABLED' },
      userPoolConfig: { ...POOL, defaultAction: 'DENY', appIdClientRegex: 'a.*' },
      additionalAuthenticationProviders: [
        { openIDConnectConfig: { issuer: 'https://b.example.com', clientId: 'c', authTTL: 1000, iatTTL: 2000 } },
        { userPoolConfig: { userPoolId: 'us-east-1_b' } },
        { lambdaAuthorizerConfig: { authorizerResultTtlInSeconds: 60, identityValidationExpression: '^x' } },
      ],
      logConfig: { fieldLogLevel: 'ERROR', excludeVerboseContent: true },
      environmentVariables: { STAGE: 'dev' },
      tags: { team: 'blue', stage: 'test' },
    },
    history: HISTORY,
    change: {
      properties: {
        ...{
          Name: 'changed',
          AuthenticationType: 'API_KEY',
          ApiType: 'GRAPHQL',
          Visibility: 'GLOBAL',
          Tags: [{ Key: 'team', Value: 'red' }],
        },
      },
      expected: { name: 'changed', authenticationType: 'API_KEY', queryDepthLimit: 0, environmentVariables: {}, tags: { team: 'red' } },
    },
    untested: {
      'LambdaAuthorizerConfig.AuthorizerUri': 'one of the additional providers has it',
      'LambdaAuthorizerConfig.AuthorizerResultTtlInSeconds': 'one of the additional providers has it',
      'LambdaAuthorizerConfig.IdentityValidationExpression': 'one of the additional providers has it',
      'OpenIDConnectConfig.Issuer': 'one of the additional providers has it',
      'OpenIDConnectConfig.ClientId': 'one of the additional providers has it',
      'OpenIDConnectConfig.AuthTTL': 'one of the additional providers has it',
      'OpenIDConnectConfig.IatTTL': 'one of the additional providers has it',
      MergedApiExecutionRoleArn: 'the needs of AWS::AppSync::SourceApiAssociation have it',
    },
  },
  {
    type: 'AWS::AppSync::GraphQLSchema',
    needs: { Api: NEEDS.Api },
    properties: { ApiId: API_ID, Definition: SDL },
    readBack: async (emulator, { ref: { Api: arn } }) => {
      const { schema } = await appsync(emulator).getIntrospectionSchema({ apiId: idIn(arn!), format: 'SDL' });
      return { sdl: Buffer.from(schema!).toString() };
    },
    ref: /^[a-z0-9]{26}GraphQLSchema$/,
    expected: { sdl: expect.stringContaining('b: String') },
    history: HISTORY,
    change: {
      properties: { ApiId: API_ID, Definition: 'type Query {\n  c: Int\n}' },
      expected: { sdl: expect.stringContaining('c: Int') },
    },
    untested: { DefinitionS3Location: NO_BUCKET },
  },
  {
    type: 'AWS::AppSync::ApiKey',
    needs: { Api: NEEDS.Api },
    properties: { ApiId: API_ID, Description: 'a key', Expires: inDays(30) },
    readBack: async (emulator, { ref: { Api: arn }, attributes: { ApiKeyId } }) => {
      const { apiKeys } = await appsync(emulator).listApiKeys({ apiId: idIn(arn!) });
      return apiKeys!.find(({ id }) => id === ApiKeyId);
    },
    ref: part('apikeys/da2-[a-z0-9]{26}'),
    expected: { description: 'a key' },
    history: HISTORY,
    change: { properties: { ApiId: API_ID, Description: 'changed', Expires: inDays(60) }, expected: { description: 'changed' } },
  },
  {
    type: 'AWS::AppSync::DataSource',
    title: 'Table',
    needs: { Api: NEEDS.Api },
    properties: {
      ...{ ApiId: API_ID, Name: 'it', Type: 'AMAZON_DYNAMODB', Description: 'a table', ServiceRoleArn: ROLE, MetricsConfig: 'ENABLED' },
      DynamoDBConfig: { TableName: 'posts', AwsRegion: 'us-east-1', UseCallerCredentials: 'true' },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await appsync(emulator).getDataSource({ apiId: idIn(arn!), name: 'it' })).dataSource,
    ref: part('datasources/it'),
    expected: { description: 'a table', serviceRoleArn: ROLE, dynamodbConfig: { tableName: 'posts', useCallerCredentials: true } },
    history: HISTORY,
    change: { properties: { ApiId: API_ID, Name: 'it', Type: 'NONE' }, expected: { type: 'NONE' } },
    untested: {
      'DynamoDBConfig.Versioned': NO_SYNC,
      'DynamoDBConfig.DeltaSyncConfig': NO_SYNC,
      RelationalDatabaseConfig: NO_DATABASE,
      OpenSearchServiceConfig: NO_SEARCH,
      ElasticsearchConfig: NO_SEARCH,
    },
  },
  {
    type: 'AWS::AppSync::DataSource',
    title: 'Endpoint',
    needs: { Api: NEEDS.Api },
    properties: {
      ...{ ApiId: API_ID, Name: 'http', Type: 'HTTP', ServiceRoleArn: ROLE },
      HttpConfig: {
        Endpoint: 'https://states.us-east-1.amazonaws.com/',
        AuthorizationConfig: { AuthorizationType: 'AWS_IAM', AwsIamConfig: { SigningRegion: 'us-east-1', SigningServiceName: 'states' } },
      },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await appsync(emulator).getDataSource({ apiId: idIn(arn!), name: 'http' })).dataSource,
    ref: part('datasources/http'),
    expected: { httpConfig: { authorizationConfig: { awsIamConfig: { signingServiceName: 'states' } } } },
    history: HISTORY,
    change: {
      properties: {
        ApiId: API_ID,
        Name: 'http',
        Type: 'AWS_LAMBDA',
        ServiceRoleArn: ROLE,
        LambdaConfig: { LambdaFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f' },
      },
      expected: { lambdaConfig: { lambdaFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f' } },
    },
  },
  {
    type: 'AWS::AppSync::DataSource',
    title: 'Bus',
    needs: { Api: NEEDS.Api },
    properties: {
      ...{ ApiId: API_ID, Name: 'bus', Type: 'AMAZON_EVENTBRIDGE', ServiceRoleArn: ROLE },
      EventBridgeConfig: { EventBusArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await appsync(emulator).getDataSource({ apiId: idIn(arn!), name: 'bus' })).dataSource,
    ref: part('datasources/bus'),
    expected: { eventBridgeConfig: { eventBusArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' } },
  },
  {
    type: 'AWS::AppSync::FunctionConfiguration',
    needs: NEEDS,
    properties: {
      ...{ ApiId: API_ID, Name: 'it', DataSourceName: getAtt('None', 'Name'), Description: 'a function', FunctionVersion: '2018-05-29' },
      ...{ RequestMappingTemplate: '{}', ResponseMappingTemplate: '{"a": 1}', MaxBatchSize: '3' },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await appsync(emulator).getFunction({ apiId: idIn(arn!), functionId: partIn(arn!, 3) })).functionConfiguration,
    ref: part('functions/[a-z][a-z0-9]{25}'),
    expected: { name: 'it', description: 'a function', requestMappingTemplate: '{}', responseMappingTemplate: '{"a": 1}', maxBatchSize: 3 },
    history: HISTORY,
    change: {
      properties: { ApiId: API_ID, Name: 'changed', DataSourceName: getAtt('None', 'Name'), Code: CODE, Runtime: RUNTIME },
      expected: { name: 'changed', code: CODE, runtime: { name: 'APPSYNC_JS', runtimeVersion: '1.0.0' } },
    },
    untested: {
      SyncConfig: NO_SYNC,
      CodeS3Location: NO_BUCKET,
      RequestMappingTemplateS3Location: NO_BUCKET,
      ResponseMappingTemplateS3Location: NO_BUCKET,
    },
  },
  {
    type: 'AWS::AppSync::Resolver',
    title: 'Code',
    needs: {
      ...NEEDS,
      Fn: {
        Type: 'AWS::AppSync::FunctionConfiguration',
        Properties: { ApiId: API_ID, Name: 'fn', DataSourceName: getAtt('None', 'Name'), Code: CODE, Runtime: RUNTIME },
      },
    },
    properties: {
      ...{
        ApiId: API_ID,
        TypeName: TYPE_NAME,
        FieldName: 'a',
        Kind: 'PIPELINE',
        PipelineConfig: { Functions: [getAtt('Fn', 'FunctionId')] },
      },
      ...{ Code: CODE, Runtime: RUNTIME, MetricsConfig: 'ENABLED' },
      CachingConfig: { Ttl: '60', CachingKeys: ['$context.arguments.id'] },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await appsync(emulator).getResolver({ apiId: idIn(arn!), typeName: 'Query', fieldName: 'a' })).resolver,
    ref: part('types/Query/resolvers/a'),
    expected: { kind: 'PIPELINE', pipelineConfig: { functions: [expect.any(String)] }, code: CODE, cachingConfig: { ttl: 60 } },
    untested: {
      SyncConfig: NO_SYNC,
      CodeS3Location: NO_BUCKET,
      RequestMappingTemplateS3Location: NO_BUCKET,
      ResponseMappingTemplateS3Location: NO_BUCKET,
    },
  },
  {
    type: 'AWS::AppSync::Resolver',
    title: 'Templates',
    needs: NEEDS,
    properties: {
      ...{ ApiId: API_ID, TypeName: TYPE_NAME, FieldName: 'b', DataSourceName: getAtt('None', 'Name'), MaxBatchSize: '4' },
      ...{ RequestMappingTemplate: '{"version": "2018-05-29"}', ResponseMappingTemplate: '"b"' },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await appsync(emulator).getResolver({ apiId: idIn(arn!), typeName: 'Query', fieldName: 'b' })).resolver,
    ref: part('types/Query/resolvers/b'),
    expected: { kind: 'UNIT', dataSourceName: 'none', maxBatchSize: 4, responseMappingTemplate: '"b"' },
    history: HISTORY,
    change: {
      properties: {
        ApiId: API_ID,
        TypeName: TYPE_NAME,
        FieldName: 'b',
        DataSourceName: getAtt('None', 'Name'),
        Code: CODE,
        Runtime: RUNTIME,
      },
      expected: { code: CODE, responseMappingTemplate: undefined, maxBatchSize: 0 },
    },
  },
];
