// Backups as the service shows them: what they are, the table as it was, and its features.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import type { BackupDescription, BackupDetails, BackupSummary } from '#model/dynamodb';
import { describeTable } from '#services/dynamodb/catalog/describe-table';
import { tableArn } from '#services/dynamodb/catalog/find-table';
import { vectorInput } from '#services/dynamodb/vectors/describe-vectors';
import type { Backup } from './state.ts';

export const backupArn = (
  { source: { name }, id }: Pick<Frozen<Backup>, 'id' | 'source'>,
  { region, account }: Pick<Ctx, 'region' | 'account'>,
): string => formatArn({ service: 'dynamodb', region, account, resource: `table/${name}/backup/${id}` });

type Status = 'CREATING' | 'AVAILABLE' | 'DELETED';

export const detailsOf = (backup: Frozen<Backup>, ctx: Ctx, status: Status = 'AVAILABLE'): BackupDetails => ({
  BackupArn: backupArn(backup, ctx),
  BackupName: backup.name,
  BackupSizeBytes: backup.bytes,
  BackupStatus: status,
  BackupType: backup.type,
  BackupCreationDateTime: new Date(backup.createdMs),
  ...(backup.expiresMs !== undefined && { BackupExpiryDateTime: new Date(backup.expiresMs) }),
});

export function summaryOf(backup: Frozen<Backup>, ctx: Ctx): BackupSummary {
  const { name, id } = backup.source;
  return { TableName: name, TableId: id, TableArn: tableArn(name, ctx), ...detailsOf(backup, ctx) };
}

export function describeBackup(backup: Frozen<Backup>, ctx: Ctx, status?: Status): BackupDescription {
  const { source, items, bytes } = backup;
  const table = describeTable(source, ctx, { warm: 'none' });
  return {
    BackupDetails: detailsOf(backup, ctx, status),
    SourceTableDetails: {
      TableName: source.name,
      TableId: source.id,
      TableArn: tableArn(source.name, ctx),
      TableSizeBytes: bytes,
      ItemCount: items,
      KeySchema: table.KeySchema!,
      TableCreationDateTime: new Date(source.createdMs),
      ProvisionedThroughput: { ReadCapacityUnits: source.throughput.read, WriteCapacityUnits: source.throughput.write },
      ...(table.OnDemandThroughput && { OnDemandThroughput: table.OnDemandThroughput }),
      BillingMode: source.billing,
    },
    SourceTableFeatureDetails: backup.type === 'SYSTEM' ? {} : featuresOf(source, table),
  };
}

/** Only what is enabled. */
function featuresOf(
  { timeToLive, vectors = [] }: Frozen<Backup>['source'],
  table: ReturnType<typeof describeTable>,
): BackupDescription['SourceTableFeatureDetails'] {
  return {
    ...(table.LocalSecondaryIndexes && {
      LocalSecondaryIndexes: table.LocalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
        IndexName,
        KeySchema,
        Projection,
      })),
    }),
    ...(table.GlobalSecondaryIndexes && {
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes.map(
        ({ IndexName, KeySchema, Projection, ProvisionedThroughput: units, OnDemandThroughput }) => ({
          IndexName,
          KeySchema,
          Projection,
          ProvisionedThroughput: { ReadCapacityUnits: units?.ReadCapacityUnits ?? 0, WriteCapacityUnits: units?.WriteCapacityUnits ?? 0 },
          ...(OnDemandThroughput && { OnDemandThroughput }),
        }),
      ),
    }),
    ...(vectors.length > 0 && { VectorIndexes: vectors.map(vectorInput) }),
    ...(table.StreamSpecification && { StreamDescription: table.StreamSpecification }),
    ...(timeToLive?.enabled && { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute } }),
    ...(table.SSEDescription && { SSEDescription: table.SSEDescription }),
  };
}
