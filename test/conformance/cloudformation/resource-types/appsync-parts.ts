// Caches and other parts of GraphQL APIs, and Event APIs.
import { AppSync } from '@aws-sdk/client-appsync';
import { getAtt, ROLE, TAGS, type TypeCase } from './type-case.ts';

const NEEDS = { Api: { Type: 'AWS::AppSync::GraphQLApi', Properties: { Name: 'needed', AuthenticationType: 'API_KEY' } } };
const API_ID = getAtt('Api', 'ApiId');
/** Behind the schema, which is merged. */
const SCHEMA_API = { 'Fn::Select': ['0', { 'Fn::Split': ['GraphQLSchema', { Ref: 'Schema' }] }] };
const modes = (...types: string[]) => types.map((AuthType) => ({ AuthType }));
const EVENT_CONFIG = {
  AuthProviders: modes('API_KEY', 'AWS_IAM'),
  ConnectionAuthModes: modes('API_KEY'),
  DefaultPublishAuthModes: modes('API_KEY'),
  DefaultSubscribeAuthModes: modes('API_KEY'),
};
const EVENT_NEEDS = {
  Api: { Type: 'AWS::AppSync::Api', Properties: { Name: 'needed', EventConfig: EVENT_CONFIG } },
  Gate: {
    Type: 'AWS::AppSync::DataSource',
    Properties: {
      ...{ ApiId: API_ID, Name: 'gate', Type: 'AWS_LAMBDA', ServiceRoleArn: ROLE },
      LambdaConfig: { LambdaFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:f' },
    },
  },
};
const CERTIFICATE = 'arn:aws:acm:us-east-1:000000000000:certificate/12345678-1234-1234-1234-123456789012';
const HANDLERS = 'export function onPublish(ctx) { return ctx.events; }';

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::AppSync::ApiCache',
    needs: NEEDS,
    properties: {
      ...{ ApiId: API_ID, ApiCachingBehavior: 'PER_RESOLVER_CACHING', Ttl: '60', Type: 'SMALL', HealthMetricsConfig: 'ENABLED' },
      ...{ TransitEncryptionEnabled: 'true', AtRestEncryptionEnabled: 'true' },
    },
    readBack: async (emulator, { ref: { It: apiId } }) => (await emulator.client(AppSync).getApiCache({ apiId: apiId! })).apiCache,
    ref: /^[a-z0-9]{26}$/,
    expected: { ttl: 60, type: 'SMALL', transitEncryptionEnabled: true, atRestEncryptionEnabled: true, healthMetricsConfig: 'ENABLED' },
    history: ['appsync.api-caches'],
    change: {
      properties: { ApiId: API_ID, ApiCachingBehavior: 'FULL_REQUEST_CACHING', Ttl: '30', Type: 'LARGE' },
      expected: { ttl: 30, type: 'LARGE', apiCachingBehavior: 'FULL_REQUEST_CACHING' },
    },
  },
  {
    type: 'AWS::AppSync::Api',
    properties: {
      ...{ Name: 'every-property', OwnerContact: 'owner', Tags: TAGS },
      EventConfig: {
        ...EVENT_CONFIG,
        AuthProviders: [
          ...EVENT_CONFIG.AuthProviders,
          {
            AuthType: 'AMAZON_COGNITO_USER_POOLS',
            CognitoConfig: { UserPoolId: 'us-east-1_a', AwsRegion: 'us-east-1', AppIdClientRegex: 'a' },
          },
          {
            AuthType: 'OPENID_CONNECT',
            OpenIDConnectConfig: { Issuer: 'https://b.example.com', ClientId: 'c', AuthTTL: '1', IatTTL: '2' },
          },
          {
            AuthType: 'AWS_LAMBDA',
            LambdaAuthorizerConfig: {
              AuthorizerUri: 'arn:aws:lambda:us-east-1:000000000000:function:gate',
              ...{ AuthorizerResultTtlInSeconds: '60', IdentityValidationExpression: '^x' },
            },
          },
        ],
        LogConfig: { LogLevel: 'ERROR', CloudWatchLogsRoleArn: ROLE },
      },
    },
    readBack: async (emulator, { attributes: { ApiId } }) => (await emulator.client(AppSync).getApi({ apiId: ApiId! })).api,
    ref: /^arn:aws:appsync:us-east-1:000000000000:apis\/[a-z0-9]{26}$/,
    expected: {
      ...{ name: 'every-property', ownerContact: 'owner', tags: { team: 'blue', stage: 'test' } },
      eventConfig: {
        authProviders: [
          ...[{ authType: 'API_KEY' }, { authType: 'AWS_IAM' }, { cognitoConfig: { appIdClientRegex: 'a' } }],
          ...[{ openIDConnectConfig: { authTTL: 1, iatTTL: 2 } }, { lambdaAuthorizerConfig: { authorizerResultTtlInSeconds: 60 } }],
        ],
        logConfig: { logLevel: 'ERROR' },
      },
    },
    history: ['appsync.event-apis'],
    change: {
      properties: { Name: 'changed', EventConfig: EVENT_CONFIG, Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { name: 'changed', tags: { team: 'red' }, eventConfig: { connectionAuthModes: [{ authType: 'API_KEY' }] } },
    },
  },
  {
    type: 'AWS::AppSync::ChannelNamespace',
    needs: EVENT_NEEDS,
    properties: {
      ...{ ApiId: API_ID, Name: 'news', CodeHandlers: HANDLERS, Tags: TAGS },
      ...{ SubscribeAuthModes: modes('API_KEY'), PublishAuthModes: modes('AWS_IAM') },
      HandlerConfigs: {
        OnSubscribe: {
          Behavior: 'DIRECT',
          Integration: { DataSourceName: getAtt('Gate', 'Name'), LambdaConfig: { InvokeType: 'EVENT' } },
        },
        OnPublish: {
          Behavior: 'DIRECT',
          Integration: { DataSourceName: getAtt('Gate', 'Name'), LambdaConfig: { InvokeType: 'REQUEST_RESPONSE' } },
        },
      },
    },
    readBack: async (emulator, { ref: { It: arn } }) =>
      (await emulator.client(AppSync).getChannelNamespace({ apiId: arn!.split('/')[1]!, name: 'news' })).channelNamespace,
    ref: /^arn:aws:appsync:us-east-1:000000000000:apis\/[a-z0-9]{26}\/channelNamespace\/news$/,
    expected: {
      ...{ name: 'news', codeHandlers: HANDLERS, publishAuthModes: [{ authType: 'AWS_IAM' }], tags: { team: 'blue', stage: 'test' } },
      handlerConfigs: { onSubscribe: { behavior: 'DIRECT', integration: { lambdaConfig: { invokeType: 'EVENT' } } } },
    },
    history: ['appsync.channel-namespaces', 'appsync.event-apis'],
    change: {
      properties: { ApiId: API_ID, Name: 'news', CodeHandlers: `${HANDLERS}\n`, Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { codeHandlers: `${HANDLERS}\n`, publishAuthModes: undefined, tags: { team: 'red' } },
    },
    untested: { CodeS3Location: 'texts from buckets are tried in test/conformance/appsync/deploying.test.ts' },
  },
  {
    type: 'AWS::AppSync::DomainName',
    properties: { DomainName: 'graphql.example.com', CertificateArn: CERTIFICATE, Description: 'a name', Tags: TAGS },
    readBack: async (emulator) => (await emulator.client(AppSync).getDomainName({ domainName: 'graphql.example.com' })).domainNameConfig,
    ref: /^graphql\.example\.com$/,
    expected: { description: 'a name', certificateArn: CERTIFICATE, tags: { team: 'blue', stage: 'test' } },
    change: {
      properties: { DomainName: 'graphql.example.com', CertificateArn: CERTIFICATE, Tags: [{ Key: 'team', Value: 'red' }] },
      expected: { description: undefined, tags: { team: 'red' } },
    },
  },
  {
    type: 'AWS::AppSync::DomainNameApiAssociation',
    needs: {
      ...NEEDS,
      Other: NEEDS.Api,
      Name: { Type: 'AWS::AppSync::DomainName', Properties: { DomainName: 'associated.example.com', CertificateArn: CERTIFICATE } },
    },
    properties: { ApiId: API_ID, DomainName: getAtt('Name', 'DomainName') },
    readBack: async (emulator) =>
      (await emulator.client(AppSync).getApiAssociation({ domainName: 'associated.example.com' })).apiAssociation,
    ref: /^associated\.example\.com\/ApiAssociation$/,
    expected: { domainName: 'associated.example.com', associationStatus: 'SUCCESS' },
    change: {
      properties: { ApiId: getAtt('Other', 'ApiId'), DomainName: getAtt('Name', 'DomainName') },
      expected: { associationStatus: 'SUCCESS' },
    },
  },
  {
    type: 'AWS::AppSync::SourceApiAssociation',
    needs: {
      ...NEEDS,
      Schema: { Type: 'AWS::AppSync::GraphQLSchema', Properties: { ApiId: API_ID, Definition: 'type Query { a: String }' } },
      Merged: {
        Type: 'AWS::AppSync::GraphQLApi',
        Properties: { Name: 'merged', AuthenticationType: 'API_KEY', ApiType: 'MERGED', MergedApiExecutionRoleArn: ROLE },
      },
    },
    properties: {
      ...{ MergedApiIdentifier: getAtt('Merged', 'Arn'), SourceApiIdentifier: SCHEMA_API, Description: 'a source' },
      SourceApiAssociationConfig: { MergeType: 'AUTO_MERGE' },
    },
    readBack: async (emulator, { ref: { It: arn } }) => {
      const [, mergedApiIdentifier, , associationId] = arn!.split('/');
      return (await emulator.client(AppSync).getSourceApiAssociation({ mergedApiIdentifier, associationId })).sourceApiAssociation;
    },
    ref: /^arn:aws:appsync:us-east-1:000000000000:apis\/[a-z0-9]{26}\/sourceApiAssociations\/[a-f0-9-]{36}$/,
    expected: {
      ...{ description: 'a source', sourceApiAssociationConfig: { mergeType: 'AUTO_MERGE' } },
      sourceApiAssociationStatus: 'MERGE_SUCCESS',
    },
    history: ['appsync.apis'],
    change: {
      properties: { MergedApiIdentifier: getAtt('Merged', 'Arn'), SourceApiIdentifier: SCHEMA_API },
      expected: { description: '', sourceApiAssociationConfig: { mergeType: 'MANUAL_MERGE' } },
    },
  },
];
