// DescribeAlarms, DescribeAlarmsForMetric, DescribeAlarmHistory, DescribeAlarmContributors.

import type { Ctx } from '#core/ctx';
import { dimensionsKey, sortedDimensions } from '#core/metrics/metric-records';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/cloudwatch';
import { alarmName } from '#services/cloudwatch/arns';
import { readDimensions } from '#services/cloudwatch/data/dimensions';
import { invalid, invalidToken } from '#services/cloudwatch/faults';
import { type Alarm, alarms, type HistoryItem, history, parents } from '#services/cloudwatch/state';
import { describeComposite, describeMetric } from './alarm-forms.ts';
import { watchedMetrics } from './alarm-queries.ts';

const { pageOfItems, pageOfRecords } = pager({
  request: ({ NextToken, MaxRecords = 50 }: { NextToken?: string | undefined; MaxRecords?: number | undefined }) => ({
    limit: MaxRecords,
    token: NextToken,
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

const TYPES = { metric: 'MetricAlarm', composite: 'CompositeAlarm' } as const;

export const DescribeAlarms = operation('DescribeAlarms', (input, ctx) => {
  const { AlarmNames: names, AlarmNamePrefix: prefix, AlarmTypes: types = ['MetricAlarm'], StateValue, ActionPrefix } = input;
  if (names && prefix !== undefined) throw invalid('AlarmNames and AlarmNamePrefix cannot be used together.');
  const { ChildrenOfAlarmName: childrenOf, ParentsOfAlarmName: parentsOf } = input;
  if (childrenOf !== undefined || parentsOf !== undefined) return family(childrenOf, parentsOf, ctx);
  // Names find alarms of any kind that was asked for.
  const found = names
    ? [...new Set(names)].flatMap((name) => ctx.records(alarms).get([alarmName(name)]) ?? [])
    : ctx.records(alarms).range([], { startsWith: prefix });
  const kept = found.filter(
    (alarm) =>
      types.includes(TYPES[alarm.kind]) &&
      (StateValue === undefined || alarm.state.value === StateValue) &&
      (ActionPrefix === undefined || actionsOf(alarm).some((action) => action.startsWith(ActionPrefix))),
  );
  const page = pageOfItems(
    [...kept].sort((a, b) => (a.name < b.name ? -1 : 1)),
    ({ name }) => name,
    input,
  );
  return { ...formsOf(page.items, ctx), NextToken: page.NextToken };
});

const actionsOf = ({ okActions, alarmActions, insufficientDataActions }: Frozen<Alarm>): readonly string[] => [
  ...okActions,
  ...alarmActions,
  ...insufficientDataActions,
];

function family(childrenOf: string | undefined, parentsOf: string | undefined, ctx: Ctx) {
  if (childrenOf !== undefined && parentsOf !== undefined)
    throw invalid('ChildrenOfAlarmName and ParentsOfAlarmName cannot be used together.');
  const records = ctx.records(alarms);
  const of = records.get([alarmName((childrenOf ?? parentsOf)!)]);
  if (!of) return formsOf([], ctx);
  const names =
    childrenOf === undefined
      ? ctx
          .records(parents)
          .keys([of.name])
          .map(([, parent]) => parent)
      : of.kind === 'composite'
        ? of.children
        : [];
  return formsOf(
    names.flatMap((name) => records.get([name]) ?? []),
    ctx,
  );
}

const formsOf = (found: readonly Frozen<Alarm>[], ctx: Ctx) => ({
  MetricAlarms: found.flatMap((alarm) => (alarm.kind === 'metric' ? [describeMetric(alarm, ctx)] : [])),
  CompositeAlarms: found.flatMap((alarm) => (alarm.kind === 'composite' ? [describeComposite(alarm, ctx)] : [])),
  LogAlarms: [],
});

export const DescribeAlarmsForMetric = operation('DescribeAlarmsForMetric', (input, ctx) => {
  const key = dimensionsKey(sortedDimensions(readDimensions(input.Dimensions)));
  const statistic = input.Statistic ?? input.ExtendedStatistic;
  const found = ctx.records(alarms).range([]);
  return {
    MetricAlarms: found.flatMap((alarm) => {
      if (alarm.kind !== 'metric') return [];
      const watches = watchedMetrics(alarm).some(
        (metric) =>
          metric.namespace === input.Namespace &&
          metric.name === input.MetricName &&
          dimensionsKey(sortedDimensions(metric.dimensions)) === key &&
          (statistic === undefined || metric.statistic === statistic) &&
          (input.Unit === undefined || metric.unit === input.Unit),
      );
      return watches && (input.Period === undefined || alarm.metric?.period === input.Period) ? [describeMetric(alarm, ctx)] : [];
    }),
  };
});

export const DescribeAlarmHistory = operation('DescribeAlarmHistory', (input, ctx) => {
  const { AlarmName: name, HistoryItemType: type, AlarmTypes: types = ['MetricAlarm'], ScanBy, StartDate, EndDate } = input;
  const keep = (item: Frozen<HistoryItem>): boolean =>
    (name === undefined ? types.includes(TYPES[item.kind]) : item.alarm === name) &&
    (type === undefined || item.type === type) &&
    (StartDate === undefined || item.atMs >= StartDate.getTime()) &&
    (EndDate === undefined || item.atMs <= EndDate.getTime());
  const request = { ...input, MaxRecords: input.MaxRecords ?? 100 };
  const { items, NextToken } = pageOfRecords(ctx.records(history), [], request, { keep, reverse: ScanBy !== 'TimestampAscending' });
  return {
    AlarmHistoryItems: items.map(([, { alarm, kind, atMs, type, summary, data }]) => ({
      AlarmName: alarm,
      AlarmType: TYPES[kind],
      Timestamp: new Date(atMs),
      HistoryItemType: type,
      HistorySummary: summary,
      HistoryData: data,
    })),
    NextToken,
  };
});

/** Contributors belong to alarms on queries of several series, which are not emulated: others have none. */
export const DescribeAlarmContributors = operation('DescribeAlarmContributors', ({ AlarmName }, ctx) => {
  if (!ctx.records(alarms).has([AlarmName])) throw fault('ResourceNotFoundException', '', { ResourceType: 'alarm', ResourceId: AlarmName });
  return { AlarmContributors: [] };
});
