// HTTP and WebSocket APIs: routes and where they lead, stages, authorizers; try a request or a connection.
import { callOf, type OutputOf } from '#api/model.ts';
import { lastPart } from '#ui/format.ts';
import { Badge } from '#ui/parts.tsx';
import { type Fact, resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { targetIn } from './integration-target.ts';
import { stagePath, TryRequest } from './try-request.tsx';
import { socketOrigin, TrySocket } from './try-socket.tsx';

type Item = NonNullable<OutputOf<'apigatewayv2', 'GetApis'>['items']>[number];
type Route = NonNullable<OutputOf<'apigatewayv2', 'GetRoutes'>['items']>[number];
type Integration = NonNullable<OutputOf<'apigatewayv2', 'GetIntegrations'>['items']>[number];
interface Detail {
  readonly api: OutputOf<'apigatewayv2', 'GetApi'>;
  readonly routes: readonly Route[];
  readonly integrations: readonly Integration[];
  readonly stages: NonNullable<OutputOf<'apigatewayv2', 'GetStages'>['items']>;
  readonly authorizers: NonNullable<OutputOf<'apigatewayv2', 'GetAuthorizers'>['items']>;
}

const MAX_RESULTS = '500';

const targetOf = ({ integrationUri, integrationSubtype, integrationType }: Integration): string =>
  targetIn(integrationUri) || integrationSubtype || integrationType || '';

const integrationOf = ({ target = '' }: Route, { integrations }: Detail): Integration | undefined =>
  integrations.find(({ integrationId }) => integrationId === lastPart(target));

/** `GET /pets/{id}` → the method and the path; `$default` and `ANY …` begin with GET. */
function firstOf(routes: readonly Route[]): { method: string; path: string } {
  const [method = 'GET', path = '/'] = (routes.find(({ routeKey }) => routeKey.includes(' '))?.routeKey ?? 'GET /').split(' ');
  return { method: method === 'ANY' ? 'GET' : method, path };
}

/** Where clients find a stage, by a name that resolves everywhere; undefined where the API has none. */
const addressOf = (
  { apiId = '', protocolType }: { apiId?: string | undefined; protocolType?: string | undefined },
  stage: string | undefined,
): string | undefined => stage && (protocolType === 'WEBSOCKET' ? socketOrigin() : location.origin) + stagePath(apiId, stage);

export const view = resource<Item, Detail, Detail['stages']>({
  about: 'HTTP and WebSocket APIs lead requests of clients to functions, services and other hosts.',
  example: 'apigatewayv2 create-api --name shop --protocol-type HTTP --target arn:aws:lambda:us-east-1:000000000000:function:hello',
  nameOf: ({ apiId = '' }) => apiId,
  columns: (of) => [
    ['Name', 'name'],
    ['Protocol', 'protocolType'],
    ['Address', (item) => addressOf(item, of(item)?.[0]?.stageName), 'arn'],
    ['Id', 'apiId', 'mono'],
    ['Created', 'createdDate', 'time'],
  ],
  readEach: async ({ apiId = '' }, { call }) => (await call('apigatewayv2', 'GetStages', { apiId, maxResults: MAX_RESULTS })).items ?? [],
  create: {
    title: 'Create API',
    submit: 'Create API',
    fields: [
      { name: 'name', label: 'Name', required: true },
      { name: 'protocolType', label: 'Protocol', kind: 'select', options: ['HTTP', 'WEBSOCKET'] },
      {
        name: 'target',
        label: 'Target',
        placeholder: 'ARN of a function, or a URL',
        hint: 'For HTTP APIs: makes a route for every request, and the stage $default.',
      },
      { name: 'routeSelectionExpression', label: 'Route selection', hint: 'For WebSocket APIs: $request.body.action.' },
    ],
    calls: ({ name = '', protocolType = 'HTTP', target, routeSelectionExpression }) => [
      callOf('apigatewayv2', 'CreateApi', {
        name,
        protocolType,
        ...(target && { target }),
        ...(protocolType === 'WEBSOCKET' && { routeSelectionExpression: routeSelectionExpression || '$request.body.action' }),
      }),
    ],
    opens: (_, [output]) => (output as { apiId?: string } | undefined)?.apiId,
  },
  remove: (apiId) => [callOf('apigatewayv2', 'DeleteApi', { apiId })],
  load: async (apiId, { call }) => {
    const page = { apiId, maxResults: MAX_RESULTS };
    const [api, routes, integrations, stages, authorizers] = await Promise.all([
      call('apigatewayv2', 'GetApi', { apiId }),
      call('apigatewayv2', 'GetRoutes', page),
      call('apigatewayv2', 'GetIntegrations', page),
      call('apigatewayv2', 'GetStages', page),
      call('apigatewayv2', 'GetAuthorizers', page),
    ]);
    return {
      api,
      routes: routes.items ?? [],
      integrations: integrations.items ?? [],
      stages: stages.items ?? [],
      authorizers: authorizers.items ?? [],
    };
  },
  facts: ({ api, stages }) => [
    ['Name', api.name],
    ['Protocol', api.protocolType],
    ...stages.map(({ stageName }): Fact => [`Address of ${stageName}`, addressOf(api, stageName), 'copy']),
    ['Endpoint', api.apiEndpoint, 'copy'],
    ['Description', api.description],
    ['Created', api.createdDate, 'time'],
  ],
  tabs: [
    {
      id: 'routes',
      title: 'Routes',
      count: ({ routes }) => routes.length,
      view: (detail) => (
        <Table
          label="routes"
          rows={detail.routes}
          keyOf={({ routeId = '' }) => routeId}
          empty="The API has no route: every request is refused."
          columns={[
            ['Route', 'routeKey', 'mono'],
            ['Leads to', (route) => targetOf(integrationOf(route, detail) ?? {}), 'arn'],
            ['Integration', (route) => integrationOf(route, detail)?.integrationType ?? 'none'],
            ['Authorization', ({ authorizationType }) => authorizationType ?? 'NONE'],
          ]}
        />
      ),
    },
    {
      id: 'try',
      title: 'Try',
      view: ({ api, routes, stages }) => {
        const names = stages.map(({ stageName }) => stageName);
        return api.protocolType === 'WEBSOCKET' ? (
          <TrySocket apiId={api.apiId ?? ''} stages={names} />
        ) : (
          <TryRequest apiId={api.apiId ?? ''} stages={names} first={firstOf(routes)} />
        );
      },
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
          keyOf={({ stageName }) => stageName}
          empty="No stage."
          columns={[
            ['Stage', 'stageName'],
            ['Deployment', 'deploymentId', 'mono'],
            [
              'Deployed',
              ({ autoDeploy }) => (autoDeploy ? 'automatically' : 'by hand'),
              undefined,
              ({ autoDeploy }) => <Badge state={autoDeploy ? 'automatically' : 'by hand'} />,
            ],
            ['Changed', 'lastUpdatedDate', 'time'],
          ]}
        />
      ),
    },
    {
      id: 'authorizers',
      title: 'Authorizers',
      count: ({ authorizers }) => authorizers.length,
      view: ({ authorizers }) => (
        <Table
          label="authorizers"
          rows={authorizers}
          filterable={false}
          keyOf={({ authorizerId = '' }) => authorizerId}
          empty="No authorizer."
          columns={[
            ['Name', 'name'],
            ['Type', 'authorizerType'],
            ['Reads', ({ identitySource = [] }) => identitySource.join(', '), 'mono'],
          ]}
        />
      ),
    },
  ],
});
