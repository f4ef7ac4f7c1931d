// Anomaly detectors: kept as they were put. Nothing is trained: ANOMALY_DETECTION_BAND computes its band from the points of the range that is read.
import { createHash } from 'node:crypto';
import { dimensionsKey, sortedDimensions } from '#core/metrics/metric-records';
import { pager } from '#core/pager';
import type { Frozen } from '#core/records';
import { type AnomalyDetector as DetectorForm, fault, operation } from '#model/cloudwatch';
import { readDimensions, showDimensions } from './data/dimensions.ts';
import { checkQueries } from './data/query-checks.ts';
import { statisticOf } from './data/statistics.ts';
import { invalidCombination, invalidToken, invalidValue, missingParameter } from './faults.ts';
import { type AnomalyDetector, anomalyDetectors, type DetectedMetric } from './state.ts';

interface DetectorInput {
  readonly Namespace?: string | undefined;
  readonly MetricName?: string | undefined;
  readonly Dimensions?: DetectorForm['Dimensions'];
  readonly Stat?: string | undefined;
  readonly SingleMetricAnomalyDetector?: DetectorForm['SingleMetricAnomalyDetector'];
  readonly MetricMathAnomalyDetector?: DetectorForm['MetricMathAnomalyDetector'];
}

export const PutAnomalyDetector = operation('PutAnomalyDetector', (input, ctx) => {
  const of = readTarget(input);
  const { ExcludedTimeRanges, MetricTimezone: timezone } = input.Configuration ?? {};
  const excluded = ExcludedTimeRanges?.map(({ StartTime, EndTime }) => {
    if (StartTime >= EndTime) throw invalidValue('The StartTime of an excluded time range must be before its EndTime.');
    return { startMs: StartTime.getTime(), endMs: EndTime.getTime() };
  });
  const detector: AnomalyDetector = { ...of, excluded, timezone, characteristics: input.MetricCharacteristics };
  const id = idOf(of);
  ctx.write((tx) => tx.put(ctx.records(anomalyDetectors), [id], detector));
  return { AnomalyDetectorId: id };
});

export const DeleteAnomalyDetector = operation('DeleteAnomalyDetector', (input, ctx) => {
  const id = input.AnomalyDetectorId ?? idOf(readTarget(input));
  if (!ctx.records(anomalyDetectors).has([id]))
    throw fault('ResourceNotFoundException', '', { ResourceType: 'AWS::CloudWatch::AnomalyDetector', ResourceId: id });
  ctx.write((tx) => tx.delete(ctx.records(anomalyDetectors), [id]));
});

const { pageOfRecords } = pager({
  request: ({ NextToken, MaxResults = 100 }: { NextToken?: string | undefined; MaxResults?: number | undefined }) => ({
    limit: MaxResults,
    token: NextToken,
  }),
  end: (next) => ({ NextToken: next }),
  invalidToken,
});

export const DescribeAnomalyDetectors = operation('DescribeAnomalyDetectors', (input, ctx) => {
  const { AnomalyDetectorTypes: types = ['SINGLE_METRIC'], AnomalyDetectorIds: ids } = input;
  const key = input.Dimensions && keyOf(readDimensions(input.Dimensions));
  const keep = ({ metric }: Frozen<AnomalyDetector>, [id]: readonly string[]): boolean =>
    (ids ? ids.includes(id!) : types.includes(metric ? 'SINGLE_METRIC' : 'METRIC_MATH')) &&
    (input.Namespace === undefined || metric?.namespace === input.Namespace) &&
    (input.MetricName === undefined || metric?.name === input.MetricName) &&
    (key === undefined || (metric !== undefined && keyOf(metric.dimensions) === key));
  const { items, NextToken } = pageOfRecords(ctx.records(anomalyDetectors), [], input, { keep });
  return { AnomalyDetectors: items.map(([key, detector]) => describe(String(key[0]), detector)), NextToken };
});

const keyOf = (dimensions: DetectedMetric['dimensions']): string => dimensionsKey(sortedDimensions(dimensions));

function describe(id: string, { metric, queries, excluded = [], timezone, characteristics }: Frozen<AnomalyDetector>): DetectorForm {
  const single = metric && {
    Namespace: metric.namespace,
    MetricName: metric.name,
    Dimensions: showDimensions(metric.dimensions),
    Stat: metric.statistic,
  };
  return {
    AnomalyDetectorId: id,
    ...single,
    Configuration: {
      ExcludedTimeRanges: excluded.map(({ startMs, endMs }) => ({ StartTime: new Date(startMs), EndTime: new Date(endMs) })),
      MetricTimezone: timezone,
    },
    MetricCharacteristics: characteristics,
    StateValue: 'PENDING_TRAINING',
    SingleMetricAnomalyDetector: single && { ...single, AccountId: metric.account },
    MetricMathAnomalyDetector: queries && { MetricDataQueries: queries as never },
  };
}

type Target = Pick<AnomalyDetector, 'metric' | 'queries'>;

/** The metric or the expression of a detector, given in one of three forms. */
function readTarget(input: DetectorInput): Target {
  const { SingleMetricAnomalyDetector: single, MetricMathAnomalyDetector: math, Namespace, MetricName, Dimensions, Stat } = input;
  const isPlain = Namespace !== undefined || MetricName !== undefined || Stat !== undefined;
  if ([single !== undefined, math !== undefined, isPlain].filter(Boolean).length > 1)
    throw invalidCombination(
      'Only one of SingleMetricAnomalyDetector, MetricMathAnomalyDetector and the members of a metric can be given.',
    );
  if (math) {
    const queries = math.MetricDataQueries ?? [];
    if (queries.length === 0) throw missingParameter('The parameter MetricMathAnomalyDetector.MetricDataQueries is required.');
    checkQueries(queries, 'MetricMathAnomalyDetector.MetricDataQueries');
    return { queries };
  }
  const given = single ?? { Namespace, MetricName, Dimensions, Stat };
  const { Namespace: namespace, MetricName: name, Stat: statistic } = given;
  if (!namespace || !name || !statistic) throw missingParameter('The parameters Namespace, MetricName and Stat are required.');
  if (!statisticOf(statistic)) throw invalidValue(`The value ${statistic} for parameter Stat is invalid.`);
  return { metric: { namespace, name, statistic, dimensions: readDimensions(given.Dimensions), account: single?.AccountId } };
}

/** The same metric or expression has one detector. */
function idOf({ metric, queries }: Target): string {
  const text = JSON.stringify(
    metric ? [metric.namespace, metric.name, metric.statistic, keyOf(metric.dimensions), metric.account] : queries,
  );
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
