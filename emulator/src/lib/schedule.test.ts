import { describe, expect, it } from 'vitest';
import { nextOccurrence, parseSchedule } from './schedule.ts';

const at = (text: string): number => Date.parse(text);
const timesAfter = (expression: string, from: string, count = 1): string[] => {
  const schedule = parseSchedule(expression);
  if (!schedule) throw new Error(`${expression} is not valid`);
  const found: string[] = [];
  for (let ms: number | undefined = at(from); found.length < count; ) {
    ms = nextOccurrence(schedule, at(from), ms);
    if (ms === undefined) break;
    found.push(new Date(ms).toISOString().slice(0, 16));
  }
  return found;
};

describe('rates', () => {
  it.each([
    'rate(10 seconds)',
    'rate(10 years)',
    'rate(1 minutes)',
    'rate(10 minute)',
    'rate()',
    'rate(10)',
    'rate(10 minutess)',
    'rate(foo minutes)',
    'rate(0 minutes)',
    'rate(2147483648 days)',
    'rate(-10 minutes)',
    'rate(10 MINUTES)',
    'rate( 10 minutes )',
    ' rate(10 minutes)',
  ])('refuses %s', (text) => expect(parseSchedule(text)).toBeUndefined());

  it('counts from its start', () => {
    expect(timesAfter('rate(5 minutes)', '2026-01-01T00:00:30Z', 2)).toEqual(['2026-01-01T00:05', '2026-01-01T00:10']);
    expect(nextOccurrence({ kind: 'rate', everyMs: 60_000 }, 1000, 1000 + 3 * 60_000)).toBe(1000 + 4 * 60_000);
  });
});

describe('cron', () => {
  it.each([
    'cron(0 1 * * * *)',
    'cron(0 1 ? * ? *)',
    'cron(7 20 * * NOT *)',
    'cron(INVALID)',
    'cron(0 dummy ? * MON-FRI *)',
    'cron(71 8 1 * ? *)',
    'cron(0 10 ? * 2#6 *)',
    'cron(0#1 10 ? * 2 *)',
    'cron(0 10 * * ?)',
    'cron(0/0 10 * * ? *)',
  ])('refuses %s', (text) => expect(parseSchedule(text)).toBeUndefined());

  it.each([
    ['cron(0 2 ? * SAT *)', '2026-01-01T00:00Z', ['2026-01-03T02:00', '2026-01-10T02:00']],
    ['cron(5,35 14 * * ? *)', '2026-01-01T14:05Z', ['2026-01-01T14:35', '2026-01-02T14:05']],
    ['cron(15 10 ? * 6L 2026-2027)', '2026-01-01T00:00Z', ['2026-01-30T10:15', '2026-02-27T10:15']],
    ['cron(0 2 ? * SAT#3 *)', '2026-01-01T00:00Z', ['2026-01-17T02:00', '2026-02-21T02:00']],
    ['cron(0/20 8-9 ? JAN 2-6 2026)', '2026-01-02T09:39Z', ['2026-01-02T09:40', '2026-01-05T08:00']],
    ['cron(0 18 ? * FRI-MON *)', '2026-01-01T00:00Z', ['2026-01-02T18:00', '2026-01-03T18:00']],
    ['cron(0 8 L * ? *)', '2026-02-01T00:00Z', ['2026-02-28T08:00', '2026-03-31T08:00']],
    ['cron(0 8 L-2 * ? *)', '2026-02-01T00:00Z', ['2026-02-26T08:00', '2026-03-29T08:00']],
    ['cron(0 8 1W * ? *)', '2026-02-01T00:00Z', ['2026-02-02T08:00', '2026-03-02T08:00']],
    ['cron(0 8 LW * ? *)', '2026-02-01T00:00Z', ['2026-02-27T08:00', '2026-03-31T08:00']],
    ['cron(0 0 31 * ? *)', '2026-04-01T00:00Z', ['2026-05-31T00:00', '2026-07-31T00:00']],
    ['cron(0 0 29 2 ? *)', '2026-04-01T00:00Z', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['cron(0 0 1 1 ? 2026)', '2026-01-01T00:00Z', []],
    ['cron(* * * * ? *)', '2026-12-31T23:59:10Z', ['2027-01-01T00:00', '2027-01-01T00:01']],
  ])('%s after %s', (expression, from, expected) => expect(timesAfter(expression, from, 2)).toEqual(expected));

  it('takes years beyond those documented', () =>
    expect(timesAfter('cron(0 20 * * ? 2500)', '2026-01-01T00:00Z')).toEqual(['2500-01-01T20:00']));
});
