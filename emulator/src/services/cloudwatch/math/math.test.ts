// Metric math: the tables of the guide as data, and expressions that are refused.
import { expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { MathError } from './math-error.ts';
import { parseExpression } from './parse.ts';
import { isSeries, type Series, type Value, Workspace } from './series.ts';

type Row = readonly (number | '-')[];

const PERIOD_MS = 60_000;

function run(text: string, rows: Readonly<Record<string, Row>>, length: number): Value {
  const work = new Workspace({ startMs: 0, periodMs: PERIOD_MS, length });
  const all = new Map(
    Object.entries(rows).map(([id, row]) => [id, work.series((at) => (row[at] === '-' ? Number.NaN : (row[at] as number)))]),
  );
  const series = (id: string): Series => {
    const found = all.get(id);
    if (!found) throw new MathError(`Undefined variable ${id}`);
    return found;
  };
  return evaluate(parseExpression(text), work, {
    named: series,
    metrics: (filter) => [...all].filter(([id]) => filter === undefined || id.includes(filter)).map(([, each]) => each),
    search: () => [],
    band: (each) => [each, each],
    insightRule: () => series('none'),
  });
}

const shown = (value: Value): unknown => (isSeries(value) ? [...value.values].map((each) => (Number.isNaN(each) ? '-' : each)) : value);

const TWO = { metric1: [30, 20, 0, 0], metric2: [20, '-', 20, '-'] } as const;
const THREE = { metric1: [1, 1, 0, 0, '-'], metric2: [30, '-', 0, 0, 30], metric3: [0, 0, 20, '-', 20] } as const;
const GAPS = { m1: [2, 4, '-', 8, 10], m2: [1, 0, 3, 4, 5] } as const;

const CASES: readonly (readonly [string, Readonly<Record<string, Row>>, Row])[] = [
  // The guide's tables of comparisons and of IF.
  ['metric1 < metric2', TWO, [0, 0, 1, 0]],
  ['metric1 >= 30', TWO, [1, 0, 0, 0]],
  ['metric1 > 15 AND metric2 > 15', TWO, [1, 0, 0, 0]],
  ['metric1 > 15 && metric2 > 15', TWO, [1, 0, 0, 0]],
  ['metric1 > 25 || metric2 > 15', TWO, [1, 0, 1, 0]],
  ['IF(metric1, metric2, metric3)', THREE, [30, 0, 20, '-', '-']],
  ['IF(metric1, 5, metric3)', THREE, [5, 5, 20, '-', '-']],
  ['IF(metric1, metric2, 5)', THREE, [30, 0, 5, 5, '-']],
  // Arithmetic: a missing point of one side counts 0, a division by 0 has no point.
  ['m1 / m2', GAPS, [2, '-', 0, 2, 2]],
  ['5 * m2 + 1', GAPS, [6, 1, 16, 21, 26]],
  ['-m2 ^ 2', { m2: [3] }, [-9]],
  ['2 ^ 3 ^ 2 + 0 * m2', { m2: [3] }, [512]],
  ['m1 - AVG(m1)', { m1: [1, 2, 3] }, [-1, 0, 1]],
  ['m2/PERIOD(m2)', { m2: [60] }, [1]],
  // Series and lists.
  ['SUM([m1, m2])', GAPS, [3, 4, 3, 12, 15]],
  ['SUM(METRICS("2"))', GAPS, [1, 0, 3, 4, 5]],
  ['SUM(METRICS())', GAPS, [3, 4, 3, 12, 15]],
  ['MAX(METRICS())', GAPS, [2, 4, 3, 8, 10]],
  ['DATAPOINT_COUNT(METRICS())', GAPS, [2, 2, 1, 2, 2]],
  ['TIME_SERIES(MAX(m1))', GAPS, [10, 10, 10, 10, 10]],
  ['IF(FIRST(SORT(METRICS(), AVG, DESC)) > 5, 1, 0)', GAPS, [0, 0, '-', 1, 1]],
  ['SLICE(SORT(METRICS(), MAX, ASC), 0)', GAPS, [1, 0, 3, 4, 5]],
  ['LAST(METRICS())', GAPS, [1, 0, 3, 4, 5]],
  // Along a series.
  ['FILL(m1, 0)', GAPS, [2, 4, 0, 8, 10]],
  ['FILL(m1, REPEAT)', GAPS, [2, 4, 4, 8, 10]],
  ['FILL(m1, LINEAR)', GAPS, [2, 4, 6, 8, 10]],
  ['FILL(m1, m2)', GAPS, [2, 4, 3, 8, 10]],
  ['RUNNING_SUM(m2)', GAPS, [1, 1, 4, 8, 13]],
  ['DIFF(m2)', GAPS, ['-', -1, 3, 1, 1]],
  ['DIFF_TIME(m1)', GAPS, ['-', 60, '-', 120, 60]],
  ['RATE(m2) * 60', GAPS, ['-', -1, 3, 1, 1]],
  ['MINUTE(m1)', { m1: [9, '-', 9] }, [0, 1, 2]],
  ['ABS(m1) + CEIL(m1) + FLOOR(m1)', { m1: [-1.5] }, [-1.5]],
  ['LOG10(m1)', { m1: [100, 0, '-'] }, [2, '-', '-']],
];

it.each(CASES)('%s', (text, rows, wanted) => expect(shown(run(text, rows, wanted.length))).toEqual(wanted));

it('gives numbers for one series, and counts the series of a list', () => {
  expect(run('METRIC_COUNT(METRICS())', GAPS, 5)).toBe(2);
  expect(run('STDDEV(m1)', { m1: [2, 4] }, 2)).toBe(1);
  expect(run('METRIC_COUNT(REMOVE_EMPTY(METRICS()))', { m1: ['-'], m2: [1] }, 1)).toBe(1);
});

it.each([
  'm9 + 1',
  'FOO(m1)',
  'm1 +',
  'm1 m2',
  'SUM(m1, m2)',
  "m1 + 'text'",
  'SERVICE_QUOTA(m1)',
  'SORT(METRICS(), P90, ASC)',
  'FIRST(REMOVE_EMPTY(SLICE(METRICS(), 0, 0)))',
  `${'('.repeat(500)}m1${')'.repeat(500)}`,
  `${'m1+'.repeat(2000)}m1`,
])('refuses %.30s', (text) => expect(() => run(text, GAPS, 5)).toThrow(MathError));

it('refuses what would compute too many values, before it does', () => {
  const text = Array.from({ length: 400 }, () => 'm1').join('+');
  expect(() => run(text, { m1: [1] }, 100_000)).toThrow(/too many values/);
});
