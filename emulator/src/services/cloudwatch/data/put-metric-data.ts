// PutMetricData: values, values with counts, or statistics; of now, the last two weeks or the next two hours.
import type { MetricDatum } from '#core/metrics/metric-datum';
import { type MetricPoint, pointOf, pointOfOne } from '#core/metrics/metric-point';
import { type MetricDatum as GivenDatum, operation } from '#model/cloudwatch';
import { invalidCombination, invalidValue, missingParameter } from '#services/cloudwatch/faults';
import { checkedDimensions } from './dimensions.ts';

/** Limit: metrics of a PutMetricData request. */
const MAX_METRICS = 1000;
/** Limit: values of one metric in a PutMetricData request. */
const MAX_VALUES = 150;
/** Limit: greatest value of a metric; the least is its negative. */
const MAX_VALUE = 2 ** 360;
/** Limit: dimensions of a metric. */
const MAX_DIMENSIONS = 30;
const DAY_MS = 86_400_000;

export const PutMetricData = operation('PutMetricData', ({ Namespace: namespace, MetricData = [], EntityMetricData = [] }, ctx) => {
  if (/^AWS\//i.test(namespace)) throw invalidValue(`The value ${namespace} for parameter Namespace is invalid.`);
  if (namespace.startsWith(':')) throw invalidValue(`The value ${namespace} for parameter Namespace is invalid.`);
  const given = [
    ...MetricData.map((datum, at) => [datum, `MetricData.member.${at + 1}`] as const),
    ...EntityMetricData.flatMap(({ MetricData: data = [] }, entity) =>
      data.map((datum, at) => [datum, `EntityMetricData.member.${entity + 1}.MetricData.member.${at + 1}`] as const),
    ),
  ];
  if (given.length === 0) throw missingParameter('The parameter MetricData is required.');
  if (given.length > MAX_METRICS) throw invalidValue(`The collection MetricData must not have a size greater than ${MAX_METRICS}.`);
  const nowMs = ctx.now();
  const data = given.map(([datum, at]) => readDatum(datum, namespace, nowMs, at));
  ctx.write((tx) => ctx.metrics.write(data, tx));
});

function readDatum(given: GivenDatum, namespace: string, nowMs: number, at: string): MetricDatum {
  const { MetricName: name, Unit: unit = 'None', StorageResolution: resolution = 60, Timestamp } = given;
  if ((given.Dimensions?.length ?? 0) > MAX_DIMENSIONS)
    throw invalidValue(`The collection ${at}.Dimensions must not have a size greater than ${MAX_DIMENSIONS}.`);
  const dimensions = checkedDimensions(given.Dimensions, at);
  if (resolution !== 1 && resolution !== 60)
    throw invalidValue(`The value ${resolution} for parameter ${at}.StorageResolution is invalid.`);
  const atMs = Timestamp?.getTime() ?? nowMs;
  if (!(atMs >= nowMs - 14 * DAY_MS)) throw invalidValue(`The parameter ${at}.Timestamp must specify a time within the past two weeks.`);
  if (atMs > nowMs + DAY_MS / 12)
    throw invalidValue(`The parameter ${at}.Timestamp must specify a time no more than two hours in the future.`);
  return { namespace, name, dimensions, unit, resolution, atMs, point: readPoint(given, at) };
}

function readPoint({ Value, Values, Counts, StatisticValues }: GivenDatum, at: string): MetricPoint {
  const both = (a: string, b: string) =>
    invalidCombination(`The parameters ${at}.${a} and ${at}.${b} are mutually exclusive and you have specified both.`);
  if (Value !== undefined && Values !== undefined) throw both('Value', 'Values');
  if (Value !== undefined && StatisticValues !== undefined) throw both('Value', 'StatisticValues');
  if (Values !== undefined && StatisticValues !== undefined) throw both('Values', 'StatisticValues');
  if (StatisticValues) {
    const { SampleCount: count, Sum: sum, Minimum: minimum, Maximum: maximum } = StatisticValues;
    for (const [name, value] of Object.entries({ SampleCount: count, Sum: sum, Minimum: minimum, Maximum: maximum }))
      checkNumber(value, `${at}.StatisticValues.${name}`);
    if (count <= 0) throw invalidValue(`The value ${count} for parameter ${at}.StatisticValues.SampleCount is invalid.`);
    if (minimum > maximum)
      throw invalidValue(`The parameter ${at}.StatisticValues.Maximum must be greater than ${at}.StatisticValues.Minimum.`);
    return { count, sum, minimum, maximum };
  }
  if (Values) return readValues(Values, Counts, at);
  if (Value === undefined) throw missingParameter(`The parameter ${at}.Value, ${at}.Values or ${at}.StatisticValues is required.`);
  checkNumber(Value, `${at}.Value`);
  return pointOfOne(Value);
}

function readValues(values: readonly number[], counts: readonly number[] | undefined, at: string): MetricPoint {
  if (values.length > MAX_VALUES) throw invalidValue(`The collection ${at}.Values must not have a size greater than ${MAX_VALUES}.`);
  if (values.length === 0) throw missingParameter(`The parameter ${at}.Values is required.`);
  if (counts !== undefined && counts.length !== values.length)
    throw invalidValue(`The parameters ${at}.Values and ${at}.Counts must be of the same size.`);
  for (const [index, value] of values.entries()) checkNumber(value, `${at}.Values.member.${index + 1}`);
  for (const [index, count] of (counts ?? []).entries()) {
    checkNumber(count, `${at}.Counts.member.${index + 1}`);
    if (count <= 0) throw invalidValue(`The value ${count} for parameter ${at}.Counts.member.${index + 1} is invalid.`);
  }
  return pointOf(values, counts);
}

function checkNumber(value: number, at: string): void {
  if (!Number.isFinite(value) || Math.abs(value) > MAX_VALUE) throw invalidValue(`The value ${value} for parameter ${at} is invalid.`);
}
