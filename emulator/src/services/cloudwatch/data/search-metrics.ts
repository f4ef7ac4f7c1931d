// The series that a SEARCH expression finds, with one statistic of each.
import type { Ctx } from '#core/ctx';
import type { UnitSeries } from '#core/metrics/metric-reader';
import { MathError } from '#services/cloudwatch/math/math-error';
import { type Labelled, present, type Series, type Workspace } from '#services/cloudwatch/math/series';
import { defaultLabels } from './labels.ts';
import { readMetric } from './read-series.ts';
import { compileSearch } from './search.ts';
import { statisticOf } from './statistics.ts';

/** Limit: series that a SEARCH expression returns. */
const MAX_FOUND = 500;
/** Limit: characters of a SEARCH expression. */
const MAX_SEARCH = 1024;

/** The values that could be computed in the time that it takes to look at one series, and at one word for it. */
const SERIES_COST = 150;
const TERM_COST = 10;

export function searchMetrics(text: string, statistic: string, work: Workspace, { metrics: { reader }, account, region }: Ctx): Series[] {
  if (text.length > MAX_SEARCH) throw new MathError(`A search can have at most ${MAX_SEARCH} characters`);
  const read = statisticOf(statistic);
  if (!read) throw new MathError(`Unsupported statistic ${statistic}`);
  const { test, namespace, terms } = compileSearch(text);
  const found = new Map<string, UnitSeries>();
  for (const series of reader.list(namespace)) {
    work.spend(SERIES_COST + TERM_COST * terms);
    if (!test(series)) continue;
    found.set(JSON.stringify([series.namespace, series.name, series.dimensionsKey]), series);
    if (found.size > MAX_FOUND) break;
  }
  const metrics = [...found.values()].slice(0, MAX_FOUND);
  const period = work.grid.periodMs / 1000;
  const described = metrics.map((metric): Labelled => ({ ...metric, statistic, period, account, region }));
  const labels = defaultLabels(described);
  return metrics
    .map((metric, at): Series => {
      work.spend(work.grid.length);
      return { values: readMetric(metric, undefined, read, work.grid, reader).values, label: labels[at]!, period, metric: described[at]! };
    })
    .filter((series) => present(series).length > 0);
}
