// The functions of metric math, by name.
import { along, fill } from './along.ts';
import { FOLDS, fold } from './folds.ts';
import { choose, first, last, listOf, slice, sort } from './lists.ts';
import { MathError } from './math-error.ts';
import { mapValue } from './operators.ts';
import { isList, isSeries, present, type Series, type Value, type Workspace } from './series.ts';

/** The sources of an expression besides its operands. */
export interface MathHost {
  /** The result of a query, by its id. @throws MathError if no query has it */
  named(id: string): Value;
  /** The metrics of the request, in its order; with a filter those whose id contains it. */
  metrics(filter?: string): readonly Series[];
  search(query: string, statistic: string, period: number | undefined): readonly Series[];
  /** The upper and the lower bound of what is expected. */
  band(series: Series, width: number): readonly [Series, Series];
  insightRule(rule: string, metric: string): Series;
}

type Run = (values: readonly Value[], work: Workspace, host: MathHost) => Value;
interface MathFunction {
  readonly least: number;
  readonly most: number;
  readonly run: Run;
}

const takes = (least: number, most: number, run: Run): MathFunction => ({ least, most, run });

const each = (name: string, apply: (value: number) => number): [string, MathFunction] => [
  name,
  takes(1, 1, ([value], work) => mapValue(value!, apply, name, work)),
];
const ofTime = (name: string, apply: (date: Date) => number): [string, MathFunction] => [
  name,
  takes(1, 1, (_values, work) => work.series((at) => apply(new Date(work.timeMs(at))))),
];
const text = (value: Value | undefined, name: string): string => {
  if (typeof value === 'object' && 'text' in value) return value.text;
  throw new MathError(`${name} takes text in quotes there`);
};

function period([value]: readonly Value[]): number {
  const [found] = isList(value) ? value : isSeries(value) ? [value] : [];
  if (found) return found.period;
  throw new MathError('PERIOD takes a time series');
}

function band([value, width = 2]: readonly Value[], host: MathHost): Value {
  if (!isSeries(value) || typeof width !== 'number' || width <= 0)
    throw new MathError('ANOMALY_DETECTION_BAND takes one time series, and a number of deviations');
  return host.band(value, width);
}

const QUOTA = 'SERVICE_QUOTA is not emulated: there are no quotas of an account here';

const FUNCTIONS: ReadonlyMap<string, MathFunction> = new Map<string, MathFunction>([
  each('ABS', Math.abs),
  each('CEIL', Math.ceil),
  each('FLOOR', Math.floor),
  each('LOG', Math.log),
  each('LOG10', Math.log10),
  ...Object.keys(FOLDS).map((name): [string, MathFunction] => [name, takes(1, 1, ([value], work) => fold(name, value!, work))]),
  ...['DIFF', 'DIFF_TIME', 'RATE', 'RUNNING_SUM'].map((name): [string, MathFunction] => [
    name,
    takes(1, 1, ([value], work) => along(name, value!, work)),
  ]),
  ofTime('MINUTE', (date) => date.getUTCMinutes()),
  ofTime('HOUR', (date) => date.getUTCHours()),
  ofTime('DAY', (date) => ((date.getUTCDay() + 6) % 7) + 1),
  ofTime('DATE', (date) => date.getUTCDate()),
  ofTime('MONTH', (date) => date.getUTCMonth() + 1),
  ofTime('YEAR', (date) => date.getUTCFullYear()),
  ofTime('EPOCH', (date) => date.getTime() / 1000),
  ['FILL', takes(2, 2, ([value, by], work) => fill(value!, by, work))],
  ['FIRST', takes(1, 1, ([value]) => first(value))],
  ['LAST', takes(1, 1, ([value]) => last(value))],
  ['SLICE', takes(2, 3, ([value, from, to]) => slice(value, from, to))],
  ['SORT', takes(3, 4, ([value, by, order, count]) => sort(value, by, order, count))],
  ['REMOVE_EMPTY', takes(1, 1, ([value]) => listOf('REMOVE_EMPTY', value).filter((series) => present(series).length > 0))],
  ['METRIC_COUNT', takes(1, 1, ([value]) => listOf('METRIC_COUNT', value).length)],
  ['IF', takes(2, 3, ([condition, yes, no], work) => choose(condition!, yes, no, work))],
  ['PERIOD', takes(1, 1, (values) => period(values))],
  ['TIME_SERIES', takes(1, 1, ([value], work) => (typeof value === 'number' ? work.series(() => value) : value!))],
  ['METRICS', takes(0, 1, ([filter], _work, host) => host.metrics(filter === undefined ? undefined : text(filter, 'METRICS')))],
  [
    'SEARCH',
    takes(2, 3, ([query, statistic, length], _work, host) =>
      host.search(text(query, 'SEARCH'), text(statistic, 'SEARCH'), typeof length === 'number' ? length : undefined),
    ),
  ],
  ['ANOMALY_DETECTION_BAND', takes(1, 2, (values, _work, host) => band(values, host))],
  [
    'INSIGHT_RULE_METRIC',
    takes(2, 2, ([rule, metric], _work, host) => host.insightRule(text(rule, 'INSIGHT_RULE_METRIC'), text(metric, 'INSIGHT_RULE_METRIC'))),
  ],
  [
    'SERVICE_QUOTA',
    takes(1, 1, () => {
      throw new MathError(QUOTA);
    }),
  ],
]);

/** Functions whose results change although no metric does: with the time itself, or with what is logged. */
export const TIME_FUNCTIONS: ReadonlySet<string> = new Set([
  'MINUTE',
  'HOUR',
  'DAY',
  'DATE',
  'MONTH',
  'YEAR',
  'EPOCH',
  'INSIGHT_RULE_METRIC',
]);

export function callFunction(name: string, values: readonly Value[], work: Workspace, host: MathHost): Value {
  const found = FUNCTIONS.get(name);
  if (!found) throw new MathError(`Unsupported function ${name}`);
  if (values.length < found.least || values.length > found.most)
    throw new MathError(`${name} takes ${found.least === found.most ? found.least : `${found.least} to ${found.most}`} arguments`);
  return found.run(values, work, host);
}

export const isFunction = (name: string): boolean => FUNCTIONS.has(name);
