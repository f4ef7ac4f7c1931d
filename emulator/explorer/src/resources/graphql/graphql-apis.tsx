// GraphQL APIs: schema, resolvers, data sources; run queries, listen to subscriptions, test the code of a resolver.
import { sendRest } from '#api/call.ts';
import { callOf, type OutputOf } from '#api/model.ts';
import { toBase64 } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { type Api, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { TryQuery } from './try-query.tsx';

type Item = NonNullable<OutputOf<'appsync', 'ListGraphqlApis'>['graphqlApis']>[number];
type Resolver = NonNullable<OutputOf<'appsync', 'ListResolvers'>['resolvers']>[number];
interface Detail {
  readonly api: Item;
  /** Empty for an API without one. */
  readonly schema: string;
  readonly resolvers: readonly Resolver[];
  readonly sources: NonNullable<OutputOf<'appsync', 'ListDataSources'>['dataSources']>;
  readonly keys: NonNullable<OutputOf<'appsync', 'ListApiKeys'>['apiKeys']>;
}

const MAX_RESULTS = 25;
const RUNTIME = { name: 'APPSYNC_JS', runtimeVersion: '1.0.0' };
const CODE = 'export function request(ctx) {\n  return { payload: ctx.args };\n}\nexport function response(ctx) {\n  return ctx.result;\n}';

/** The text of an API's schema; an API may have none yet. */
async function schemaOf(apiId: string, { scope, call }: Api): Promise<string> {
  const { status } = await call('appsync', 'GetSchemaCreationStatus', { apiId });
  if (status === 'NOT_APPLICABLE') return '';
  return (await sendRest(scope, 'appsync', 'GetIntrospectionSchema', { apiId, format: 'SDL' }).catch(() => undefined))?.text() ?? '';
}

/** The resolvers of a type, page by page. */
async function resolversOf(apiId: string, typeName: string, call: Api['call']): Promise<Resolver[]> {
  const found: Resolver[] = [];
  let nextToken: string | undefined;
  do {
    const page = await call('appsync', 'ListResolvers', { apiId, typeName, maxResults: MAX_RESULTS, ...(nextToken && { nextToken }) });
    found.push(...(page.resolvers ?? []));
    nextToken = page.nextToken;
  } while (nextToken);
  return found;
}

const typesIn = (schema: string): string[] => [...schema.matchAll(/^(?:type|interface) (\w+)/gm)].map(([, name = '']) => name);

/** The name of the first query that needs no argument. */
const firstField = (schema: string): string | undefined => /^type Query[^{]*\{\s*(?:[\s\S]*?\n)??\s*(\w+):/m.exec(schema)?.[1];

export const view = resource<Item, Detail>({
  about: 'GraphQL APIs answer queries by resolvers, and tell subscriptions what mutations change.',
  example: 'appsync create-graphql-api --name shop --authentication-type API_KEY',
  nameOf: ({ apiId = '' }) => apiId,
  columns: [
    ['Name', 'name'],
    ['Authorization', 'authenticationType'],
    ['Type', 'apiType'],
    ['Id', 'apiId', 'mono'],
  ],
  create: {
    title: 'Create GraphQL API',
    submit: 'Create GraphQL API',
    fields: [
      { name: 'name', label: 'Name', required: true },
      { name: 'authenticationType', label: 'Authorization', kind: 'select', options: ['API_KEY', 'AWS_IAM'] },
    ],
    calls: ({ name = '', authenticationType = 'API_KEY' }) => [callOf('appsync', 'CreateGraphqlApi', { name, authenticationType })],
    opens: (_, [output]) => (output as OutputOf<'appsync', 'CreateGraphqlApi'>).graphqlApi?.apiId,
  },
  remove: (apiId) => [callOf('appsync', 'DeleteGraphqlApi', { apiId })],
  load: async (apiId, api) => {
    const { call } = api;
    const page = { apiId, maxResults: MAX_RESULTS };
    const [{ graphqlApi }, schema, { dataSources = [] }, { apiKeys = [] }] = await Promise.all([
      call('appsync', 'GetGraphqlApi', { apiId }),
      schemaOf(apiId, api),
      call('appsync', 'ListDataSources', page),
      call('appsync', 'ListApiKeys', page),
    ]);
    const lists = await Promise.all(typesIn(schema).map((typeName) => resolversOf(apiId, typeName, call)));
    return { api: graphqlApi!, schema, sources: dataSources, keys: apiKeys, resolvers: lists.flat() };
  },
  facts: ({ api }) => [
    ['Name', api.name],
    ['Authorization', api.authenticationType],
    ['Also', api.additionalAuthenticationProviders?.map(({ authenticationType }) => authenticationType).join(', ')],
    ['Address', (api.uris as Record<string, string> | undefined)?.['GRAPHQL'], 'copy'],
    ['Subscriptions', (api.uris as Record<string, string> | undefined)?.['REALTIME'], 'copy'],
    ['ARN', api.arn, 'copy'],
  ],
  tabs: [
    {
      id: 'query',
      title: 'Query',
      view: ({ keys, schema }, { api, name }) =>
        schema === '' ? (
          <p class="dim">The API has no schema yet: nothing answers.</p>
        ) : (
          <TryQuery apiId={name} api={api} keys={keys.map(({ id = '' }) => id)} field={firstField(schema)} />
        ),
    },
    {
      id: 'schema',
      title: 'Schema',
      view: ({ schema }) => (schema === '' ? <p class="dim">The API has no schema yet.</p> : <pre class="mono">{schema}</pre>),
    },
    {
      id: 'resolvers',
      title: 'Resolvers',
      count: ({ resolvers }) => resolvers.length,
      view: ({ resolvers }) => (
        <Table
          label="resolvers"
          rows={resolvers}
          keyOf={({ typeName, fieldName }) => `${typeName}.${fieldName}`}
          empty="No field has a resolver: objects answer with the values that they have."
          columns={[
            ['Field', ({ typeName, fieldName }) => `${typeName}.${fieldName}`, 'mono'],
            ['Kind', 'kind'],
            ['Data source', 'dataSourceName'],
            ['Written in', ({ code }) => (code === undefined ? 'templates' : 'JavaScript')],
          ]}
        />
      ),
    },
    {
      id: 'sources',
      title: 'Data sources',
      count: ({ sources }) => sources.length,
      view: ({ sources }) => (
        <Table
          label="data sources"
          rows={sources}
          keyOf={({ name = '' }) => name}
          empty="The API has no data source."
          columns={[
            ['Name', 'name'],
            ['Type', 'type'],
            [
              'Leads to',
              ({ lambdaConfig, dynamodbConfig, httpConfig, eventBridgeConfig }) =>
                lambdaConfig?.lambdaFunctionArn ?? dynamodbConfig?.tableName ?? httpConfig?.endpoint ?? eventBridgeConfig?.eventBusArn,
              'arn',
            ],
          ]}
        />
      ),
    },
  ],
  actions: ({ schema, resolvers }, { name: apiId }) => [
    {
      title: 'Upload schema',
      submit: 'Upload schema',
      fields: [
        { name: 'definition', label: 'Schema', kind: 'area', required: true, initial: schema || 'type Query {\n  hello: String\n}' },
      ],
      calls: ({ definition = '' }) => [
        callOf('appsync', 'StartSchemaCreation', { apiId, definition: toBase64(new TextEncoder().encode(definition)) }),
      ],
      run: async (_, { call }) => (await call('appsync', 'GetSchemaCreationStatus', { apiId })).details ?? '',
    },
    {
      title: 'Create API key',
      submit: 'Create API key',
      fields: [{ name: 'description', label: 'Description' }],
      calls: ({ description }) => [callOf('appsync', 'CreateApiKey', { apiId, ...(description && { description }) })],
    },
    {
      title: 'Test code',
      submit: 'Run code',
      fields: [
        { name: 'function', label: 'Function', kind: 'select', options: ['request', 'response'] },
        { name: 'code', label: 'Code', kind: 'area', required: true, initial: resolvers.find(({ code }) => code)?.code ?? CODE },
        { name: 'context', label: 'Context', kind: 'json', required: true, initial: '{"arguments":{"id":"1"}}' },
      ],
      calls: ({ code = '', context = '', function: handler = 'request' }) => [
        callOf('appsync', 'EvaluateCode', { runtime: RUNTIME, code, context, function: handler }),
      ],
      done: ([output]) => <Json value={output} label="Result" />,
    },
  ],
});
