// The shape of the properties of `AWS::Serverless::GraphQLApi`.
// Source: internal/schema_source/aws_serverless_graphqlapi.py of github.com/aws/serverless-application-model.
import { table } from '#lib/table';
import type { Shape } from '#sam/shapes';

const any = (names: string): Record<string, Shape> => Object.fromEntries(names.split(' ').map((name) => [name, 'any']));
const RUNTIME: Shape = { members: any('Name! Version!') };
const SYNC: Shape = {
  members: { ...any('ConflictDetection! ConflictHandler'), LambdaConflictHandlerConfig: { members: any('LambdaConflictHandlerArn!') } },
};
const AUTHORIZER: Readonly<Record<string, Shape>> = table({
  'Type!': { oneOf: ['AWS_IAM', 'API_KEY', 'AWS_LAMBDA', 'OPENID_CONNECT', 'AMAZON_COGNITO_USER_POOLS'] },
  LambdaAuthorizer: { members: any('AuthorizerResultTtlInSeconds AuthorizerUri! IdentityValidationExpression') },
  OpenIDConnect: { members: any('AuthTTL ClientId IatTTL Issuer') },
  UserPool: { members: any('AppIdClientRegex AwsRegion DefaultAction UserPoolId!') },
});
const TABLE: Shape = {
  members: {
    ...any('TableName! ServiceRoleArn TableArn Name Description Region UseCallerCredentials Versioned'),
    Permissions: { listOf: { oneOf: ['Read', 'Write'] } },
    DeltaSync: { members: any('BaseTableTTL! DeltaSyncTableName! DeltaSyncTableTTL!') },
  },
};

export const GRAPHQL_SHAPE: Shape = {
  members: {
    'Auth!': { members: { ...AUTHORIZER, Additional: { listOf: { members: AUTHORIZER } } } },
    Tags: 'dictionary',
    XrayEnabled: 'boolean',
    Logging: { either: [{ members: any('CloudWatchLogsRoleArn ExcludeVerboseContent FieldLogLevel') }, 'boolean'] },
    DataSources: {
      members: {
        DynamoDb: { mapOf: TABLE },
        Lambda: { mapOf: { members: any('FunctionArn! ServiceRoleArn Name Description') } },
      },
    },
    Functions: {
      mapOf: {
        members: {
          DataSource: { either: ['dictionary', 'string'] },
          Name: 'string',
          Runtime: RUNTIME,
          Sync: SYNC,
          ...any('InlineCode CodeUri Description MaxBatchSize Id'),
        },
      },
    },
    Resolvers: {
      mapOf: {
        mapOf: {
          members: {
            FieldName: 'string',
            Caching: { members: { 'Ttl!': 'any', CachingKeys: { listOf: 'any' } } },
            Pipeline: { listOf: 'string' },
            Runtime: RUNTIME,
            Sync: SYNC,
            ...any('InlineCode CodeUri MaxBatchSize'),
          },
        },
      },
    },
    ApiKeys: { mapOf: { members: any('ApiKeyId Description ExpiresOn') } },
    DomainName: { members: any('CertificateArn! DomainName! Description') },
    Cache: { members: any('ApiCachingBehavior! Ttl! Type! AtRestEncryptionEnabled TransitEncryptionEnabled') },
  },
  open: true,
};
