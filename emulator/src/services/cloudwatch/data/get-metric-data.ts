// GetMetricData: metrics and expressions at once, newest points first unless asked otherwise.
import { type MetricDataResult, operation } from '#model/cloudwatch';
import { invalid, invalidToken, invalidValue } from '#services/cloudwatch/faults';
import { isList, isSeries, type Series } from '#services/cloudwatch/math/series';
import { evaluateQueries, type QueryResult } from './evaluate-queries.ts';
import { dynamicLabel } from './labels.ts';
import { checkQueries, inExpression } from './query-checks.ts';
import { roundedStart } from './window.ts';

/** Limit: queries of a GetMetricData request. */
const MAX_QUERIES = 500;
/** Limit: points of a page of GetMetricData. */
const MAX_POINTS = 100_800;

export const GetMetricData = operation('GetMetricData', async (input, ctx) => {
  const { MetricDataQueries: queries, MaxDatapoints: limit = MAX_POINTS, ScanBy = 'TimestampDescending' } = input;
  const [fromMs, toMs] = [input.StartTime.getTime(), input.EndTime.getTime()];
  if (!(fromMs < toMs)) throw invalid('The parameter StartTime must be less than the parameter EndTime.');
  if (queries.length > MAX_QUERIES) throw invalid(`The collection MetricDataQueries must not have a size greater than ${MAX_QUERIES}.`);
  if (limit < 1 || limit > MAX_POINTS) throw invalidValue(`The parameter MaxDatapoints must be between 1 and ${MAX_POINTS}.`);
  const parsed = checkQueries(queries, 'MetricDataQueries');
  if (!queries.some(isReturned)) throw invalid('At least one of the MetricDataQueries must have ReturnData set to true.');
  const shortest = Math.min(...queries.map(({ MetricStat, Period }) => MetricStat?.Period ?? Period ?? 60));
  if ((toMs - fromMs) / 1000 / shortest > MAX_POINTS * 10) throw invalid('The time range has too many data points: use a longer period.');
  const offset = offsetOf(input.NextToken);
  await ctx.metrics.flush();
  const nowMs = ctx.now();
  const span = { fromMs, toMs, startMs: (period: number) => roundedStart(fromMs, nowMs, period) };
  const results = await evaluateQueries(parsed, span, ctx);
  const shown = queries.filter(isReturned).flatMap(({ Id }) => answersOf(results.get(Id)!, ScanBy === 'TimestampDescending'));
  const { page, next } = pageOf(shown, offset, limit);
  return { MetricDataResults: page, Messages: [], NextToken: next === undefined ? undefined : tokenOf(next) };
});

const isReturned = ({ ReturnData = true }: { ReturnData?: boolean | undefined }): boolean => ReturnData;

interface Answer {
  readonly result: MetricDataResult;
  readonly times: readonly Date[];
  readonly values: readonly number[];
}

function answersOf(found: QueryResult, isDescending: boolean): Answer[] {
  const { query, value, grid, metric, units } = found;
  if (!isSeries(value) && !isList(value)) throw inExpression(query.Id, 'The expression must return a time series');
  const list = isSeries(value) ? [value] : value;
  return list.map((series) => {
    const times: Date[] = [];
    const values: number[] = [];
    const { length } = series.values;
    for (let step = 0; step < length; step++) {
      const at = isDescending ? length - 1 - step : step;
      const value = series.values[at]!;
      if (Number.isNaN(value)) continue;
      times.push(new Date(grid.startMs + at * grid.periodMs));
      values.push(value);
    }
    const multiple = units.length > 1 && query.MetricStat?.Unit === undefined;
    const Messages = multiple ? [{ Code: 'MultipleUnits', Value: `Multiple units returned: '[${units.join(', ')}]'` }] : undefined;
    return { times, values, result: { Id: query.Id, Label: labelOf(query, series, list.length, metric), Messages } };
  });
}

function labelOf({ Id, Label, Expression }: QueryResult['query'], series: Series, count: number, metric: QueryResult['metric']): string {
  if (Label !== undefined) return count > 1 && !Label.includes('${') ? `${Label} ${series.label}` : dynamicLabel(Label, series, metric);
  if (Expression === undefined) return series.label;
  return count > 1 || /^\s*SEARCH/.test(Expression) ? series.label : Id;
}

/** The answers with at most `limit` points, after the first `offset` ones. */
function pageOf(answers: readonly Answer[], offset: number, limit: number): { page: MetricDataResult[]; next: number | undefined } {
  const page: MetricDataResult[] = [];
  let skip = offset;
  let left = limit;
  for (const { result, times, values } of answers) {
    const end = Math.min(values.length, skip + left);
    const isOver = end >= values.length;
    if (end > skip || (values.length === 0 && offset === 0))
      page.push({
        ...result,
        Timestamps: times.slice(skip, end),
        Values: values.slice(skip, end),
        StatusCode: isOver ? 'Complete' : 'PartialData',
      });
    if (!isOver) return { page, next: offset + limit };
    left -= Math.max(0, end - skip);
    skip = Math.max(0, skip - values.length);
  }
  return { page, next: undefined };
}

const tokenOf = (offset: number): string => Buffer.from(`points:${offset}`).toString('base64url');

function offsetOf(token: string | undefined): number {
  if (token === undefined) return 0;
  const found = /^points:(\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  if (found === undefined) throw invalidToken();
  return Number(found);
}
