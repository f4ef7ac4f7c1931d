// User pools: users, groups, clients, the messages that they sent with their codes; sign in as a user.
import { callOf, type OutputOf } from '#api/model.ts';
import { Loaded } from '#ui/parts.tsx';
import { resource } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { signInForm } from './sign-in.tsx';

type Item = NonNullable<OutputOf<'cognito-idp', 'ListUserPools'>['UserPools']>[number];
type User = NonNullable<OutputOf<'cognito-idp', 'ListUsers'>['Users']>[number];
interface Detail {
  readonly pool: NonNullable<OutputOf<'cognito-idp', 'DescribeUserPool'>['UserPool']>;
  readonly users: readonly User[];
  readonly groups: NonNullable<OutputOf<'cognito-idp', 'ListGroups'>['Groups']>;
  readonly clients: NonNullable<OutputOf<'cognito-idp', 'ListUserPoolClients'>['UserPoolClients']>;
}

interface Message {
  readonly at: string;
  readonly to: string;
  readonly username: string;
  readonly code?: string;
  readonly text: string;
}

const attributeOf = ({ Attributes = [] }: User, name: string): string | undefined => Attributes.find(({ Name }) => Name === name)?.Value;

const messagesOf = async (poolId: string): Promise<readonly Message[]> => {
  const answer = await fetch(`/_cloud/cognito-idp/messages?pool=${encodeURIComponent(poolId)}`);
  return ((await answer.json()) as { messages: Message[] }).messages;
};

function Messages({ poolId }: { poolId: string }) {
  const loaded = useLoaded(`messages ${poolId}`, () => messagesOf(poolId));
  return (
    <Loaded of={loaded}>
      {(messages) => (
        <Table
          label="messages"
          rows={messages}
          keyOf={({ at, to }) => `${at} ${to}`}
          empty="The pool has sent no message."
          columns={[
            ['To', 'to'],
            ['Code', 'code', 'mono'],
            ['Text', 'text', 'long'],
            ['User', 'username'],
            ['Sent', 'at', 'time'],
          ]}
        />
      )}
    </Loaded>
  );
}

export const view = resource<Item, Detail>({
  about: 'User pools keep users, sign them in and give them tokens.',
  example: 'cognito-idp create-user-pool --pool-name people --auto-verified-attributes email',
  nameOf: ({ Id = '' }) => Id,
  columns: [
    ['Name', 'Name'],
    ['Id', 'Id', 'mono'],
    ['Changed', 'LastModifiedDate', 'time'],
    ['Created', 'CreationDate', 'time'],
  ],
  create: {
    title: 'Create user pool',
    submit: 'Create user pool',
    fields: [{ name: 'PoolName', label: 'Name', required: true }],
    calls: ({ PoolName = '' }) => [callOf('cognito-idp', 'CreateUserPool', { PoolName, AutoVerifiedAttributes: ['email'] })],
    opens: (_, [output]) => (output as OutputOf<'cognito-idp', 'CreateUserPool'>).UserPool?.Id,
  },
  remove: (UserPoolId) => [callOf('cognito-idp', 'DeleteUserPool', { UserPoolId })],
  load: async (UserPoolId, { call }) => {
    const [{ UserPool }, { Users = [] }, { Groups = [] }, { UserPoolClients = [] }] = await Promise.all([
      call('cognito-idp', 'DescribeUserPool', { UserPoolId }),
      call('cognito-idp', 'ListUsers', { UserPoolId }),
      call('cognito-idp', 'ListGroups', { UserPoolId }),
      call('cognito-idp', 'ListUserPoolClients', { UserPoolId, MaxResults: 60 }),
    ]);
    return { pool: UserPool!, users: Users, groups: Groups, clients: UserPoolClients };
  },
  facts: ({ pool }) => [
    ['Name', pool.Name],
    ['ARN', pool.Arn, 'copy'],
    ['Domain', pool.Domain],
    ['Signs in by', pool.UsernameAttributes?.join(', ')],
    ['Second factor', pool.MfaConfiguration],
    ['Created', pool.CreationDate, 'time'],
  ],
  tabs: [
    {
      id: 'users',
      title: 'Users',
      count: ({ users }) => users.length,
      view: ({ users }) => (
        <Table
          label="users"
          rows={users}
          keyOf={({ Username = '' }) => Username}
          empty="The pool has no user."
          columns={[
            ['User', 'Username', 'mono'],
            ['Status', 'UserStatus', 'badge'],
            ['Email', (user) => attributeOf(user, 'email')],
            ['May sign in', ({ Enabled }) => (Enabled ? 'yes' : 'no')],
            ['Created', 'UserCreateDate', 'time'],
          ]}
        />
      ),
    },
    { id: 'messages', title: 'Messages', view: (_, { name }) => <Messages poolId={name} /> },
    {
      id: 'groups',
      title: 'Groups',
      count: ({ groups }) => groups.length,
      view: ({ groups }) => (
        <Table
          label="groups"
          rows={groups}
          keyOf={({ GroupName = '' }) => GroupName}
          empty="The pool has no group."
          columns={[
            ['Group', 'GroupName'],
            ['Description', 'Description'],
            ['Role', 'RoleArn', 'arn'],
          ]}
        />
      ),
    },
    {
      id: 'clients',
      title: 'Clients',
      count: ({ clients }) => clients.length,
      view: ({ clients }) => (
        <Table
          label="clients"
          rows={clients}
          keyOf={({ ClientId = '' }) => ClientId}
          empty="The pool has no client: nobody can sign in."
          columns={[
            ['Client', 'ClientName'],
            ['Id', 'ClientId', 'mono'],
          ]}
        />
      ),
    },
  ],
  actions: ({ clients, users }, { name: UserPoolId }) => [
    signInForm(
      clients.map(({ ClientId = '', ClientName = '' }) => [ClientId, ClientName] as const),
      users[0]?.Username,
    ),
    {
      title: 'Create user',
      submit: 'Create user',
      fields: [
        { name: 'Username', label: 'User', required: true },
        { name: 'email', label: 'Email' },
        { name: 'Password', label: 'Password', required: true, hint: 'It is permanent: the user can sign in with it.' },
      ],
      calls: ({ Username = '', email, Password = '' }) => [
        callOf('cognito-idp', 'AdminCreateUser', {
          ...{ UserPoolId, Username, MessageAction: 'SUPPRESS' },
          ...(email && {
            UserAttributes: [
              { Name: 'email', Value: email },
              { Name: 'email_verified', Value: 'true' },
            ],
          }),
        }),
        callOf('cognito-idp', 'AdminSetUserPassword', { UserPoolId, Username, Password, Permanent: true }),
      ],
    },
    {
      title: 'Create client',
      submit: 'Create client',
      fields: [{ name: 'ClientName', label: 'Name', required: true }],
      calls: ({ ClientName = '' }) => [
        callOf('cognito-idp', 'CreateUserPoolClient', {
          ...{ UserPoolId, ClientName },
          ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
        }),
      ],
    },
    {
      title: 'Create group',
      submit: 'Create group',
      fields: [
        { name: 'GroupName', label: 'Name', required: true },
        { name: 'Description', label: 'Description' },
      ],
      calls: ({ GroupName = '', Description }) => [
        callOf('cognito-idp', 'CreateGroup', { UserPoolId, GroupName, ...(Description && { Description }) }),
      ],
    },
    {
      title: 'Add to group',
      submit: 'Add to group',
      fields: [
        { name: 'Username', label: 'User', required: true },
        { name: 'GroupName', label: 'Group', required: true },
      ],
      calls: ({ Username = '', GroupName = '' }) => [callOf('cognito-idp', 'AdminAddUserToGroup', { UserPoolId, Username, GroupName })],
    },
  ],
});
