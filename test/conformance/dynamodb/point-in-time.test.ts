// Point-in-time recovery: tables as they were at any second, and what is kept of a table that is deleted.
import { describe, expect, it } from 'vitest';
import { tableOf, useTables } from '../../support/use-tables.ts';

const fixture = useTables();
const settle = () => fixture.emulator.idle();
const clock = () => fixture.emulator.clock;
const put = (TableName: string, id: string, n: number) => fixture.put(TableName, { id: { S: id }, n: { N: `${n}` } });
const rows = async (TableName: string) => {
  const { Items = [] } = await fixture.db.scan({ TableName });
  return Items.map(({ id, n }) => `${id!.S}=${n!.N}`).sort();
};
const recover = (TableName: string, PointInTimeRecoveryEnabled: boolean, RecoveryPeriodInDays?: number) =>
  fixture.db.updateContinuousBackups({ TableName, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled, RecoveryPeriodInDays } });
const restoreTo = async (SourceTableName: string, TargetTableName: string, RestoreDateTime: Date) => {
  await fixture.db.restoreTableToPointInTime({ SourceTableName, TargetTableName, RestoreDateTime });
  await settle();
  return rows(TargetTableName);
};

describe('point-in-time recovery', () => {
  it('restores a table as it was at each second', async () => {
    await fixture.db.createTable(tableOf('diary', ['id:S']));
    await put('diary', 'old', 0);
    await recover('diary', true);
    const seconds: { at: Date; rows: string[] }[] = [];
    for (let second = 1; second <= 6; second++) {
      await clock().advance('1s');
      await put('diary', 'counter', second);
      if (second === 2) await put('diary', 'old', 2);
      if (second === 4) await fixture.db.deleteItem({ TableName: 'diary', Key: { id: { S: 'old' } } });
      if (second === 5) await fixture.db.createBackup({ TableName: 'diary', BackupName: 'between' });
      await put('diary', `new${second}`, second);
      seconds.push({ at: new Date(clock().now()), rows: await rows('diary') });
    }
    await clock().advance('10m');
    await put('diary', 'counter', 99);
    await clock().advance('10m');
    for (const [index, { at, rows: then }] of seconds.entries()) expect(await restoreTo('diary', `then-${index}`, at)).toEqual(then);
    await fixture.db.restoreTableToPointInTime({ SourceTableName: 'diary', TargetTableName: 'latest', UseLatestRestorableTime: true });
    await settle();
    expect(await rows('latest')).toEqual(await rows('diary'));
  });

  it('goes back to when it was enabled, no further than its period, and says so', async () => {
    const TableName = 'diary';
    const { ContinuousBackupsDescription } = await recover(TableName, true, 1);
    const recovery = ContinuousBackupsDescription!.PointInTimeRecoveryDescription!;
    expect(recovery).toMatchObject({ PointInTimeRecoveryStatus: 'ENABLED', RecoveryPeriodInDays: 1 });
    const tooEarly = new Date(recovery.EarliestRestorableDateTime!.getTime() - 60_000);
    await expect(restoreTo(TableName, 'early', tooEarly)).rejects.toMatchObject({
      name: 'InvalidRestoreTimeException',
      message: expect.stringContaining('must be within EarliestRestorableDateTime'),
    });
    await clock().advance('3d');
    const moved = (await fixture.db.describeContinuousBackups({ TableName })).ContinuousBackupsDescription!.PointInTimeRecoveryDescription!;
    expect(moved.EarliestRestorableDateTime!.getTime()).toBe(Math.floor((clock().now() - 86_400_000) / 1000) * 1000);
    expect(await restoreTo(TableName, 'moved', moved.EarliestRestorableDateTime!)).toContain('counter=99');
    await recover(TableName, false);
    await expect(restoreTo(TableName, 'disabled', new Date(clock().now()))).rejects.toMatchObject({
      name: 'PointInTimeRecoveryUnavailableException',
      message: "Point in time recovery is not enabled for table 'diary'",
    });
  });

  it('leaves backups what they are when it is enabled and disabled between changes', async () => {
    const TableName = 'mixed';
    await fixture.db.createTable(tableOf(TableName, ['id:S']));
    await put(TableName, 'x', 1);
    await put(TableName, 'y', 1);
    const { BackupDetails } = await fixture.db.createBackup({ TableName, BackupName: 'one' });
    await recover(TableName, true);
    await clock().advance('1s');
    await put(TableName, 'x', 2);
    await recover(TableName, false);
    await settle();
    await put(TableName, 'x', 3);
    await put(TableName, 'y', 3);
    await fixture.db.restoreTableFromBackup({ BackupArn: BackupDetails!.BackupArn, TargetTableName: 'mixed-then' });
    await settle();
    expect(await rows('mixed-then')).toEqual(['x=1', 'y=1']);
  });

  it('keeps a backup of a table that is deleted, for 35 days', async () => {
    const TableName = 'precious';
    await fixture.db.createTable(tableOf(TableName, ['id:S']));
    await recover(TableName, true);
    await put(TableName, 'x', 1);
    await fixture.db.deleteTable({ TableName });
    await settle();
    const { BackupSummaries } = await fixture.db.listBackups({ TableName, BackupType: 'ALL' });
    expect(BackupSummaries).toMatchObject([{ BackupName: 'precious$DeletedTableBackup', BackupType: 'SYSTEM' }]);
    const BackupArn = BackupSummaries![0]!.BackupArn!;
    await expect(fixture.db.deleteBackup({ BackupArn })).rejects.toThrow(/not allowed to delete the system backup/);
    await fixture.db.restoreTableFromBackup({ BackupArn, TargetTableName: TableName });
    await settle();
    expect(await rows(TableName)).toEqual(['x=1']);
    await clock().advance('36d');
    await settle();
    expect((await fixture.db.listBackups({ TableName, BackupType: 'ALL' })).BackupSummaries).toEqual([]);
  });

  it.each([
    [{ UseLatestRestorableTime: true, RestoreDateTime: new Date(0) }, /Both RestoreDateTime and UseLatestRestorableTime cannot be set/],
    [{}, /Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both/],
    [{ UseLatestRestorableTime: true, SourceTableName: 'nowhere' }, /Table not found: nowhere/],
  ])('refuses %j', async (given, message) => {
    const input = { SourceTableName: 'diary', TargetTableName: 'refused', ...given };
    await expect(fixture.db.restoreTableToPointInTime(input)).rejects.toThrow(message);
  });
});
