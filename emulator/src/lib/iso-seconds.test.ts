import { expect, it } from 'vitest';
import { isoSeconds } from './iso-seconds.ts';

it('is toISOString without the fraction, in years of every length', () => {
  for (const text of ['1970-01-01T00:00:00.000Z', '2026-11-23T05:48:18.999Z', '2024-02-29T23:59:59.001Z', '9999-12-31T23:59:59.999Z'])
    expect(isoSeconds(Date.parse(text))).toBe(text.replace(/\.\d+/, ''));
  for (const ms of [-1, -62_000_000_000_000, 253_402_300_800_000, 8.64e15, -8.64e15])
    expect(isoSeconds(ms)).toBe(new Date(ms).toISOString().replace(/\.\d+/, ''));
});

it('refuses what is no time', () => {
  expect(() => isoSeconds(Number.NaN)).toThrow(RangeError);
});
