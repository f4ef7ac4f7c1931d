// GraphQL APIs: schemas, resolvers in JavaScript and templates, data sources, authorization and subscriptions.
import { operationsIn, service } from '#core/service';

const NO_MERGED = 'no APIs are merged here: upload the whole schema to one API.';
const NO_EVENTS = 'Event APIs are not emulated yet: subscriptions of GraphQL APIs are.';
const NO_CACHE = 'answers of resolvers are not cached here: each request asks the data sources.';
const NO_DOMAINS = 'APIs have no domain names of their own here: the names and paths of their ids lead to them.';
const NO_INTROSPECTION = 'no relational databases are here that could be looked at.';

const because = (reason: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));

export const appsync = service('appsync', {
  resourceMembers: ['apiId', 'resourceArn', 'name'],
  traffic: { operations: [], arns: [/^(?:apis|endpoints\/graphql-api)\/(?<name>[^/]+)/] },
  operations: [
    operationsIn(
      () => import('./control/graphql-apis.ts'),
      'CreateGraphqlApi',
      'GetGraphqlApi',
      'ListGraphqlApis',
      'UpdateGraphqlApi',
      'DeleteGraphqlApi',
    ),
    operationsIn(() => import('./control/environment.ts'), 'PutGraphqlApiEnvironmentVariables', 'GetGraphqlApiEnvironmentVariables'),
    operationsIn(() => import('./control/schema.ts'), 'StartSchemaCreation', 'GetSchemaCreationStatus', 'GetIntrospectionSchema'),
    operationsIn(() => import('./control/schema-types.ts'), 'CreateType', 'GetType', 'ListTypes', 'UpdateType', 'DeleteType'),
    operationsIn(() => import('./control/api-keys.ts'), 'CreateApiKey', 'ListApiKeys', 'UpdateApiKey', 'DeleteApiKey'),
    operationsIn(
      () => import('./control/data-sources.ts'),
      'CreateDataSource',
      'GetDataSource',
      'ListDataSources',
      'UpdateDataSource',
      'DeleteDataSource',
    ),
    operationsIn(
      () => import('./control/functions.ts'),
      'CreateFunction',
      'GetFunction',
      'ListFunctions',
      'UpdateFunction',
      'DeleteFunction',
    ),
    operationsIn(
      () => import('./control/resolvers.ts'),
      'CreateResolver',
      'GetResolver',
      'ListResolvers',
      'ListResolversByFunction',
      'UpdateResolver',
      'DeleteResolver',
    ),
    operationsIn(() => import('./control/evaluate.ts'), 'EvaluateCode', 'EvaluateMappingTemplate'),
    operationsIn(() => import('./control/tags.ts'), 'TagResource', 'UntagResource', 'ListTagsForResource'),
  ],
  openRoutes: [
    {
      hosts: /^[a-z0-9-]+\.appsync-(?:realtime-)?api\./,
      prefix: '/_appsync/',
      // Ids that are made here: other words behind these are keys of a bucket of that name
      paths: /^\/(?:graphql|appsync-api)\/[a-z0-9]{26}(?:\/|$)/,
      load: () => import('./entry/route.ts'),
      upgrade: () => import('./entry/upgrade.ts'),
      hasCloudUrls: true,
    },
  ],
  targets: {
    'graphql api': { arn: /^arn:[^:]+:appsync:[^:]+:\d{12}:endpoints\/graphql-api\/[^/]+$/, load: () => import('./entry/target.ts') },
  },
  protects: () => import('./protects.ts'),
  resources: {
    'AWS::AppSync::GraphQLApi': () => import('./resources/graphql-api.ts'),
    'AWS::AppSync::GraphQLSchema': () => import('./resources/graphql-schema.ts'),
    'AWS::AppSync::ApiKey': () => import('./resources/api-key.ts'),
    'AWS::AppSync::DataSource': () => import('./resources/data-source.ts'),
    'AWS::AppSync::Resolver': () => import('./resources/resolver.ts'),
    'AWS::AppSync::FunctionConfiguration': () => import('./resources/function-configuration.ts'),
  },
  refused: {
    ...because(
      NO_MERGED,
      'AssociateMergedGraphqlApi',
      'AssociateSourceGraphqlApi',
      'DisassociateMergedGraphqlApi',
      'DisassociateSourceGraphqlApi',
      'GetSourceApiAssociation',
      'ListSourceApiAssociations',
      'ListTypesByAssociation',
      'StartSchemaMerge',
      'UpdateSourceApiAssociation',
    ),
    ...because(
      NO_EVENTS,
      'CreateApi',
      'GetApi',
      'ListApis',
      'UpdateApi',
      'DeleteApi',
      'CreateChannelNamespace',
      'GetChannelNamespace',
      'ListChannelNamespaces',
      'UpdateChannelNamespace',
      'DeleteChannelNamespace',
    ),
    ...because(NO_CACHE, 'CreateApiCache', 'GetApiCache', 'UpdateApiCache', 'DeleteApiCache', 'FlushApiCache'),
    ...because(
      NO_DOMAINS,
      'CreateDomainName',
      'GetDomainName',
      'ListDomainNames',
      'UpdateDomainName',
      'DeleteDomainName',
      'AssociateApi',
      'DisassociateApi',
      'GetApiAssociation',
    ),
    ...because(NO_INTROSPECTION, 'StartDataSourceIntrospection', 'GetDataSourceIntrospection'),
  },
});
