// `AWS::Serverless::GraphQLApi`: an API of AppSync with its schema, keys, data sources, functions and resolvers.
// Source of the behaviour: SamGraphQLApi in samtranslator/model/sam_resources.py of github.com/aws/serverless-application-model.
import { trustPolicy } from '#sam/iam-documents';
import { invalidResource } from '#sam/problems';
import { type Properties, readProperties } from '#sam/property-rules';
import { keptAttributes, type MadeResource, made } from '#sam/resource';
import { firstMismatch } from '#sam/shapes';
import type { ResourceTransform } from '#sam/transformation';
import { type Block, compact, type Draft, filled, get, getAtt, isBlock, ref, sub, tagList, type Value } from '#sam/values';
import { authentication } from './authentication.ts';
import { dataSources } from './data-sources.ts';
import type { MakeResource } from './make-resource.ts';
import { resolversAndFunctions } from './resolvers.ts';
import { GRAPHQL_SHAPE } from './shape.ts';

const TYPE = 'AWS::Serverless::GraphQLApi';
const RULES = {
  Name: 'any',
  Tags: '=map',
  XrayEnabled: 'any',
  Auth: '=map!',
  SchemaInline: '=str',
  SchemaUri: '=str',
  Logging: '=map|bool',
  DataSources: '=map',
  Functions: '=map',
  Resolvers: '=map',
  ApiKeys: '=map',
  DomainName: '=map',
  Cache: '=map',
  Visibility: 'any',
  OwnerContact: 'any',
  IntrospectionConfig: 'any',
  QueryDepthLimit: 'any',
  ResolverCountLimit: 'any',
};

export const graphqlApi: ResourceTransform = (id, declared, there) => {
  const properties = readProperties(id, TYPE, declared, RULES);
  const wrong = firstMismatch(compact(properties), GRAPHQL_SHAPE);
  if (wrong !== undefined) throw invalidResource(id, `Property '${wrong}' is invalid.`);
  const make: MakeResource = (resourceId, type, draft, dependsOn = get(declared, 'DependsOn')) =>
    made(resourceId, type, draft, keptAttributes(declared), dependsOn);
  const apiId = getAtt(id, 'ApiId');
  const auth = authentication(id, properties.Auth as Block, there);
  const logging = loggingOf(id, properties.Logging, make);
  const api = make(id, 'AWS::AppSync::GraphQLApi', {
    Name: filled(properties.Name) ? properties.Name : id,
    XrayEnabled: properties.XrayEnabled,
    ...given(properties, ['Visibility', 'OwnerContact', 'IntrospectionConfig', 'QueryDepthLimit', 'ResolverCountLimit']),
    ...auth.properties,
    Tags: [...tagList(properties.Tags), ...tagList({ 'graphqlapi:createdBy': 'SAM' })],
    LogConfig: logging.config,
  });
  const schema = schemaOf(id, properties, apiId, make);
  const sources = dataSources(id, properties.DataSources, apiId, make, there);
  return [
    api,
    schema,
    ...auth.resources,
    ...logging.roles,
    ...apiKeys(id, properties.ApiKeys, apiId, make),
    ...cacheOf(id, properties.Cache, apiId, make),
    ...sources.resources,
    ...domainOf(id, properties.DomainName, apiId, make),
    ...resolversAndFunctions({ id, apiId, schemaId: schema.id, names: sources.names, make }, properties),
  ];
};

const given = (properties: Properties, names: readonly string[]): Draft =>
  Object.fromEntries(names.map((name) => [name, filled(properties[name]) ? properties[name] : undefined]));

function schemaOf(id: string, { SchemaInline, SchemaUri }: Properties, ApiId: Value, make: MakeResource): MadeResource {
  if (!filled(SchemaInline) && !filled(SchemaUri)) throw invalidResource(id, "One of 'SchemaInline' or 'SchemaUri' must be set.");
  if (filled(SchemaInline) && filled(SchemaUri))
    throw invalidResource(id, "Both 'SchemaInline' and 'SchemaUri' cannot be defined at the same time.");
  return make(`${id}Schema`, 'AWS::AppSync::GraphQLSchema', { ApiId, Definition: SchemaInline, DefinitionS3Location: SchemaUri });
}

function loggingOf(id: string, logging: Value | undefined, make: MakeResource): { config: Value | undefined; roles: MadeResource[] } {
  if (logging === false) return { config: undefined, roles: [] };
  const level = get(logging, 'FieldLogLevel');
  const verbose = get(logging, 'ExcludeVerboseContent');
  const base: Block = {
    ...(filled(verbose) ? { ExcludeVerboseContent: verbose! } : {}),
    FieldLogLevel: filled(level) ? level! : 'ALL',
  };
  const arn = get(logging, 'CloudWatchLogsRoleArn');
  if (filled(arn)) return { config: { ...base, CloudWatchLogsRoleArn: arn! }, roles: [] };
  const role = make(`${id}CloudWatchRole`, 'AWS::IAM::Role', {
    AssumeRolePolicyDocument: trustPolicy('appsync.amazonaws.com'),
    ManagedPolicyArns: [sub('arn:${AWS::Partition}:iam::aws:policy/service-role/AWSAppSyncPushToCloudWatchLogs')],
  });
  return { config: { ...base, CloudWatchLogsRoleArn: getAtt(role.id, 'Arn') }, roles: [role] };
}

const apiKeys = (id: string, keys: Value | undefined, ApiId: Value, make: MakeResource): MadeResource[] =>
  (isBlock(keys) ? Object.entries(keys) : []).map(([name, key]) =>
    make(`${id}${name}`, 'AWS::AppSync::ApiKey', {
      ApiId,
      ApiKeyId: get(key, 'ApiKeyId'),
      Description: get(key, 'Description'),
      Expires: get(key, 'ExpiresOn'),
    }),
  );

const cacheOf = (id: string, cache: Value | undefined, ApiId: Value, make: MakeResource): MadeResource[] =>
  filled(cache) && isBlock(cache) ? [make(`${id}ApiCache`, 'AWS::AppSync::ApiCache', { ApiId, ...cache })] : [];

function domainOf(id: string, domain: Value | undefined, ApiId: Value, make: MakeResource): MadeResource[] {
  if (!filled(domain) || !isBlock(domain)) return [];
  const name = make(`${id}DomainName`, 'AWS::AppSync::DomainName', { ...domain });
  return [name, make(`${id}DomainNameApiAssociation`, 'AWS::AppSync::DomainNameApiAssociation', { ApiId, DomainName: ref(name.id) })];
}
