// UpdateTimeToLive and DescribeTimeToLive.
import { operation } from '#model/dynamodb';
import { invalid } from '#services/dynamodb/faults';
import { tables } from '#services/dynamodb/state';
import { findWholeTable } from './find-table.ts';

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
    tx.put(there.records(tables), [table.name], { ...table, timeToLive: { attribute, enabled } });
    there.unschedule(tx, 'dynamodb.expire', [table.name, table.storeId]);
    // Items that are there already are noted or forgotten in the background.
    there.later(tx, enabled ? 'dynamodb.note-expiries' : 'dynamodb.forget-expiries', [table.name, table.storeId], there.now());
  });
  return { TimeToLiveSpecification: { AttributeName: attribute, Enabled: enabled } };
});

export const DescribeTimeToLive = operation('DescribeTimeToLive', ({ TableName }, ctx) => {
  const { timeToLive } = findWholeTable(TableName, ctx).table;
  if (!timeToLive?.enabled) return { TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } };
  return { TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: timeToLive.attribute } };
});
