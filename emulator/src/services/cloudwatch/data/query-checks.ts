// Checks of the queries of GetMetricData, alarms and detectors: ids, and either a metric or an expression.
import type { MetricDataQuery } from '#model/cloudwatch';
import { invalid } from '#services/cloudwatch/faults';
import { isFunction } from '#services/cloudwatch/math/functions';
import { MathError } from '#services/cloudwatch/math/math-error';
import { type Expression, namesIn, parseExpression } from '#services/cloudwatch/math/parse';
import { checkedDimensions } from './dimensions.ts';
import { statisticOf } from './statistics.ts';
import { isPeriod } from './window.ts';

const ID = /^[a-z][a-zA-Z0-9_]{0,254}$/;
const INSIGHTS = /^\s*select\s/i;

/** A query with its expression parsed. */
export interface ParsedQuery {
  readonly query: MetricDataQuery;
  readonly expression: Expression | undefined;
}

/** `at`: the member that holds the queries, for messages. @throws Fault ValidationError */
export function checkQueries(queries: readonly MetricDataQuery[], at: string): Map<string, ParsedQuery> {
  const parsed = new Map<string, ParsedQuery>();
  for (const [index, query] of queries.entries()) {
    const where = `${at}.member.${index + 1}`;
    if (!ID.test(query.Id))
      throw invalid(`The value ${query.Id} for parameter ${where}.Id is not matching the expected pattern ^[a-z][a-zA-Z0-9_]*$.`);
    if (parsed.has(query.Id)) throw invalid(`The values for parameter Id in parameter ${at} are not unique.`);
    if ((query.MetricStat === undefined) === (query.Expression === undefined))
      throw invalid(`Exactly one of MetricStat and Expression must be given in ${where}.`);
    if (query.MetricStat) checkMetric(query, where);
    parsed.set(query.Id, { query, expression: query.Expression === undefined ? undefined : parsedExpression(query.Expression, query.Id) });
  }
  for (const { query, expression } of parsed.values()) if (expression) checkNames(query, expression, parsed);
  return parsed;
}

function checkMetric({ MetricStat: stat }: MetricDataQuery, where: string): void {
  const { Metric: metric, Period, Stat } = stat!;
  if (!metric.Namespace || !metric.MetricName)
    throw invalid(`The parameters Namespace and MetricName are required in ${where}.MetricStat.Metric.`);
  if (!isPeriod(Period))
    throw invalid(`The value ${Period} for parameter ${where}.MetricStat.Period must be 1, 5, 10, 20, 30 or a multiple of 60.`);
  if (!statisticOf(Stat)) throw invalid(`The value ${Stat} for parameter ${where}.MetricStat.Stat is not supported.`);
  checkedDimensions(metric.Dimensions, `${where}.MetricStat.Metric`);
}

export const inExpression = (id: string, message: string) => invalid(`Error in expression '${id}': ${message}`);

function parsedExpression(text: string, id: string): Expression {
  if (INSIGHTS.test(text)) throw inExpression(id, 'Metrics Insights queries (SELECT …) are not emulated; use SEARCH');
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof MathError) throw inExpression(id, error.message);
    throw error;
  }
}

const WORDS = new Set(['ASC', 'DESC', 'AVG', 'MIN', 'MAX', 'SUM', 'REPEAT', 'LINEAR']);

function checkNames({ Id }: MetricDataQuery, expression: Expression, all: ReadonlyMap<string, ParsedQuery>): void {
  const { names, calls } = namesIn(expression);
  for (const name of names) if (!WORDS.has(name) && !all.has(name)) throw inExpression(Id, `Undefined variable '${name}'`);
  for (const name of calls) if (!isFunction(name)) throw inExpression(Id, `Unsupported function '${name}'`);
  const reached = new Set<string>();
  const visit = (id: string): void => {
    const { expression } = all.get(id) ?? {};
    for (const name of expression ? namesIn(expression).names : []) {
      if (name === Id) throw inExpression(Id, 'The expression refers to itself');
      if (reached.has(name)) continue;
      reached.add(name);
      visit(name);
    }
  };
  visit(Id);
}
