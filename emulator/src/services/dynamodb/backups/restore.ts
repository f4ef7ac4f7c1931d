// RestoreTableFromBackup and RestoreTableToPointInTime: the table is there at once and is being created until its items are there.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault, operation, type RestoreTableToPointInTimeInput } from '#model/dynamodb';
import { describeTable } from '#services/dynamodb/catalog/describe-table';
import { checkNewName, findBackedTable, tableArn } from '#services/dynamodb/catalog/find-table';
import { invalid } from '#services/dynamodb/faults';
import { type Table, tables } from '#services/dynamodb/state';
import { findBackup } from './backups.ts';
import { restorableSpan } from './continuous-backups.ts';
import { positionAfter } from './history.ts';
import { restoredTable } from './restored-table.ts';
import { backups, moments } from './state.ts';

/** @throws Fault TableAlreadyExistsException, TableInUseException */
function checkTarget(name: string, ctx: Ctx): void {
  const present = ctx.records(tables).get([name]);
  if (!present) return;
  const { restore } = present;
  if (!restore) throw fault('TableAlreadyExistsException', `Table already exists: ${name}`);
  throw fault('TableInUseException', `Table: ${name} is already being restored from backup: ${restore.backupArn ?? restore.sourceArn}`);
}

/** Notes the table and the position that it is restored from, so that the history is kept until then. */
function begin(made: Table, ctx: Ctx): void {
  const { source, position } = made.restore!;
  ctx.write((tx) => {
    tx.put(ctx.records(tables), [made.name], made);
    tx.put(ctx.records(moments), [source.storeId, position, made.storeId], { kept: true });
    ctx.later(tx, 'dynamodb.restore', [made.name, made.storeId], ctx.now());
  });
}

export const RestoreTableFromBackup = operation('RestoreTableFromBackup', (input, ctx) => {
  const { TargetTableName: name, BackupArn } = input;
  checkNewName(name, 'targetTableName');
  const { key, backup, arn } = findBackup(BackupArn, ctx);
  const { source, position } = backup;
  checkTarget(name, ctx);
  if (backup.restoring !== undefined) throw fault('BackupInUseException', `Backup is being used to restore another table: ${arn}`);
  const restore = {
    source: { name: source.name, storeId: source.storeId },
    position,
    sourceArn: tableArn(source.name, ctx),
    backupArn: arn,
    atMs: backup.createdMs,
  };
  const made = restoredTable(source, name, input, restore, ctx);
  ctx.write((tx) => {
    tx.put(ctx.records(backups), key, { ...backup, restoring: name });
    begin(made, ctx);
  });
  return { TableDescription: describeTable(made, ctx, { status: 'CREATING', warm: 'none' }) };
});

function sourceOf({ SourceTableArn: arn, SourceTableName: name }: RestoreTableToPointInTimeInput, ctx: Ctx) {
  if (arn !== undefined && name !== undefined) throw invalid('Must provide exactly one of: sourceTableArn, sourceTableName');
  const given = arn ?? name;
  if (given === undefined) throw invalid("The parameter 'TableName' is required but was not present in the request");
  if (arn !== undefined && parseArn(arn)?.service !== 'dynamodb') throw invalid('sourceTableArn is not a valid ARN');
  return findBackedTable(given, ctx);
}

const shown = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The moment that is asked for. @throws Fault InvalidRestoreTimeException, PointInTimeRecoveryUnavailableException, ValidationException */
function momentOf(input: RestoreTableToPointInTimeInput, table: Frozen<Table>, ctx: Ctx): number {
  const { RestoreDateTime: at } = input;
  if (!table.pointInTime)
    throw fault('PointInTimeRecoveryUnavailableException', `Point in time recovery is not enabled for table '${table.name}'`);
  const { earliestMs, latestMs } = restorableSpan(table.pointInTime, ctx);
  if (!at) return latestMs;
  // Times of requests are whole seconds where clients say them so; the second in which recovery began counts.
  const atMs = at.getTime();
  if (!(atMs >= Math.floor(earliestMs / 1000) * 1000 && atMs <= latestMs))
    throw fault(
      'InvalidRestoreTimeException',
      `RestoreDateTime '${Number.isFinite(atMs) ? shown(atMs) : 'null'}' must be within EarliestRestorableDateTime '${shown(earliestMs)}' and LatestRestorableDateTime '${shown(latestMs)}'`,
    );
  return Math.max(atMs, earliestMs);
}

export const RestoreTableToPointInTime = operation('RestoreTableToPointInTime', (input, ctx) => {
  const { TargetTableName: name, UseLatestRestorableTime: latest, RestoreDateTime: at } = input;
  checkNewName(name, 'targetTableName');
  if (latest && at)
    throw invalid(
      'Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request. Please specify only one.',
    );
  if (!latest && !at)
    throw invalid('Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both');
  const { there, table } = sourceOf(input, ctx);
  if (there !== ctx) throw invalid('Invalid Request: sseSpecificationOverride must be provided for cross-region restores');
  const atMs = momentOf(input, table, ctx);
  checkTarget(name, ctx);
  const source = { name: table.name, storeId: table.storeId };
  const restore = { source, position: positionAfter(atMs), sourceArn: tableArn(table.name, ctx), atMs };
  const made = restoredTable(table, name, input, restore, ctx);
  begin(made, ctx);
  return { TableDescription: describeTable(made, ctx, { status: 'CREATING', warm: 'none' }) };
});
