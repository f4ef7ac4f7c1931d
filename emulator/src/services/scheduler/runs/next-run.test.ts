import { describe, expect, it } from 'vitest';
import { parseExpression } from './expression.ts';
import { nextRun } from './next-run.ts';

const ms = (text: string): number => Date.parse(text);
interface RunOptions {
  readonly timezone?: string;
  readonly start?: string;
  readonly end?: string;
}

/** The first runs of a schedule that is written at `from`. */
function runs(expression: string, from: string, count: number, { timezone = 'UTC', start, end }: RunOptions = {}): string[] {
  const [startMs, endMs] = [start, end].map((text) => (text === undefined ? undefined : ms(text)));
  const made: string[] = [];
  let nowMs = ms(from);
  for (let lastMs: number | undefined; made.length < count; ) {
    lastMs = nextRun({ expression, timezone, startMs, endMs, baseMs: ms(from), lastMs }, nowMs);
    if (lastMs === undefined) break;
    nowMs = Math.max(nowMs, lastMs);
    made.push(new Date(lastMs).toISOString().slice(0, 16));
  }
  return made;
}

describe('an expression', () => {
  it.each([
    'cron(0 1 * * * *)',
    'cron(7 20 * * NOT *)',
    'cron(INVALID)',
    'cron(0 dummy ? * MON-FRI *)',
    'cron(71 8 1 * ? *)',
    'cron()',
    'cron(0 1 ? *)',
    'cron(0 1 ? * 3#1,6#3 *)',
    'cron(0 1 * * ? * *)',
    'rate(10 seconds)',
    'rate(10 years)',
    'rate()',
    'rate(10)',
    'rate(0 minutes)',
    'rate(10 minutess)',
    'rate(foo minutes)',
    'rate(-10 minutes)',
    'rate( 10 minutes )',
    ' rate(10 minutes)',
    'at(2021-12-31T23:59:59Z)',
    'at(2021-12-31)',
    'at(2021-02-30T10:00:00)',
    'at(2021-12-31 23:59:59)',
    'at(2021-12-31T24:00:00)',
    'every day',
  ])('is not %s', (text) => expect(parseExpression(text)).toBeUndefined());

  it.each([
    'rate(1 minutes)',
    'rate(5 minute)',
    'RATE(1 day)',
    'AT(2026-01-01T10:00)',
    'cron(0 8 * * ?)',
    'cron(0-15/1 8-8 ? * 2,3,4,5,6,7 *)',
    'cron(15 10 ? * 6L 2022-2023)',
    'cron(0 8 3W * ? *)',
  ])('is %s', (text) => expect(parseExpression(text)).toBeDefined());
});

describe('the next run', () => {
  it('of a rate is at its start, then after each span', () => {
    expect(runs('rate(5 minutes)', '2026-01-01T00:02Z', 3)).toEqual(['2026-01-01T00:02', '2026-01-01T00:07', '2026-01-01T00:12']);
    expect(runs('rate(1 day)', '2026-01-01T00:00Z', 2, { start: '2026-02-01T08:30Z' })).toEqual(['2026-02-01T08:30', '2026-02-02T08:30']);
  });

  it('of a rate in days is 24 hours later, whatever the clock does', () =>
    expect(runs('rate(1 days)', '2026-03-07T12:00Z', 3, { timezone: 'America/Los_Angeles' })).toEqual([
      '2026-03-07T12:00',
      '2026-03-08T12:00',
      '2026-03-09T12:00',
    ]));

  it('lies between start and end', () =>
    expect(runs('cron(0 8 * * ? *)', '2026-01-01T00:00Z', 9, { start: '2026-01-03T08:00Z', end: '2026-01-05T08:00Z' })).toEqual([
      '2026-01-03T08:00',
      '2026-01-04T08:00',
      '2026-01-05T08:00',
    ]));

  it('of one time is that time in its zone, once, whatever start and end say', () => {
    expect(runs('at(2022-11-20T13:00:00)', '2022-01-01T00:00Z', 2, { timezone: 'America/Los_Angeles' })).toEqual(['2022-11-20T21:00']);
    expect(runs('at(2026-05-01T00:00)', '2026-01-01T00:00Z', 2, { start: '2027-01-01T00:00Z', end: '2026-02-01T00:00Z' })).toEqual([
      '2026-05-01T00:00',
    ]);
  });

  it('of one time that has passed is that time', () =>
    expect(runs('at(2025-01-01T00:00)', '2026-01-01T00:00Z', 2)).toEqual(['2025-01-01T00:00']));

  it('leaves out times that the clock skips', () => {
    const zone = { timezone: 'America/Los_Angeles' };
    expect(runs('cron(30 2 * * ? *)', '2026-03-07T00:00Z', 3, zone)).toEqual(['2026-03-07T10:30', '2026-03-09T09:30', '2026-03-10T09:30']);
    expect(runs('at(2026-03-08T02:30:00)', '2026-01-01T00:00Z', 1, zone)).toEqual([]);
  });

  it('counts times that the clock repeats once, before it is put back', () => {
    const zone = { timezone: 'America/Los_Angeles' };
    expect(runs('cron(30 1 * * ? *)', '2026-10-31T00:00Z', 3, zone)).toEqual(['2026-10-31T08:30', '2026-11-01T08:30', '2026-11-02T09:30']);
    expect(runs('cron(0/30 * * * ? *)', '2026-11-01T08:00Z', 4, zone)).toEqual([
      '2026-11-01T08:00',
      '2026-11-01T08:30',
      '2026-11-01T10:00',
      '2026-11-01T10:30',
    ]);
    expect(runs('cron(30 1 * * ? *)', '2026-11-01T09:00Z', 1, zone)).toEqual(['2026-11-02T09:30']);
  });

  it('leaves out what lies behind', () => {
    const timing = { expression: 'rate(1 minute)', timezone: 'UTC', startMs: undefined, endMs: undefined, baseMs: 0, lastMs: 60_000 };
    expect(nextRun(timing, 60_000 * 10 + 1)).toBe(60_000 * 11);
  });
});
