// GetMetricStatistics: points of one metric with several statistics; one point per unit.
import { type Datapoint, operation } from '#model/cloudwatch';
import { invalidCombination, invalidValue, missingParameter } from '#services/cloudwatch/faults';
import { readDimensions } from './dimensions.ts';
import { pointsOn } from './read-series.ts';
import { PLAIN_STATISTICS, type Statistic, statisticOf } from './statistics.ts';
import { isPeriod, roundedStart } from './window.ts';

/** Limit: points of a GetMetricStatistics answer. */
const MAX_POINTS = 1440;

export const GetMetricStatistics = operation('GetMetricStatistics', async (input, ctx) => {
  const { Namespace: namespace, MetricName: name, Period: period, Unit } = input;
  const { Statistics = [], ExtendedStatistics = [] } = input;
  const [fromMs, toMs] = [input.StartTime.getTime(), input.EndTime.getTime()];
  if (!(fromMs < toMs)) throw invalidValue('The parameter StartTime must be less than the parameter EndTime.');
  if (Statistics.length + ExtendedStatistics.length === 0)
    throw missingParameter('At least one of the parameters Statistics and ExtendedStatistics must be specified.');
  if (Statistics.length > 0 && ExtendedStatistics.length > 0)
    throw invalidCombination('The parameters Statistics and ExtendedStatistics are mutually exclusive and you have specified both.');
  if (!isPeriod(period)) throw invalidValue(`The parameter Period must be 1, 5, 10, 20, 30 or a multiple of 60.`);
  const asked = Math.ceil((toMs - fromMs) / 1000 / period);
  if (asked > MAX_POINTS)
    throw invalidCombination(
      `You have requested up to ${asked} datapoints, which exceeds the limit of ${MAX_POINTS}. You may reduce the datapoints requested by increasing Period, or decreasing the time range.`,
    );
  const plain = Statistics.map((each) => [each, compiled(each)] as const);
  const extended = ExtendedStatistics.map((each) => [each, compiled(each)] as const);
  await ctx.metrics.flush();
  const startMs = roundedStart(fromMs, ctx.now(), period);
  const grid = { startMs, periodMs: period * 1000, length: Math.max(1, Math.ceil((toMs - startMs) / (period * 1000))) };
  const metric = { namespace, name, dimensions: readDimensions(input.Dimensions) };
  const { reader } = ctx.metrics;
  const points = reader
    .unitsOf(metric)
    .filter(({ unit }) => Unit === undefined || unit === Unit)
    .flatMap((series) => [...pointsOn(series, grid, reader)].map(([at, point]) => ({ at, point, unit: series.unit })))
    .sort((a, b) => a.at - b.at);
  const Datapoints = points.map(({ at, point, unit }): Datapoint => {
    const more = Object.fromEntries(
      extended.flatMap(([each, statistic]) => (statistic(point) === undefined ? [] : [[each, statistic(point)!]])),
    );
    return {
      Timestamp: new Date(startMs + at * grid.periodMs),
      ...Object.fromEntries(plain.map(([each, statistic]) => [each, statistic(point)])),
      Unit: unit,
      ExtendedStatistics: extended.length > 0 ? more : undefined,
    };
  });
  return { Label: name, Datapoints };
});

function compiled(name: string): Statistic {
  const statistic = statisticOf(name);
  if (!statistic)
    throw invalidValue(
      `The value ${name} for parameter ${PLAIN_STATISTICS.includes(name) ? 'Statistics' : 'ExtendedStatistics'} is invalid.`,
    );
  return statistic;
}
