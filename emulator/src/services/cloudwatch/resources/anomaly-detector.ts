// AWS::CloudWatch::AnomalyDetector
import { crudType } from '#core/resources/crud-type';
import { flag, number, text } from '#core/resources/resource-properties';
import { each, must, requiredNumber, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { GONE, unlessEmpty } from './alarm-parts.ts';

const dimensions = each(must(shape({ Name: requiredText, Value: requiredText })));
const single = shape({ AccountId: text, Namespace: text, MetricName: text, Dimensions: dimensions, Stat: text });
const metric = must(shape({ Namespace: text, MetricName: text, Dimensions: dimensions }));
const stat = shape({ Metric: metric, Period: requiredNumber, Stat: requiredText, Unit: text });
const query = must(
  shape({ Id: requiredText, Expression: text, Label: text, MetricStat: stat, Period: number, ReturnData: flag, AccountId: text }),
);
const math = shape({ MetricDataQueries: each(query) });
/** Templates give times without a zone, in UTC: `2019-07-01T23:59:59`. */
const time = must((value: Parameters<typeof text>[0]) => new Date(`${text(value)!.replace(/Z$/, '')}Z`));
const configuration = shape({ MetricTimeZone: text, ExcludedTimeRanges: each(must(shape({ StartTime: time, EndTime: time }))) });
const characteristics = shape({ PeriodicSpikes: flag });

const EITHER = ['SINGLE_METRIC', 'METRIC_MATH'] as const;
const shownTime = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, '');

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: GONE,
  properties: {
    ...{ Namespace: text, MetricName: text, Stat: text, Dimensions: dimensions },
    ...{ Configuration: configuration, MetricCharacteristics: characteristics },
    ...{ SingleMetricAnomalyDetector: single, MetricMathAnomalyDetector: math },
  },
  create: async (_id, { Configuration, ...given }, _properties, ctx) => {
    const { MetricTimeZone, ...ranges } = Configuration ?? {};
    const { AnomalyDetectorId } = await ctx.call('cloudwatch', 'PutAnomalyDetector', {
      ...given,
      Configuration: Configuration && { MetricTimezone: MetricTimeZone, ...ranges },
    });
    return AnomalyDetectorId!;
  },
  idOf: (id) => id,
  update: (_id, { Configuration, ...given }, _change, ctx) => {
    const { MetricTimeZone, ...ranges } = Configuration ?? {};
    return ctx.call('cloudwatch', 'PutAnomalyDetector', { ...given, Configuration: { MetricTimezone: MetricTimeZone, ...ranges } });
  },
  delete: (AnomalyDetectorId, _properties, ctx) => ctx.call('cloudwatch', 'DeleteAnomalyDetector', { AnomalyDetectorId }),
  find: async (id, _properties, ctx) =>
    (await ctx.call('cloudwatch', 'DescribeAnomalyDetectors', { AnomalyDetectorIds: [id], AnomalyDetectorTypes: EITHER }))
      .AnomalyDetectors?.[0],
  shown: ({ SingleMetricAnomalyDetector: found, Configuration: kept, MetricMathAnomalyDetector }, given) => {
    // A read by the id alone does not know in which form a template gave the metric: it tells both.
    const [isSingle, isPlain] = [given.SingleMetricAnomalyDetector !== undefined, given.Namespace !== undefined];
    const plain = found && {
      Namespace: found.Namespace,
      MetricName: found.MetricName,
      Stat: found.Stat,
      Dimensions: unlessEmpty(found.Dimensions),
    };
    return {
      ...(isSingle ? { Namespace: undefined, MetricName: undefined, Stat: undefined, Dimensions: undefined } : plain),
      SingleMetricAnomalyDetector: found && !isPlain ? { AccountId: found.AccountId, ...plain } : undefined,
      MetricMathAnomalyDetector,
      Configuration:
        kept?.MetricTimezone === undefined && !kept?.ExcludedTimeRanges?.length
          ? undefined
          : {
              MetricTimeZone: kept.MetricTimezone,
              ExcludedTimeRanges: kept.ExcludedTimeRanges?.map(({ StartTime, EndTime }) => ({
                StartTime: shownTime(StartTime),
                EndTime: shownTime(EndTime),
              })),
            },
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('cloudwatch', 'DescribeAnomalyDetectors', { NextToken, AnomalyDetectorTypes: EITHER }),
  listed: ({ AnomalyDetectors }) => AnomalyDetectors?.map(({ AnomalyDetectorId }) => AnomalyDetectorId),
});
