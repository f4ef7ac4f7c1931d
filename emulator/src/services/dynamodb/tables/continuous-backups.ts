// UpdateContinuousBackups and DescribeContinuousBackups: whether a table could be restored to a point in time is kept as a record.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/dynamodb';
import { type Table, tables } from '#services/dynamodb/state';
import { findWholeTable } from './find-table.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 35;
/** The latest moment that can be restored is this long ago. */
const LAG_MS = 300_000;

function describe({ pointInTime }: Frozen<Table>, ctx: Ctx) {
  const nowMs = ctx.now();
  const recovery = pointInTime
    ? {
        PointInTimeRecoveryStatus: 'ENABLED',
        RecoveryPeriodInDays: pointInTime.days,
        EarliestRestorableDateTime: new Date(Math.max(pointInTime.sinceMs, nowMs - pointInTime.days * DAY_MS)),
        LatestRestorableDateTime: new Date(Math.max(pointInTime.sinceMs, nowMs - LAG_MS)),
      }
    : { PointInTimeRecoveryStatus: 'DISABLED' };
  return { ContinuousBackupsDescription: { ContinuousBackupsStatus: 'ENABLED', PointInTimeRecoveryDescription: recovery } };
}

export const UpdateContinuousBackups = operation(
  'UpdateContinuousBackups',
  ({ TableName, PointInTimeRecoverySpecification: given }, ctx) => {
    const { there, table } = findWholeTable(TableName, ctx);
    const { pointInTime: present, ...rest } = table;
    const days = given.RecoveryPeriodInDays ?? MAX_DAYS;
    const updated = given.PointInTimeRecoveryEnabled ? { ...rest, pointInTime: { sinceMs: present?.sinceMs ?? there.now(), days } } : rest;
    there.write((tx) => tx.put(there.records(tables), [table.name], updated));
    return describe(updated, there);
  },
);

export const DescribeContinuousBackups = operation('DescribeContinuousBackups', ({ TableName }, ctx) => {
  const { there, table } = findWholeTable(TableName, ctx);
  return describe(table, there);
});
