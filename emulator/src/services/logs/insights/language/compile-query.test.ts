// The language of queries: cases as data, expressions that would block, memory that is bounded.
import { describe, expect, it } from 'vitest';
import { FOUND, LINES, MALFORMED, TABLES } from '../../../../../../test/support/insights-cases.ts';
import { compileQuery } from './compile-query.ts';
import { QueryError, QueryTooCostly } from './query-error.ts';
import type { QueryEvent } from './row.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const eventOf = (message: string, number: number, timestampMs: number): QueryEvent => ({
  ...{ message, number, timestampMs, stream: 's', log: '1:g', ingestedMs: NOON, groupId: '0' },
});
const EVENTS = LINES.map((line, at) => eventOf(line, at, NOON + at * 1000 + (at === 5 ? 300_000 : 0))).reverse();

function run(query: string, events: readonly QueryEvent[] = EVENTS) {
  const running = compileQuery(query, NOON).run();
  for (const event of events) if (!running.take(event)) break;
  for (const _ of running.finish());
  return running;
}
const numberOf = (pointer: string): number => JSON.parse(Buffer.from(pointer, 'base64').toString())[3];
const tableOf = (query: string) =>
  run(query).rows.map((row) => Object.fromEntries(row.filter(({ field }) => field !== '@ptr').map(({ field, value }) => [field, value])));

describe('queries', () => {
  it.each(FOUND)('%s', (query, lines) => {
    expect(run(query).rows.map((row) => numberOf(row.at(-1)!.value))).toEqual(lines);
  });
  it.each(TABLES)('%s', (query, rows) => expect(tableOf(query)).toEqual(rows));
  it.each(MALFORMED)('refuse %j', (query, at, message) => {
    expect(() => compileQuery(query, NOON)).toThrow(
      expect.objectContaining({ location: expect.objectContaining({ startCharOffset: at }), message: expect.stringContaining(message) }),
    );
  });
  it('show parsed fields beside the fields that are asked for', () => {
    expect(tableOf('fields level | parse @message "JOB-*\\"" as job | limit 4')).toHaveLength(4);
    expect(run('fields level | parse params.job_id "JOB-*" as job | filter job = 2').rows[0]?.map(({ field }) => field)).toEqual([
      'level',
      'job',
      '@ptr',
    ]);
  });
  it('count the events that pass the filters', () => {
    expect(run('filter status = 500 | stats count(*)').matched).toBe(2);
    expect(run('filter status = 500 | sort latency | limit 1').matched).toBe(2);
  });
});

describe('hostile queries', () => {
  it('are too deep', () => {
    for (const query of [
      `filter ${'('.repeat(5000)}1`,
      `filter ${'-'.repeat(5000)}1`,
      `filter ${'not '.repeat(2400)}1`,
      `fields ${'abs('.repeat(2400)}1`,
    ])
      expect(() => compileQuery(query, NOON)).toThrow(QueryError);
  });
  it('make long texts out of short ones', () => {
    const doubling = Array.from({ length: 40 }, (_, at) => `fields concat(a${at}, a${at}) as a${at + 1}`).join(' | ');
    expect(() => run(`fields @message as a0 | ${doubling}`)).toThrow(QueryTooCostly);
    expect(() =>
      run(
        'fields replace(replace(replace(@message, "", "0123456789"), "", "0123456789"), "", "0123456789") as a | fields replace(a, "", "0123456789") as b | fields replace(b, "", a) as c',
      ),
    ).toThrow(QueryTooCostly);
  });
  it('keep more than memory has room for', () => {
    const many = Array.from({ length: 60_000 }, (_, at) => eventOf(`${at} ${'x'.repeat(3000)}`, at, NOON));
    for (const query of [
      'stats count(*) by @message',
      'stats count_distinct(@message)',
      'dedup @message | limit 100000',
      'fields @message | limit 100000',
      'sort @message | limit 100000',
      'pattern concat(@message, @timestamp)',
    ])
      expect(() => {
        const running = compileQuery(query, NOON).run();
        for (let at = 0; at < 8; at++)
          for (const event of many)
            if (
              !running.take({
                ...event,
                message: query.startsWith('pattern')
                  ? String.fromCharCode(97 + at) +
                    String.fromCharCode(
                      ...String(event.number)
                        .split('')
                        .map((digit) => Number(digit) + 97),
                    ) +
                    event.message
                  : `${at}${event.message}`,
              })
            )
              break;
        for (const _ of running.finish());
      }, query).toThrow(QueryTooCostly);
  });
  it.each(['(x+x+)+y', '(.*a){30}', '(?=(x+x+)+y)z', '(x|xx)+\\1y'])('try /%s/ on a long line', (source) => {
    const line = eventOf('x'.repeat(200_000), 0, NOON);
    const before = process.cpuUsage();
    try {
      expect(run(`filter @message like /${source}/`, [line]).rows).toEqual([]);
    } catch (error) {
      expect(error).toBeInstanceOf(QueryTooCostly);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
