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
        listing: { service: 'lambda', operation: 'ListFunctions', items: 'Functions', token: MARKER },
      },
      {
        id: 'layers',
        title: 'Layers',
        one: 'layer',
        listing: { service: 'lambda', operation: 'ListLayers', items: 'Layers', token: MARKER },
      },
      {
        id: 'state-machines',
        title: 'State machines',
        one: 'state machine',
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
        listing: { service: 'apigatewayv2', operation: 'GetApis', input: { maxResults: '500' }, items: 'items', token: SMALL_NEXT },
      },
      {
        id: 'rest-apis',
        title: 'REST APIs',
        one: 'REST API',
        listing: { service: 'apigateway', operation: 'GetRestApis', input: { limit: 500 }, items: 'item', token: ['position', 'position'] },
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
        listing: { service: 'events', operation: 'ListEventBuses', items: 'EventBuses', token: NEXT },
      },
      {
        id: 'archives',
        title: 'Archives',
        one: 'archive',
        listing: { service: 'events', operation: 'ListArchives', items: 'Archives', token: NEXT },
      },
      {
        id: 'connections',
        title: 'Connections',
        one: 'connection',
        listing: { service: 'events', operation: 'ListConnections', items: 'Connections', token: NEXT },
      },
      {
        id: 'schedules',
        title: 'Schedules',
        one: 'schedule',
        listing: { service: 'scheduler', operation: 'ListSchedules', items: 'Schedules', token: NEXT },
      },
      {
        id: 'pipes',
        title: 'Pipes',
        one: 'pipe',
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
        listing: { service: 'sqs', operation: 'ListQueues', input: { MaxResults: 1000 }, items: 'QueueUrls', token: NEXT },
      },
      {
        id: 'topics',
        title: 'Topics',
        one: 'topic',
        listing: { service: 'sns', operation: 'ListTopics', items: 'Topics', token: NEXT },
      },
      {
        id: 'streams',
        title: 'Data streams',
        one: 'stream',
        listing: { service: 'kinesis', operation: 'ListStreams', items: 'StreamSummaries', token: NEXT },
      },
      {
        id: 'delivery-streams',
        title: 'Delivery streams',
        one: 'delivery stream',
        listing: { service: 'firehose', operation: 'ListDeliveryStreams', input: { Limit: 10_000 }, items: 'DeliveryStreamNames' },
      },
      {
        id: 'clusters',
        title: 'Kafka clusters',
        one: 'cluster',
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
        listing: { service: 's3', operation: 'ListBuckets', items: 'Buckets' },
      },
      {
        id: 'tables',
        title: 'Tables',
        one: 'table',
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
        listing: { service: 'cloudformation', operation: 'DescribeStacks', items: 'Stacks', token: NEXT },
      },
      {
        id: 'parameters',
        title: 'Parameters',
        one: 'parameter',
        listing: { service: 'ssm', operation: 'DescribeParameters', input: { MaxResults: 50 }, items: 'Parameters', token: NEXT },
      },
      {
        id: 'secrets',
        title: 'Secrets',
        one: 'secret',
        listing: { service: 'secretsmanager', operation: 'ListSecrets', input: { MaxResults: 100 }, items: 'SecretList', token: NEXT },
      },
      {
        id: 'keys',
        title: 'Keys',
        one: 'key',
        listing: { service: 'kms', operation: 'ListKeys', input: { Limit: 1000 }, items: 'Keys', token: MARKER },
      },
      {
        id: 'roles',
        title: 'Roles',
        one: 'role',
        listing: { service: 'iam', operation: 'ListRoles', items: 'Roles', token: IAM_MARKER },
      },
      {
        id: 'repositories',
        title: 'Image repositories',
        one: 'repository',
        listing: { service: 'ecr', operation: 'DescribeRepositories', items: 'repositories', token: SMALL_NEXT },
      },
      {
        id: 'log-groups',
        title: 'Log groups',
        one: 'log group',
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
    const output = (await send(scope, { service, operation, input: { ...input, ...paged } })) as Record<string, unknown>;
    all.push(...((output[items] ?? []) as unknown[]));
    next = token && (output[token[0]] ?? undefined);
    if (!next) break;
    show([...all]);
  }
  return all;
}
