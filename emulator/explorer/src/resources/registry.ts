// All kinds of resources: how each is listed, which is enough to count it. Their pages are in `pages/`.
import { send } from '#api/call.ts';
import type { Scope, ServiceId } from '#api/model.ts';

/** An operation that lists, and where its items and tokens are. */
interface Listing {
  readonly service: ServiceId;
  readonly operation: string;
  readonly input?: object;
  /** The member of the output that holds the items. */
  readonly items: string;
  /** The member of the output that asks for the next page, and that of the input which takes it. */
  readonly token?: readonly [output: string, input: string];
}

export interface ResourceKind {
  /** The section in the address. */
  readonly id: string;
  readonly title: string;
  readonly one: string;
  /** The collection of the emulator's records in which they are: where it holds none, there are none of them. */
  readonly records: string;
  readonly listing: Listing;
}

export interface ResourceGroup {
  readonly title: string;
  readonly kinds: readonly ResourceKind[];
}

const NEXT = ['NextToken', 'NextToken'] as const;
const MARKER = ['NextMarker', 'Marker'] as const;
const SMALL_NEXT = ['nextToken', 'nextToken'] as const;
const IAM_MARKER = ['Marker', 'Marker'] as const;

export const GROUPS: readonly ResourceGroup[] = [
  {
    title: 'Compute',
    kinds: [
      {
        id: 'functions',
        title: 'Functions',
        one: 'function',
        records: 'lambda.functions',
        listing: { service: 'lambda', operation: 'ListFunctions', items: 'Functions', token: MARKER },
      },
      {
        id: 'layers',
        title: 'Layers',
        one: 'layer',
        records: 'lambda.layers',
        listing: { service: 'lambda', operation: 'ListLayers', items: 'Layers', token: MARKER },
      },
      {
        id: 'state-machines',
        title: 'State machines',
        one: 'state machine',
        records: 'states.machines',
        listing: { service: 'states', operation: 'ListStateMachines', items: 'stateMachines', token: SMALL_NEXT },
      },
    ],
  },
  {
    title: 'APIs',
    kinds: [
      {
        id: 'apis',
        title: 'HTTP and WebSocket APIs',
        one: 'API',
        records: 'apigatewayv2.apis',
        listing: { service: 'apigatewayv2', operation: 'GetApis', input: { maxResults: '500' }, items: 'items', token: SMALL_NEXT },
      },
      {
        id: 'rest-apis',
        title: 'REST APIs',
        one: 'REST API',
        records: 'apigateway.apis',
        listing: { service: 'apigateway', operation: 'GetRestApis', input: { limit: 500 }, items: 'item', token: ['position', 'position'] },
      },
    ],
  },
  {
    title: 'GraphQL and users',
    kinds: [
      {
        id: 'graphql-apis',
        title: 'GraphQL APIs',
        one: 'GraphQL API',
        records: 'appsync.apis',
        listing: { service: 'appsync', operation: 'ListGraphqlApis', items: 'graphqlApis', token: SMALL_NEXT },
      },
      {
        id: 'user-pools',
        title: 'User pools',
        one: 'user pool',
        records: 'cognito-idp.pools',
        listing: { service: 'cognito-idp', operation: 'ListUserPools', input: { MaxResults: 60 }, items: 'UserPools', token: NEXT },
      },
    ],
  },
  {
    title: 'Events',
    kinds: [
      {
        id: 'buses',
        title: 'Event buses',
        one: 'bus',
        records: 'events.buses',
        listing: { service: 'events', operation: 'ListEventBuses', items: 'EventBuses', token: NEXT },
      },
      {
        id: 'archives',
        title: 'Archives',
        one: 'archive',
        records: 'events.archives',
        listing: { service: 'events', operation: 'ListArchives', items: 'Archives', token: NEXT },
      },
      {
        id: 'connections',
        title: 'Connections',
        one: 'connection',
        records: 'events.connections',
        listing: { service: 'events', operation: 'ListConnections', items: 'Connections', token: NEXT },
      },
      {
        id: 'schedules',
        title: 'Schedules',
        one: 'schedule',
        records: 'scheduler.schedules',
        listing: { service: 'scheduler', operation: 'ListSchedules', items: 'Schedules', token: NEXT },
      },
      {
        id: 'pipes',
        title: 'Pipes',
        one: 'pipe',
        records: 'pipes.pipes',
        listing: { service: 'pipes', operation: 'ListPipes', items: 'Pipes', token: NEXT },
      },
    ],
  },
  {
    title: 'Messages and streams',
    kinds: [
      {
        id: 'queues',
        title: 'Queues',
        one: 'queue',
        records: 'sqs.queues',
        listing: { service: 'sqs', operation: 'ListQueues', input: { MaxResults: 1000 }, items: 'QueueUrls', token: NEXT },
      },
      {
        id: 'topics',
        title: 'Topics',
        one: 'topic',
        records: 'sns.topics',
        listing: { service: 'sns', operation: 'ListTopics', items: 'Topics', token: NEXT },
      },
      {
        id: 'streams',
        title: 'Data streams',
        one: 'stream',
        records: 'kinesis.streams',
        listing: { service: 'kinesis', operation: 'ListStreams', items: 'StreamSummaries', token: NEXT },
      },
      {
        id: 'delivery-streams',
        title: 'Delivery streams',
        one: 'delivery stream',
        records: 'firehose.streams',
        listing: { service: 'firehose', operation: 'ListDeliveryStreams', input: { Limit: 10_000 }, items: 'DeliveryStreamNames' },
      },
      {
        id: 'clusters',
        title: 'Kafka clusters',
        one: 'cluster',
        records: 'kafka.clusters',
        listing: { service: 'kafka', operation: 'ListClustersV2', items: 'clusterInfoList', token: SMALL_NEXT },
      },
    ],
  },
  {
    title: 'Storage',
    kinds: [
      {
        id: 'buckets',
        title: 'Buckets',
        one: 'bucket',
        records: 's3.buckets',
        listing: { service: 's3', operation: 'ListBuckets', items: 'Buckets' },
      },
      {
        id: 'tables',
        title: 'Tables',
        one: 'table',
        records: 'dynamodb.tables',
        listing: {
          service: 'dynamodb',
          operation: 'ListTables',
          items: 'TableNames',
          token: ['LastEvaluatedTableName', 'ExclusiveStartTableName'],
        },
      },
    ],
  },
  {
    title: 'Deployment and settings',
    kinds: [
      {
        id: 'stacks',
        title: 'Stacks',
        one: 'stack',
        records: 'cloudformation.stacks',
        listing: { service: 'cloudformation', operation: 'DescribeStacks', items: 'Stacks', token: NEXT },
      },
      {
        id: 'parameters',
        title: 'Parameters',
        one: 'parameter',
        records: 'ssm.parameters',
        listing: { service: 'ssm', operation: 'DescribeParameters', input: { MaxResults: 50 }, items: 'Parameters', token: NEXT },
      },
      {
        id: 'secrets',
        title: 'Secrets',
        one: 'secret',
        records: 'secretsmanager.secrets',
        listing: { service: 'secretsmanager', operation: 'ListSecrets', input: { MaxResults: 100 }, items: 'SecretList', token: NEXT },
      },
      {
        id: 'keys',
        title: 'Keys',
        one: 'key',
        records: 'kms.keys',
        listing: { service: 'kms', operation: 'ListKeys', input: { Limit: 1000 }, items: 'Keys', token: MARKER },
      },
      {
        id: 'roles',
        title: 'Roles',
        one: 'role',
        records: 'iam.identities',
        listing: { service: 'iam', operation: 'ListRoles', items: 'Roles', token: IAM_MARKER },
      },
      {
        id: 'repositories',
        title: 'Image repositories',
        one: 'repository',
        records: 'ecr.repositories',
        listing: { service: 'ecr', operation: 'DescribeRepositories', items: 'repositories', token: SMALL_NEXT },
      },
      {
        id: 'log-groups',
        title: 'Log groups',
        one: 'log group',
        records: 'logs.groups',
        listing: { service: 'logs', operation: 'DescribeLogGroups', items: 'logGroups', token: SMALL_NEXT },
      },
    ],
  },
];

export const KINDS: readonly ResourceKind[] = GROUPS.flatMap(({ kinds }) => kinds);
export const kindOf = (section: string): ResourceKind | undefined => KINDS.find(({ id }) => id === section);

/** All items, page by page; `show` gets the items so far. Ends after `maxPages`. */
export async function listAll(
  { listing: { service, operation, input = {}, items, token } }: Pick<ResourceKind, 'listing'>,
  scope: Scope,
  show: (items: unknown[]) => void = () => {},
  maxPages = 1_000,
): Promise<unknown[]> {
  const all: unknown[] = [];
  let next: unknown;
  for (let page = 0; page < maxPages; page++) {
    const paged = token && next !== undefined ? { [token[1]]: next } : {};
    const output = (await send(scope, { service, operation, input: { ...input, ...paged } }, true)) as Record<string, unknown>;
    all.push(...((output[items] ?? []) as unknown[]));
    next = token && (output[token[0]] ?? undefined);
    if (!next) break;
    show([...all]);
  }
  return all;
}
