import { describe, expect, it } from 'vitest';
import { timeZone } from './time-zone.ts';

const ms = (text: string): number => Date.parse(`${text}Z`);
const instant = (zone: string, local: string): string | undefined => {
  const at = timeZone(zone)!.instantMs(ms(local));
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
};

describe('a time zone', () => {
  it.each(['', '+01:00', 'Mars/Base', 'America/New York', 'UTC+1', '../etc'])('is not %j', (name) =>
    expect(timeZone(name)).toBeUndefined(),
  );

  it.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Etc/GMT+5', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'EST5EDT'])(
    'is %s',
    (name) => expect(timeZone(name)).toBeDefined(),
  );

  it('says what the wall shows, to the millisecond', () => {
    expect(timeZone('Asia/Kolkata')!.localMs(ms('2026-01-01T00:00:00.250'))).toBe(ms('2026-01-01T05:30:00.250'));
    expect(timeZone('America/New_York')!.localMs(ms('2026-07-01T00:00'))).toBe(ms('2026-06-30T20:00'));
  });

  it.each([
    ['Europe/Berlin', '2026-01-15T12:00', '2026-01-15T11:00'],
    ['Europe/Berlin', '2026-07-15T12:00', '2026-07-15T10:00'],
    ['America/Los_Angeles', '2026-03-08T01:59', '2026-03-08T09:59'],
    ['America/Los_Angeles', '2026-03-08T03:00', '2026-03-08T10:00'],
    ['Australia/Lord_Howe', '2026-04-05T02:30', '2026-04-04T16:00'],
    ['UTC', '2026-03-08T02:30', '2026-03-08T02:30'],
  ])('in %s finds when the wall shows %s', (zone, local, expected) => expect(instant(zone, local)).toBe(expected));

  it.each([
    ['America/Los_Angeles', '2026-03-08T02:30'],
    ['Europe/Berlin', '2026-03-29T02:00'],
    ['Pacific/Apia', '2011-12-30T12:00'],
  ])('in %s never shows %s', (zone, local) => expect(instant(zone, local)).toBeUndefined());

  it('shows a repeated time first before the clock is put back', () => {
    expect(instant('America/Los_Angeles', '2026-11-01T01:30')).toBe('2026-11-01T08:30');
    expect(instant('Europe/Berlin', '2026-10-25T02:30')).toBe('2026-10-25T00:30');
  });
});
