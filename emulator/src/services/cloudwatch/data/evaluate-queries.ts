// Evaluates queries over a span of time: metrics from the store, expressions from metrics.
import type { Ctx } from '#core/ctx';
import type { MetricPoint } from '#core/metrics/metric-point';
import { nextTurn } from '#lib/next-turn';
import type { MetricDataQuery } from '#model/cloudwatch';
import { ruleSeries } from '#services/cloudwatch/insight-rules/report';
import { evaluate } from '#services/cloudwatch/math/evaluate';
import type { MathHost } from '#services/cloudwatch/math/functions';
import { MathError } from '#services/cloudwatch/math/math-error';
import { namesIn, textCallsIn } from '#services/cloudwatch/math/parse';
import {
  type Grid,
  isList,
  isSeries,
  type Labelled,
  type Series,
  type Spending,
  type Value,
  Workspace,
} from '#services/cloudwatch/math/series';
import { expectedBand } from './band.ts';
import { readDimensions } from './dimensions.ts';
import { defaultLabels } from './labels.ts';
import { inExpression, type ParsedQuery } from './query-checks.ts';
import { readMetric } from './read-series.ts';
import { searchMetrics } from './search-metrics.ts';
import { statisticOf } from './statistics.ts';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  /** The first time of series with that period (seconds). */
  startMs(period: number): number;
}

export interface QueryResult {
  readonly query: MetricDataQuery;
  readonly grid: Grid;
  readonly value: Value;
  /** Absent for expressions. */
  readonly metric?: Labelled | undefined;
  /** Units in which the metric has points; the first was read. */
  readonly units: readonly string[];
  /** The points of a metric, by their index on the grid. */
  readonly points?: ReadonlyMap<number, MetricPoint> | undefined;
}

/** Seconds, for expressions that name no metric and no period. */
const DEFAULT_PERIOD = 300;

export async function evaluateQueries(parsed: ReadonlyMap<string, ParsedQuery>, span: Span, ctx: Ctx): Promise<Map<string, QueryResult>> {
  const evaluation = new Evaluation(parsed, span, ctx);
  await evaluation.readRules();
  for (const [at, id] of [...parsed.keys()].entries()) {
    // A long range of one metric takes as long as others may wait.
    if (at > 0) await nextTurn();
    evaluation.result(id);
  }
  return evaluation.results;
}

class Evaluation {
  readonly results = new Map<string, QueryResult>();
  readonly #parsed: ReadonlyMap<string, ParsedQuery>;
  readonly #span: Span;
  readonly #ctx: Ctx;
  readonly #labels: ReadonlyMap<string, string>;
  readonly #spending: Spending = { computed: 0 };
  /** Figures of insight rules, by rule, figure and period. */
  readonly #rules = new Map<string, Float64Array>();

  constructor(parsed: ReadonlyMap<string, ParsedQuery>, span: Span, ctx: Ctx) {
    this.#parsed = parsed;
    this.#span = span;
    this.#ctx = ctx;
    const metrics = [...parsed.values()].filter(({ query }) => query.MetricStat).map(({ query }) => query);
    const labels = defaultLabels(metrics.map((query) => labelled(query, ctx)));
    this.#labels = new Map(metrics.map(({ Id }, at) => [Id, labels[at]!]));
  }

  /** Adds up what the insight rules count that expressions name: log events are read for it, while expressions are evaluated in one go. */
  async readRules(): Promise<void> {
    for (const [id, { expression }] of this.#parsed)
      for (const [rule = '', figure = ''] of expression ? textCallsIn(expression, 'INSIGHT_RULE_METRIC') : []) {
        const grid = this.#gridOf(this.#periodOf(id));
        const key = ruleKey(rule, figure, grid);
        const values = this.#rules.has(key) ? undefined : await ruleSeries(rule, figure, grid, this.#ctx);
        if (values) this.#rules.set(key, values);
      }
  }

  result(id: string): QueryResult {
    let found = this.results.get(id);
    if (!found) this.results.set(id, (found = this.#evaluate(this.#parsed.get(id)!)));
    return found;
  }

  #evaluate({ query, expression }: ParsedQuery): QueryResult {
    const grid = this.#gridOf(this.#periodOf(query.Id));
    try {
      if (!expression) return this.#readMetric(query, grid);
      const work = new Workspace(grid, this.#spending);
      return { query, grid, units: [], value: evaluate(expression, work, this.#host(work)) };
    } catch (error) {
      if (error instanceof MathError) throw inExpression(query.Id, error.message);
      throw error;
    }
  }

  #readMetric(query: MetricDataQuery, grid: Grid): QueryResult {
    const { Metric, Stat, Unit } = query.MetricStat!;
    new Workspace(grid, this.#spending).spend(grid.length);
    const there = query.AccountId === undefined ? this.#ctx : this.#ctx.in({ account: query.AccountId });
    const identity = { namespace: Metric.Namespace!, name: Metric.MetricName!, dimensions: readDimensions(Metric.Dimensions) };
    const { values, units, points } = readMetric(identity, Unit, statisticOf(Stat)!, grid, there.metrics.reader);
    const value: Series = { values, label: this.#labels.get(query.Id)!, period: grid.periodMs / 1000 };
    return { query, grid, value, units, metric: labelled(query, this.#ctx), points };
  }

  #host(work: Workspace): MathHost {
    return {
      named: (id) => this.#onGrid(this.result(id), work),
      metrics: (filter) =>
        [...this.#parsed.values()]
          .filter(({ query }) => query.MetricStat && (filter === undefined || query.Id.includes(filter)))
          .map(({ query }) => this.#onGrid(this.result(query.Id), work) as Series),
      search: (text, statistic, period) => {
        const grid = period === undefined ? work.grid : this.#gridOf(period);
        const found = searchMetrics(text, statistic, new Workspace(grid, this.#spending), this.#ctx);
        return found.map((series) => moved(series, grid, work));
      },
      band: (series, width) => expectedBand(series, width, work),
      insightRule: (rule, figure) => {
        const values = this.#rules.get(ruleKey(rule, figure, work.grid));
        if (!values) throw new MathError(`INSIGHT_RULE_METRIC has no metric '${figure}'`);
        return work.series((at) => values[at]!, { label: `${rule} ${figure}` });
      },
    };
  }

  #onGrid({ value, grid }: QueryResult, work: Workspace): Value {
    if (grid.periodMs === work.grid.periodMs) return value;
    if (isSeries(value)) return moved(value, grid, work);
    return isList(value) ? value.map((series) => moved(series, grid, work)) : value;
  }

  #gridOf(period: number): Grid {
    const startMs = this.#span.startMs(period);
    const length = Math.max(0, Math.ceil((this.#span.toMs - startMs) / (period * 1000)));
    return { startMs, periodMs: period * 1000, length };
  }

  /** Seconds: its own, or the longest of the metrics that an expression names. */
  #periodOf(id: string): number {
    const { query, expression } = this.#parsed.get(id)!;
    const own = query.MetricStat?.Period ?? query.Period;
    if (own !== undefined || !expression) return own ?? DEFAULT_PERIOD;
    const { names, calls } = namesIn(expression);
    const named = [...names].filter((name) => this.#parsed.has(name));
    const all = calls.has('METRICS') ? [...this.#parsed.values()].filter(({ query }) => query.MetricStat).map(({ query }) => query.Id) : [];
    const periods = [...named, ...all].map((name) => this.#periodOf(name));
    return periods.length === 0 ? DEFAULT_PERIOD : Math.max(...periods);
  }
}

const ruleKey = (rule: string, figure: string, { periodMs }: Grid): string => JSON.stringify([rule, figure, periodMs]);

/** The values of a series of another period at the times of the grid. */
function moved(series: Series, from: Grid, work: Workspace): Series {
  return work.series((at) => {
    const index = (work.timeMs(at) - from.startMs) / from.periodMs;
    return Number.isInteger(index) ? (series.values[index] ?? Number.NaN) : Number.NaN;
  }, series);
}

const labelled = ({ MetricStat, AccountId }: MetricDataQuery, ctx: Ctx): Labelled => ({
  namespace: MetricStat!.Metric.Namespace!,
  name: MetricStat!.Metric.MetricName!,
  dimensions: readDimensions(MetricStat!.Metric.Dimensions),
  statistic: MetricStat!.Stat,
  period: MetricStat!.Period,
  account: AccountId ?? ctx.account,
  region: ctx.region,
});
