// The same dates in every form that policies may use.
import { describe, expect, it } from 'vitest';
import { parseDate } from './parse-date.ts';

describe('a moment', () => {
  it.each([
    ['0', '1970-01-01T00:00:00.000Z'],
    ['1767225600', '2026-01-01T00:00:00.000Z'],
    ['2026-01', '2026-01-01T00:00:00.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05+01:30', '2026-01-02T01:34:05.000Z'],
    ['2026-01-02T03:04:05-0100', '2026-01-02T04:04:05.000Z'],
    ['01T', '0001-01-01T00:00:00.000Z'],
    ['-0005-01-01', '-000005-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => expect(new Date(parseDate(text) ?? Number.NaN).toISOString()).toBe(expected));

  it.each(['', 'x', 'T', '2026-13-01', '2026-01-32', '2026-01-01T24:00', '2026-01-01 00:00', '9223372036854775808', '292278994-01-01'])(
    'is not %j',
    (text) => expect(parseDate(text)).toBeUndefined(),
  );

  it('may lie beyond what a date can hold', () => {
    expect(parseDate('9223372036854775807')).toBe(8.64e15);
    expect(parseDate('292278993-12-31T')).toBe(8.64e15);
  });
});
