// GetInsightRuleReport, and the same figures as a series of metric math.
import type { Ctx } from '#core/ctx';
import { nextTurn } from '#lib/next-turn';
import { fault, type InsightRuleMetricDatapoint, operation } from '#model/cloudwatch';
import { invalidValue } from '#services/cloudwatch/faults';
import type { Grid } from '#services/cloudwatch/math/series';
import { insightRules } from '#services/cloudwatch/state';
import { type Contributor, contributionsTo } from './contributions.ts';

/** Limit: spans of time of a report of an insight rule. */
const MAX_SPANS = 1440;
/** Limit: contributors that a report of an insight rule names. */
const MAX_NAMED = 100;

/** The figures of one span of time. */
interface Figures {
  UniqueContributors: number;
  MaxContributorValue: number;
  SampleCount: number;
  Sum: number;
  Minimum: number;
  Maximum: number;
  Average: number;
}
type Figure = keyof Figures;

const FIGURES: ReadonlySet<string> = new Set<Figure>([
  ...(['UniqueContributors', 'MaxContributorValue', 'SampleCount', 'Sum', 'Minimum', 'Maximum', 'Average'] as const),
]);

export const GetInsightRuleReport = operation('GetInsightRuleReport', async (input, ctx) => {
  const { RuleName, StartTime, EndTime, Period, MaxContributorCount: most = 10, Metrics = [], OrderBy: order = 'Sum' } = input;
  const rule = ctx.records(insightRules).get([RuleName]);
  if (!rule) throw fault('ResourceNotFoundException', '', { ResourceType: 'insight-rule', ResourceId: RuleName });
  if (order !== 'Sum' && order !== 'Maximum') throw invalidValue(`The value ${order} for parameter OrderBy must be Sum or Maximum.`);
  if (most < 1 || most > MAX_NAMED)
    throw invalidValue(`The value ${most} for parameter MaxContributorCount must be between 1 and ${MAX_NAMED}.`);
  const unknown = Metrics.find((name) => !FIGURES.has(name));
  if (unknown !== undefined) throw invalidValue(`The value ${unknown} for parameter Metrics is invalid.`);
  const grid = gridOf(StartTime.getTime(), EndTime.getTime(), Period);
  const { labels, contributors } = await contributionsTo(rule, grid, ctx);
  await nextTurn();
  const all = [...contributors.values()];
  const figureOf = ({ sum, most }: Contributor): number => (order === 'Sum' ? sum : most);
  const ranked = all.sort((a, b) => figureOf(b) - figureOf(a)).slice(0, most);
  return {
    KeyLabels: labels,
    AggregationStatistic: order,
    AggregateValue: all.reduce((sum, each) => (order === 'Sum' ? sum + each.sum : Math.max(sum, each.most)), 0),
    ApproximateUniqueCount: all.length,
    Contributors: ranked.map((contributor) => ({
      Keys: contributor.keys,
      ApproximateAggregateValue: figureOf(contributor),
      Datapoints: [...contributor.tallies]
        .sort(([a], [b]) => a - b)
        .map(([at, tally]) => ({ Timestamp: timeOf(at, grid), ApproximateValue: order === 'Sum' ? tally.sum : tally.most })),
    })),
    MetricDatapoints: [...figuresOf(all)]
      .sort(([a], [b]) => a - b)
      .map(
        ([at, figures]): InsightRuleMetricDatapoint => ({
          Timestamp: timeOf(at, grid),
          ...Object.fromEntries(Metrics.map((name) => [name, figures[name as Figure]])),
        }),
      ),
  };
});

const timeOf = (at: number, { startMs, periodMs }: Grid): Date => new Date(startMs + at * periodMs);

function gridOf(fromMs: number, toMs: number, period: number): Grid {
  if (fromMs >= toMs) throw invalidValue('The parameter StartTime must be less than the parameter EndTime.');
  const periodMs = period * 1000;
  const startMs = fromMs - (fromMs % periodMs);
  const length = Math.ceil((toMs - startMs) / periodMs);
  if (length > MAX_SPANS) throw invalidValue(`The time range has ${length} periods, which exceeds the limit of ${MAX_SPANS}.`);
  return { startMs, periodMs, length };
}

/** By the index of the span. */
function figuresOf(contributors: readonly Contributor[]): ReadonlyMap<number, Figures> {
  const spans = new Map<number, Figures>();
  for (const { tallies } of contributors)
    for (const [at, { count, sum, least, most }] of tallies) {
      const figures = spans.get(at);
      if (figures) {
        figures.SampleCount += count;
        figures.Sum += sum;
        figures.UniqueContributors++;
        figures.MaxContributorValue = Math.max(figures.MaxContributorValue, sum);
        figures.Minimum = Math.min(figures.Minimum, least);
        figures.Maximum = Math.max(figures.Maximum, most);
      } else
        spans.set(at, {
          ...{ SampleCount: count, Sum: sum, Average: 0, UniqueContributors: 1 },
          ...{ MaxContributorValue: sum, Minimum: least, Maximum: most },
        });
    }
  for (const figures of spans.values()) figures.Average = figures.Sum / figures.SampleCount;
  return spans;
}

/** One figure of a rule for each time of a grid, NaN where nobody contributed; undefined for a figure that there is not. A rule that does not exist has none. */
export async function ruleSeries(name: string, figure: string, grid: Grid, ctx: Ctx): Promise<Float64Array | undefined> {
  if (!FIGURES.has(figure)) return undefined;
  const values = new Float64Array(grid.length).fill(Number.NaN);
  const rule = ctx.records(insightRules).get([name]);
  if (!rule) return values;
  const { contributors } = await contributionsTo(rule, grid, ctx);
  for (const [at, figures] of figuresOf([...contributors.values()])) values[at] = figures[figure as Figure];
  return values;
}
