// CreateBackup, DescribeBackup, ListBackups, DeleteBackup. A backup outlives its table, and tables that are made again under its name.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { pageOfItems, writeToken } from '#core/page';
import type { Frozen, Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { fault, operation } from '#model/dynamodb';
import { findBackedTable } from '#services/dynamodb/catalog/find-table';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { type Table, tables, tallies } from '#services/dynamodb/state';
import { backupArn, describeBackup, detailsOf, summaryOf } from './describe-backup.ts';
import { takePosition } from './history.ts';
import { releaseMoment } from './keep-history.ts';
import { type Backup, backups, moments } from './state.ts';

const ID_DIGITS = 14;
const ID_RANDOM = 8;
/** Limit: backups of a page of ListBackups. */
const MAX_LISTED = 100;
/** A deleted table with point-in-time recovery is kept for this long. */
const SYSTEM_DAYS = 35;
const DAY_MS = 86_400_000;

const RESOURCE = /^table\/([a-zA-Z0-9_.-]{3,255})\/backup\/(.+)$/;
const invalidArn = () => invalid('Invalid Backup ARN');

export interface LocatedBackup {
  readonly key: [table: string, id: string];
  readonly backup: Frozen<Backup>;
  readonly arn: string;
}

/** The key that an ARN names. The region in it does not count. @throws Fault ValidationException, AccessDeniedException */
function keyOf(arn: string, ctx: Ctx): [table: string, id: string] {
  const parsed = parseArn(arn);
  const [, table, id] = (parsed?.service === 'dynamodb' && RESOURCE.exec(parsed.resource)) || [];
  if (!parsed || table === undefined || id === undefined) throw invalidArn();
  if (parsed.account !== ctx.account) throw new Fault('AccessDeniedException', 'Access is denied');
  return [table, id];
}

/** @throws Fault BackupNotFoundException, ValidationException */
export function findBackup(arn: string, ctx: Ctx): LocatedBackup {
  const key = keyOf(arn, ctx);
  const backup = ctx.records(backups).get(key);
  if (!backup) throw fault('BackupNotFoundException', `Backup not found: ${arn}`);
  return { key, backup, arn };
}

interface NewBackup extends Pick<Backup, 'name' | 'type' | 'expiresMs'> {
  readonly suffix: string;
}

/** Makes a backup without copying anything. */
function takeBackup(tx: Tx, table: Frozen<Table>, { suffix, ...about }: NewBackup, ctx: Ctx): Backup {
  let createdMs = ctx.now();
  const idAt = (ms: number) => `${String(ms).padStart(ID_DIGITS, '0')}-${suffix}`;
  while (ctx.records(backups).has([table.name, idAt(createdMs)])) createdMs++;
  const position = takePosition(tx, table.storeId, ctx);
  const { items, bytes } = ctx.records(tallies).get([table.storeId]) ?? { items: 0, bytes: 0 };
  const backup: Backup = { ...about, id: idAt(createdMs), createdMs, source: table as Table, items, bytes, position };
  tx.put(ctx.records(backups), [table.name, backup.id], backup);
  tx.put(ctx.records(moments), [table.storeId, position, backup.id], { kept: true });
  return backup;
}

export const CreateBackup = operation('CreateBackup', ({ TableName, BackupName: name }, ctx) => {
  const { there, table } = findBackedTable(TableName, ctx);
  const suffix = there.random(ID_RANDOM);
  const made = there.write((tx) => {
    tx.put(there.records(tables), [table.name], { ...table, recording: true });
    return takeBackup(tx, table, { name, type: 'USER', suffix }, there);
  });
  return { BackupDetails: detailsOf(made, there, 'CREATING') };
});

/** Keeps what a table held that is deleted while it could be restored to any second. */
export function takeSystemBackup(tx: Tx, table: Frozen<Table>, ctx: Ctx): void {
  const expiresMs = ctx.now() + SYSTEM_DAYS * DAY_MS;
  const about = { name: `${table.name}$DeletedTableBackup`, type: 'SYSTEM' as const, expiresMs, suffix: '0'.repeat(ID_RANDOM) };
  const backup = takeBackup(tx, table, about, ctx);
  ctx.later(tx, 'dynamodb.expire-backup', [table.name, backup.id], expiresMs);
}

export const DescribeBackup = operation('DescribeBackup', ({ BackupArn }, ctx) => ({
  BackupDescription: describeBackup(findBackup(BackupArn, ctx).backup, ctx),
}));

export const DeleteBackup = operation('DeleteBackup', ({ BackupArn }, ctx) => {
  const { key, backup, arn } = findBackup(BackupArn, ctx);
  if (backup.type === 'SYSTEM')
    throw invalid(
      `Invalid Request: User is not allowed to delete the system backup with arn ${arn}. It will automatically expire on ${new Date(backup.expiresMs ?? 0).toISOString()}`,
    );
  if (backup.restoring !== undefined) throw fault('BackupInUseException', `Backup is being used to restore table: ${arn}`);
  removeBackup(key, backup, ctx);
  return { BackupDescription: describeBackup(backup, ctx, 'DELETED') };
});

function removeBackup(key: [table: string, id: string], { id, position, source }: Frozen<Backup>, ctx: Ctx): void {
  ctx.write((tx) => {
    tx.delete(ctx.records(backups), key);
    releaseMoment(tx, { name: source.name, storeId: source.storeId }, position, id, ctx);
  });
}

/** Due work: the time of a backup of the service's own is over. */
export function expireBackup(table: string, id: string, ctx: Ctx): void {
  const backup = ctx.records(backups).get([table, id]);
  if (!backup) return;
  if (backup.restoring === undefined) removeBackup([table, id], backup, ctx);
  else ctx.write((tx) => ctx.later(tx, 'dynamodb.expire-backup', [table, id], ctx.now() + DAY_MS));
}

/** By time of creation. The lower bound is inclusive, the upper one exclusive. */
export const ListBackups = operation('ListBackups', (input, ctx) => {
  const { TableName, Limit: limit = MAX_LISTED, TimeRangeLowerBound: lower, TimeRangeUpperBound: upper, BackupType: type = 'USER' } = input;
  if (lower && upper && lower > upper) throw invalidParameter('Time range lower bound must be less than or equal to upper bound');
  const parsed = TableName?.startsWith('arn:') ? parseArn(TableName)?.resource.replace(/^table\//, '') : TableName;
  const listed = ctx.records(backups).range(parsed === undefined ? [] : [parsed]);
  const fitting = listed.filter(
    (backup) =>
      (type === 'ALL' || backup.type === type) &&
      (!lower || backup.createdMs >= lower.getTime()) &&
      (!upper || backup.createdMs < upper.getTime()),
  );
  const order = ({ id, source }: Pick<Frozen<Backup>, 'id' | 'source'>) => [id, source.name];
  const start = input.ExclusiveStartBackupArn === undefined ? undefined : keyOf(input.ExclusiveStartBackupArn, ctx);
  const token = start && writeToken([start[1], start[0]]);
  const { items, next } = pageOfItems(fitting, order, { limit, token }, invalidArn);
  const BackupSummaries = items.map((backup) => summaryOf(backup, ctx));
  return { BackupSummaries, ...(next !== undefined && { LastEvaluatedBackupArn: backupArn(items.at(-1)!, ctx) }) };
});
