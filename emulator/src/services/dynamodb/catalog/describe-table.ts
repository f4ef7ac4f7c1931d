// A table as TableDescription.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { GlobalSecondaryIndexDescription, LocalSecondaryIndexDescription, TableDescription } from '#model/dynamodb';
import {
  type Count,
  type Index,
  type KeyElement,
  type OnDemand,
  type Restore,
  type Table,
  type Throughput,
  tallies,
  type Units,
} from '#services/dynamodb/state';
import { describeVector } from '#services/dynamodb/vectors/describe-vectors';
import { describeReplicas } from './describe-replicas.ts';
import { tableArn } from './find-table.ts';
import { describeEncryption } from './managed-key.ts';
import { sendWarm, warmUnits } from './warm.ts';

const NONE: Count = { items: 0, bytes: 0 };

const sendKey = (key: Frozen<readonly KeyElement[]>) => key.map(({ name, kind }) => ({ AttributeName: name, KeyType: kind }));
const sendProjection = ({ projection, included }: Frozen<Index>) => ({
  ProjectionType: projection,
  ...(included.length > 0 && { NonKeyAttributes: [...included] }),
});

const sendThroughput = ({ read, write, increasedMs, decreasedMs }: Frozen<Throughput>) => ({
  ...(increasedMs !== undefined && { LastIncreaseDateTime: new Date(increasedMs) }),
  ...(decreasedMs !== undefined && { LastDecreaseDateTime: new Date(decreasedMs) }),
  NumberOfDecreasesToday: 0,
  ReadCapacityUnits: read,
  WriteCapacityUnits: write,
});

const sendRestore = ({ sourceArn, backupArn, atMs }: Frozen<Restore>) => ({
  ...(backupArn !== undefined && { SourceBackupArn: backupArn }),
  SourceTableArn: sourceArn,
  RestoreDateTime: new Date(atMs),
  RestoreInProgress: true,
});

const sendOnDemand = (limits: Frozen<OnDemand> | undefined) =>
  limits && { MaxReadRequestUnits: limits.maxRead ?? -1, MaxWriteRequestUnits: limits.maxWrite ?? -1 };

export interface DescribeOptions {
  readonly status?: string;
  /** Warm throughput that is shown: a new table has only what was asked for, and a table that is deleted has none. */
  readonly warm?: 'all' | 'requested' | 'none';
  /** The table with the replicas that are shown, where these are not its own. */
  readonly replicasOf?: Frozen<Table>;
  /** The ARN of the service's own key, where the table has it. */
  readonly managedKey?: string | undefined;
  /** The key whose use this request ends. */
  readonly endedEncryption?: Frozen<Table>['encryption'];
}

export function describeTable(
  table: Frozen<Table>,
  ctx: Ctx,
  { status = 'ACTIVE', warm = 'all', replicasOf = table, managedKey, endedEncryption }: DescribeOptions = {},
): TableDescription {
  const arn = tableArn(table.name, ctx);
  const tally = ctx.records(tallies).get([table.storeId]);
  const countOf = ({ id }: Frozen<Index>): Count => tally?.indexes[id] ?? NONE;
  const { stream, throughput, onDemandSinceMs } = table;
  const onDemand = table.billing === 'PAY_PER_REQUEST';
  return {
    AttributeDefinitions: table.attributes.map(({ name, type }) => ({ AttributeName: name, AttributeType: type })),
    TableName: table.name,
    KeySchema: sendKey(table.key),
    TableStatus: status,
    CreationDateTime: new Date(table.createdMs),
    ProvisionedThroughput: sendThroughput(throughput),
    TableSizeBytes: tally?.bytes ?? 0,
    ItemCount: tally?.items ?? 0,
    TableArn: arn,
    TableId: table.id,
    ...(onDemandSinceMs !== undefined && {
      BillingModeSummary: {
        BillingMode: table.billing,
        // A table that is being made has not been on demand yet.
        ...(warm !== 'requested' && { LastUpdateToPayPerRequestDateTime: new Date(onDemandSinceMs) }),
      },
    }),
    LocalSecondaryIndexes: listOf(table.indexes.filter(({ global }) => !global).map((index) => local(index, arn, countOf(index)))),
    GlobalSecondaryIndexes: listOf(
      table.indexes.filter(({ global }) => global).map((index) => globalIndex(index, arn, countOf(index), onDemand, status, warm)),
    ),
    VectorIndexes: listOf((table.vectors ?? []).map((index) => describeVector(index, arn, tally?.indexes[index.id] ?? NONE, status))),
    ...(stream?.enabled && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.view } }),
    ...(stream && { LatestStreamLabel: stream.label, LatestStreamArn: `${arn}/stream/${stream.label}` }),
    ...(table.encryption && { SSEDescription: describeEncryption(table.encryption, managedKey) }),
    ...(endedEncryption && { SSEDescription: describeEncryption(endedEncryption, managedKey, 'UPDATING') }),
    ...(table.tableClass !== undefined && {
      TableClassSummary: {
        TableClass: table.tableClass,
        ...(table.tableClassSetMs !== undefined && { LastUpdateDateTime: new Date(table.tableClassSetMs) }),
      },
    }),
    ...(table.restore && { RestoreSummary: sendRestore(table.restore) }),
    ...((table.replicas ?? replicasOf.replicas) && describeReplicas(table, replicasOf, ctx)),
    DeletionProtectionEnabled: table.protected,
    OnDemandThroughput: sendOnDemand(table.onDemand),
    ...describeWarm(warm, warmUnits(onDemand, table.warm, throughput), table.warm, 'ACTIVE'),
  };
}

function describeWarm(shown: NonNullable<DescribeOptions['warm']>, units: Units, requested: Frozen<Units> | undefined, status: string) {
  if (shown === 'all') return { WarmThroughput: sendWarm(units, status) };
  return shown === 'requested' && requested ? { WarmThroughput: sendWarm(requested, 'UPDATING') } : {};
}

const listOf = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

const common = (index: Frozen<Index>, arn: string, { items, bytes }: Count) => ({
  IndexName: index.name,
  KeySchema: sendKey(index.key),
  Projection: sendProjection(index),
  IndexSizeBytes: bytes,
  ItemCount: items,
  IndexArn: `${arn}/index/${index.name}`,
});

const local = (index: Frozen<Index>, arn: string, count: Count): LocalSecondaryIndexDescription => common(index, arn, count);

function globalIndex(
  index: Frozen<Index>,
  arn: string,
  count: Count,
  onDemand: boolean,
  tableStatus: string,
  warm: NonNullable<DescribeOptions['warm']>,
): GlobalSecondaryIndexDescription {
  const status = tableStatus === 'CREATING' ? tableStatus : index.status;
  return {
    ...common(index, arn, count),
    IndexStatus: status,
    ...(index.status === 'CREATING' && { Backfilling: true }),
    ProvisionedThroughput: sendThroughput(index.throughput ?? { read: 0, write: 0 }),
    OnDemandThroughput: sendOnDemand(index.onDemand),
    ...describeWarm(warm, warmUnits(onDemand, index.warm, index.throughput), index.warm, status),
  };
}
