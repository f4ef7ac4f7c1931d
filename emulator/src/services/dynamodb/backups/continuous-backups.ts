// UpdateContinuousBackups and DescribeContinuousBackups: while point-in-time recovery is on, the history of a table's items is kept.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/dynamodb';
import { findBackedTable } from '#services/dynamodb/catalog/find-table';
import { invalid } from '#services/dynamodb/faults';
import { type Table, tables } from '#services/dynamodb/state';
import { takePosition } from './history.ts';
import { trimLater } from './keep-history.ts';

const DAY_MS = 86_400_000;
/** Limit: days that a table can be restored to by point-in-time recovery. */
const MAX_DAYS = 35;
/** The latest moment that can be restored is this long ago. */
const LAG_MS = 300_000;

/** The first and the last moment that can be restored. */
export function restorableSpan(
  { sinceMs, days }: NonNullable<Frozen<Table>['pointInTime']>,
  ctx: Ctx,
): { earliestMs: number; latestMs: number } {
  const nowMs = ctx.now();
  return { earliestMs: Math.max(sinceMs, nowMs - days * DAY_MS), latestMs: Math.max(sinceMs, nowMs - LAG_MS) };
}

function describe({ pointInTime }: Frozen<Table>, ctx: Ctx) {
  const span = pointInTime && restorableSpan(pointInTime, ctx);
  const recovery =
    pointInTime && span
      ? {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: pointInTime.days,
          EarliestRestorableDateTime: new Date(span.earliestMs),
          LatestRestorableDateTime: new Date(span.latestMs),
        }
      : { PointInTimeRecoveryStatus: 'DISABLED' };
  return { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED', PointInTimeRecoveryDescription: recovery } };
}

/** The table with recovery on: changes are noted from now on. */
const enabled = (table: Frozen<Table>, days: number, ctx: Ctx): Table => ({
  ...(table as Table),
  pointInTime: { sinceMs: table.pointInTime?.sinceMs ?? ctx.now(), days },
  recording: true,
});

export const UpdateContinuousBackups = operation(
  'UpdateContinuousBackups',
  ({ TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: on, RecoveryPeriodInDays: days } }, ctx) => {
    if (!on && days !== undefined)
      throw invalid('Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.');
    const { there, table } = findBackedTable(TableName, ctx);
    const { pointInTime, ...without } = table;
    const updated = on ? enabled(table, days ?? MAX_DAYS, there) : (without as Table);
    there.write((tx) => {
      tx.put(there.records(tables), [table.name], updated);
      // Changes that backups need are noted at a new position from now on, so that no later change stands for an earlier one.
      if (!on && pointInTime) takePosition(tx, table.storeId, there);
      if (on || pointInTime) trimLater(tx, table, there.now() + (on ? DAY_MS : 0), there);
    });
    return describe(updated, there);
  },
);

export const DescribeContinuousBackups = operation('DescribeContinuousBackups', ({ TableName }, ctx) => {
  const { there, table } = findBackedTable(TableName, ctx);
  return describe(table, there);
});
