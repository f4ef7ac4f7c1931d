// GraphQL APIs: schemas, resolvers in JavaScript and templates, data sources, authorization and subscriptions. Event APIs: channels and their handlers.
import { operationsIn, service } from '#core/service';

const NO_INTROSPECTION = 'no relational databases are here that could be looked at.';

const because = (reason: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, reason]));

export const appsync = service('appsync', {
  resourceMembers: ['apiId', 'resourceArn', 'domainName', 'name', 'mergedApiIdentifier', 'sourceApiIdentifier'],
  traffic: { operations: [], arns: [/^(?:apis|endpoints\/graphql-api)\/(?<name>[^/]+)/] },
  links: () => import('./links.ts'),
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
    operationsIn(
      () => import('./control/api-cache.ts'),
      'CreateApiCache',
      'GetApiCache',
      'UpdateApiCache',
      'DeleteApiCache',
      'FlushApiCache',
    ),
    operationsIn(() => import('./control/event-apis.ts'), 'CreateApi', 'GetApi', 'ListApis', 'UpdateApi', 'DeleteApi'),
    operationsIn(
      () => import('./control/channel-namespaces.ts'),
      'CreateChannelNamespace',
      'GetChannelNamespace',
      'ListChannelNamespaces',
      'UpdateChannelNamespace',
      'DeleteChannelNamespace',
    ),
    operationsIn(
      () => import('./control/domain-names.ts'),
      'CreateDomainName',
      'GetDomainName',
      'ListDomainNames',
      'UpdateDomainName',
      'DeleteDomainName',
      'AssociateApi',
      'GetApiAssociation',
      'DisassociateApi',
    ),
    operationsIn(
      () => import('./control/source-associations.ts'),
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
  work: { 'appsync.merge': () => import('./work.ts'), 'appsync.merge-again': () => import('./work.ts') },
  protects: () => import('./protects.ts'),
  resources: {
    'AWS::AppSync::DomainName': () => import('./resources/domain-name.ts'),
    'AWS::AppSync::DomainNameApiAssociation': () => import('./resources/domain-name-api-association.ts'),
    'AWS::AppSync::GraphQLApi': () => import('./resources/graphql-api.ts'),
    'AWS::AppSync::GraphQLSchema': () => import('./resources/graphql-schema.ts'),
    'AWS::AppSync::Api': () => import('./resources/event-api.ts'),
    'AWS::AppSync::ApiCache': () => import('./resources/api-cache.ts'),
    'AWS::AppSync::ApiKey': () => import('./resources/api-key.ts'),
    'AWS::AppSync::ChannelNamespace': () => import('./resources/channel-namespace.ts'),
    'AWS::AppSync::DataSource': () => import('./resources/data-source.ts'),
    'AWS::AppSync::Resolver': () => import('./resources/resolver.ts'),
    'AWS::AppSync::SourceApiAssociation': () => import('./resources/source-api-association.ts'),
    'AWS::AppSync::FunctionConfiguration': () => import('./resources/function-configuration.ts'),
  },
  refused: {
    ...because(NO_INTROSPECTION, 'StartDataSourceIntrospection', 'GetDataSourceIntrospection'),
  },
});
