// Reads the points of a plot.
import { look } from '#api/call.ts';
import type { Scope } from '#api/model.ts';
import type { DrawnPlot, Plot, Query } from './plot.ts';

export const SPANS = [
  ['', 'the last hour'],
  ['180', 'the last 3 hours'],
  ['1440', 'the last day'],
  ['10080', 'the last week'],
] as const;

/** Seconds, by the minutes of a span: at most some three hundred points. */
const periodOf = (minutes: number): number => (minutes <= 180 ? 60 : minutes <= 1440 ? 300 : 3600);

/** `nowMs`: the emulator's time. */
export async function readPlot({ queries }: Plot, minutes: number, nowMs: number, scope: Scope): Promise<DrawnPlot> {
  const period = periodOf(minutes);
  const to = Math.ceil(nowMs / 1000 / period) * period;
  const from = to - minutes * 60;
  const asked = queries.map((query, i): Query => {
    const { MetricStat: stat } = query;
    const at = stat && { ...stat, Period: stat.Period || period };
    return { ...query, Id: query.Id || `q${i}`, ...(at ? { MetricStat: at } : { Period: query.Period ?? period }) };
  });
  const input = { MetricDataQueries: asked, StartTime: from, EndTime: to, ScanBy: 'TimestampAscending' as const };
  const { MetricDataResults = [] } = await look(scope, 'cloudwatch', 'GetMetricData', input);
  const lines = MetricDataResults.map(({ Label = '', Timestamps = [], Values = [] }) => ({
    label: Label,
    points: Timestamps.map((at, i) => [at * 1000, Values[i] ?? 0] as const),
  }));
  const most = Math.max(period, ...asked.map(({ MetricStat, Period = 0 }) => MetricStat?.Period ?? Period));
  return { fromMs: from * 1000, toMs: to * 1000, periodMs: most * 1000, lines };
}
