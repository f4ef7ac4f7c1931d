// UpdateTimeToLive and DescribeTimeToLive. All tables of a global table have the same expiry.
import { operation } from '#model/dynamodb';
import { findWholeTable } from '#services/dynamodb/catalog/find-table';
import { otherMembers } from '#services/dynamodb/catalog/replication-group';
import { invalid } from '#services/dynamodb/faults';
import { tables } from '#services/dynamodb/state';

export const UpdateTimeToLive = operation('UpdateTimeToLive', ({ TableName, TimeToLiveSpecification: given }, ctx) => {
  const { AttributeName: attribute, Enabled: enabled } = given;
  const { there, table } = findWholeTable(TableName, ctx);
  const present = table.timeToLive;
  if (enabled && present?.enabled && present.attribute !== attribute)
    throw invalid(`TimeToLive is active on a different AttributeName: current AttributeName is ${present.attribute}`);
  if (enabled && present?.enabled) throw invalid('TimeToLive is already enabled');
  if (!enabled && !present?.enabled) throw invalid('TimeToLive is already disabled');
  if (!enabled && present?.attribute !== attribute)
    throw invalid(`TimeToLive is active on a different AttributeName: current AttributeName is ${present?.attribute}`);
  there.write((tx) => {
    for (const { there: region, table: each } of [{ there, table }, ...otherMembers(table, there)]) {
      tx.put(region.records(tables), [each.name], { ...each, timeToLive: { attribute, enabled } });
      region.unschedule(tx, 'dynamodb.expire', [each.name, each.storeId]);
      // Items that are there already are noted or forgotten in the background.
      region.later(tx, enabled ? 'dynamodb.note-expiries' : 'dynamodb.forget-expiries', [each.name, each.storeId], region.now());
    }
  });
  return { TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled } };
});

export const DescribeTimeToLive = operation('DescribeTimeToLive', ({ TableName }, ctx) => {
  const { timeToLive } = findWholeTable(TableName, ctx).table;
  if (!timeToLive?.enabled) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } };
  return { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute } };
});
