// REST APIs: resources and their methods, stages; try a request of a stage, or test a method with its execution log.
import { callOf, type OutputOf } from '#api/model.ts';
import { Json } from '#ui/json.tsx';
import { Facts } from '#ui/parts.tsx';
import { type Fact, type FormSpec, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { targetIn } from './integration-target.ts';
import { stagePath, TryRequest } from './try-request.tsx';

type Item = NonNullable<OutputOf<'apigateway', 'GetRestApis'>['items']>[number];
type ApiResource = NonNullable<OutputOf<'apigateway', 'GetResources'>['items']>[number];
type Stage = NonNullable<OutputOf<'apigateway', 'GetStages'>['item']>[number];
interface Method {
  readonly resourceId: string;
  readonly path: string;
  readonly method: string;
  readonly authorization: string;
  readonly integration: string;
  readonly target: string;
}
interface Detail {
  readonly api: OutputOf<'apigateway', 'GetRestApi'>;
  readonly methods: readonly Method[];
  readonly stages: readonly Stage[];
}

const methodsOf = ({ id = '', path = '', resourceMethods = {} }: ApiResource): Method[] =>
  Object.entries(resourceMethods).map(([method, { authorizationType, apiKeyRequired, methodIntegration }]) => ({
    resourceId: id,
    path,
    method,
    authorization: `${authorizationType ?? 'NONE'}${apiKeyRequired ? ' and a key' : ''}`,
    integration: methodIntegration?.type ?? 'none',
    target: targetIn(methodIntegration?.uri),
  }));

function test(restApiId: string, methods: readonly Method[]): FormSpec {
  return {
    title: 'Test method',
    submit: 'Test',
    intro: <p>Runs a method as it is now, deployed or not, and shows its execution log.</p>,
    fields: [
      {
        name: 'method',
        label: 'Method',
        kind: 'select',
        options: methods.map(({ method, path }, i) => [String(i), `${method} ${path}`] as const),
      },
      { name: 'pathWithQueryString', label: 'Path and query', placeholder: '/pets/1?verbose=true' },
      { name: 'headers', label: 'Headers', kind: 'json', initial: '{}' },
      { name: 'body', label: 'Body', kind: 'area' },
    ],
    calls: ({ method = '0', pathWithQueryString, headers = '{}', body }) => {
      const chosen = methods[Number(method)]!;
      return [
        callOf('apigateway', 'TestInvokeMethod', {
          restApiId,
          resourceId: chosen.resourceId,
          httpMethod: chosen.method,
          pathWithQueryString: pathWithQueryString || chosen.path,
          headers: JSON.parse(headers || '{}') as Record<string, string>,
          ...(body && { body }),
        }),
      ];
    },
    done: ([output]) => {
      const { status, latency, body = '', log = '' } = output as OutputOf<'apigateway', 'TestInvokeMethod'>;
      return (
        <>
          <Facts
            facts={[
              ['Status', String(status)],
              ['Took', `${latency} ms`],
            ]}
          />
          <Json value={body} label="Body" />
          <Json value={log} label="Execution log" />
        </>
      );
    },
  };
}

/** Where clients find a stage, by a name that resolves everywhere; undefined where nothing is deployed. */
const addressOf = ({ id = '' }: Pick<Item, 'id'>, stage: Stage | undefined): string | undefined =>
  stage && location.origin + stagePath(id, stage.stageName ?? '');

export const view = resource<Item, Detail, readonly Stage[]>({
  about: 'REST APIs lead requests of clients to functions, services and other hosts, with keys, plans, models and mappings.',
  example: 'apigateway create-rest-api --name shop',
  nameOf: ({ id = '' }) => id,
  columns: (of) => [
    ['Name', 'name'],
    ['Address', (item) => addressOf(item, of(item)?.[0]), 'arn'],
    ['Id', 'id', 'mono'],
    ['Created', 'createdDate', 'time'],
    ['Description', 'description'],
  ],
  readEach: async ({ id: restApiId = '' }, { call }) => (await call('apigateway', 'GetStages', { restApiId })).item ?? [],
  create: {
    title: 'Create REST API',
    submit: 'Create REST API',
    fields: [
      { name: 'name', label: 'Name', required: true },
      { name: 'description', label: 'Description' },
    ],
    calls: ({ name = '', description }) => [callOf('apigateway', 'CreateRestApi', { name, ...(description && { description }) })],
    opens: (_, [output]) => (output as { id?: string } | undefined)?.id,
  },
  remove: (restApiId) => [callOf('apigateway', 'DeleteRestApi', { restApiId })],
  load: async (restApiId, { call }) => {
    const [api, resources, { item: stages = [] }] = await Promise.all([
      call('apigateway', 'GetRestApi', { restApiId }),
      call('apigateway', 'GetResources', { restApiId, limit: 500, embed: ['methods'] }),
      call('apigateway', 'GetStages', { restApiId }),
    ]);
    // On the wire the list is called `item`.
    const { item = [] } = resources as unknown as { item?: readonly ApiResource[] };
    return { api, methods: item.flatMap(methodsOf).sort((a, b) => a.path.localeCompare(b.path)), stages };
  },
  facts: ({ api, stages }) => [
    ['Name', api.name],
    ...stages.map((stage): Fact => [`Address of ${stage.stageName}`, addressOf(api, stage), 'copy']),
    ['Id', api.id, 'copy'],
    ['Description', api.description],
    ['Endpoint', api.endpointConfiguration?.types?.join(', ')],
    ['Created', api.createdDate, 'time'],
  ],
  tabs: [
    {
      id: 'methods',
      title: 'Methods',
      count: ({ methods }) => methods.length,
      view: ({ methods }) => (
        <Table
          label="methods"
          rows={methods}
          keyOf={({ path, method }) => `${path} ${method}`}
          empty="The API has no method: every request is refused."
          columns={[
            ['Path', 'path', 'mono'],
            ['Method', 'method'],
            ['Leads to', 'target', 'arn'],
            ['Integration', 'integration'],
            ['Authorization', 'authorization'],
          ]}
        />
      ),
    },
    {
      id: 'try',
      title: 'Try',
      view: ({ api, methods, stages }) => (
        <TryRequest
          apiId={api.id ?? ''}
          stages={stages.map(({ stageName = '' }) => stageName)}
          first={{ method: methods[0]?.method ?? 'GET', path: methods[0]?.path ?? '/' }}
        />
      ),
    },
    {
      id: 'stages',
      title: 'Stages',
      count: ({ stages }) => stages.length,
      view: ({ stages }) => (
        <Table
          label="stages"
          rows={stages}
          filterable={false}
          keyOf={({ stageName = '' }) => stageName}
          empty="No stage: nothing is deployed."
          columns={[
            ['Stage', 'stageName'],
            ['Deployment', 'deploymentId', 'mono'],
            ['Changed', 'lastUpdatedDate', 'time'],
          ]}
        />
      ),
    },
  ],
  actions: ({ api: { id = '' }, methods }) => [
    ...(methods.length > 0 ? [test(id, methods)] : []),
    {
      title: 'Deploy',
      submit: 'Deploy',
      fields: [{ name: 'stageName', label: 'Stage', required: true, initial: 'dev' }],
      calls: ({ stageName = '' }) => [callOf('apigateway', 'CreateDeployment', { restApiId: id, stageName })],
      leadsTo: () => '?tab=stages',
    },
  ],
});
