// Connections to HTTP endpoints, and the API destinations that use them: rules and pipes call those.
import { callOf, type OutputOf } from '#api/model.ts';
import { readOnly } from '#shell/session.ts';
import { Confirm } from '#ui/confirm.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';

type Connection = NonNullable<OutputOf<'events', 'ListConnections'>['Connections']>[number];
type Destination = NonNullable<OutputOf<'events', 'ListApiDestinations'>['ApiDestinations']>[number];
interface Detail {
  readonly connection: OutputOf<'events', 'DescribeConnection'>;
  readonly destinations: readonly Destination[];
}

const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** The credentials that a connection sends along, by its kind. */
const authOf = (kind: string, first: string, second: string): object =>
  kind === 'BASIC'
    ? { BasicAuthParameters: { Username: first, Password: second } }
    : { ApiKeyAuthParameters: { ApiKeyName: first, ApiKeyValue: second } };

export const view = resource<Connection, Detail>({
  about: 'Connections say how rules and pipes authorize themselves at an HTTP endpoint, which an API destination names.',
  example:
    'events create-connection --name partner --authorization-type API_KEY --auth-parameters ApiKeyAuthParameters={ApiKeyName=x-api-key,ApiKeyValue=secret}',
  nameOf: ({ Name = '' }) => Name,
  columns: [
    ['Name', 'Name'],
    ['State', 'ConnectionState', 'badge'],
    ['Authorization', 'AuthorizationType'],
    ['Last authorized', 'LastAuthorizedTime', 'time'],
    ['ARN', 'ConnectionArn', 'arn'],
  ],
  create: {
    title: 'Create connection',
    submit: 'Create connection',
    fields: [
      { name: 'Name', label: 'Name', required: true },
      { name: 'AuthorizationType', label: 'Authorization', kind: 'select', options: ['API_KEY', 'BASIC'] },
      { name: 'first', label: 'Name of the header, or of the user', required: true, initial: 'x-api-key' },
      { name: 'second', label: 'Value, or password', required: true },
    ],
    calls: ({ Name = '', AuthorizationType = '', first = '', second = '' }) => [
      callOf('events', 'CreateConnection', {
        Name,
        AuthorizationType: AuthorizationType as 'BASIC',
        AuthParameters: authOf(AuthorizationType, first, second),
      }),
    ],
    opens: ({ Name }) => Name,
  },
  remove: (Name) => [callOf('events', 'DeleteConnection', { Name })],
  load: async (Name, { call }) => {
    const connection = await call('events', 'DescribeConnection', { Name });
    const { ApiDestinations = [] } = await call('events', 'ListApiDestinations', { ConnectionArn: connection.ConnectionArn ?? '' });
    return { connection, destinations: ApiDestinations };
  },
  facts: ({ connection }) => [
    ['State', connection.ConnectionState, 'badge'],
    ['Reason', connection.StateReason, 'long'],
    ['Authorization', connection.AuthorizationType],
    ['ARN', connection.ConnectionArn, 'copy'],
    ['Secret', connection.SecretArn, 'arn'],
    ['Created', connection.CreationTime, 'time'],
  ],
  tabs: [
    {
      id: 'destinations',
      title: 'API destinations',
      count: ({ destinations }) => destinations.length,
      view: ({ destinations }, { api, reload }) => (
        <Table
          label="API destinations"
          rows={destinations}
          keyOf={({ Name = '' }) => Name}
          empty="No API destination uses the connection."
          columns={[
            ['Name', 'Name'],
            ['State', 'ApiDestinationState', 'badge'],
            ['Method', 'HttpMethod'],
            ['Endpoint', 'InvocationEndpoint', 'mono'],
            ['Calls a second', 'InvocationRateLimitPerSecond', 'number'],
            ['ARN', 'ApiDestinationArn', 'arn'],
          ]}
          controls={
            readOnly.value
              ? undefined
              : ({ Name = '' }) => (
                  <Confirm
                    small
                    label="Delete"
                    question={`Delete ${Name}?`}
                    act={async () => {
                      await api.perform(callOf('events', 'DeleteApiDestination', { Name }));
                      reload();
                    }}
                  />
                )
          }
        />
      ),
    },
  ],
  actions: ({ connection: { ConnectionArn = '' } }) => [
    {
      title: 'Create API destination',
      submit: 'Create API destination',
      fields: [
        { name: 'Name', label: 'Name', required: true },
        { name: 'InvocationEndpoint', label: 'Endpoint', required: true, placeholder: 'https://partner.example/orders' },
        { name: 'HttpMethod', label: 'Method', kind: 'select', options: METHODS },
        { name: 'rate', label: 'Calls a second, at most', kind: 'number' },
      ],
      calls: ({ Name = '', InvocationEndpoint = '', HttpMethod = 'POST', rate }) => [
        callOf('events', 'CreateApiDestination', {
          Name,
          ConnectionArn,
          InvocationEndpoint,
          HttpMethod: HttpMethod as 'POST',
          ...(rate && { InvocationRateLimitPerSecond: Number(rate) }),
        }),
      ],
      leadsTo: () => '?tab=destinations',
    },
  ],
});
