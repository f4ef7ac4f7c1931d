// Statistics of points: percentiles, trimmed and winsorized means, ranks.
import { expect, it } from 'vitest';
import { type MetricPoint, pointOf } from '#core/metrics/metric-point';
import { statisticOf } from './statistics.ts';

const TEN = pointOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const SET: MetricPoint = { count: 10, sum: 55, minimum: 1, maximum: 10 };

const CASES: readonly (readonly [string, MetricPoint, number | undefined])[] = [
  ['SampleCount', TEN, 10],
  ['Sum', TEN, 55],
  ['Average', TEN, 5.5],
  ['p50', TEN, 5.5],
  ['p100', TEN, 10],
  ['p0', TEN, 1],
  ['p90', pointOf([1, 2], [9, 1]), 1.1],
  ['tm90', TEN, 5],
  ['tc90', TEN, 9],
  ['ts90', TEN, 45],
  ['TM(10%:90%)', TEN, 5.5],
  ['TC(2:5)', TEN, 3],
  ['TS(:3)', TEN, 6],
  ['PR(:3)', TEN, 30],
  ['PR(8:)', TEN, 20],
  ['WM(2:9)', TEN, 5.5],
  ['IQM', TEN, 5.5],
  // Percentiles need the values: of statistics they are known only where all values are one.
  ['Average', SET, 5.5],
  ['p50', SET, undefined],
  ['p99', { count: 3, sum: 6, minimum: 2, maximum: 2 }, 2],
  ['p50', pointOf([-1, 2]), undefined],
];

it.each(CASES)('%s', (name, point, wanted) => {
  const value = statisticOf(name)!(point);
  if (wanted === undefined) expect(value).toBeUndefined();
  else expect(value).toBeCloseTo(wanted, 9);
});

it.each(['p101', 'p', 'avg', 'tm101', 'TM()', 'TM(:)', 'TM(5%:10)', 'TM(90%:10%)', 'PR(10%:)', 'IQM(1)', 'toString'])(
  'knows no %s',
  (name) => expect(statisticOf(name)).toBeUndefined(),
);

it('keeps a thousand different values exactly, and more within one percent', () => {
  const many = pointOf(Array.from({ length: 5000 }, (_, at) => at + 1));
  expect(many.values!.length).toBeLessThan(2000);
  expect(many).toMatchObject({ count: 5000, minimum: 1, maximum: 5000 });
  expect(Math.abs(statisticOf('p50')!(many)! / 2500 - 1)).toBeLessThan(0.01);
});
