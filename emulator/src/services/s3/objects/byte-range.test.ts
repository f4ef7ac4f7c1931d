import { expect, it } from 'vitest';
import { rangeOf } from './byte-range.ts';

it.each([
  [undefined, undefined],
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-30', { start: 8, end: 9 }],
  ['bytes=5-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
])('%s of ten bytes', (header, range) => expect(rangeOf(header, 10)).toEqual(range));

it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('%s is not satisfiable', (header) =>
  expect(() => rangeOf(header, 10)).toThrow('The requested range is not satisfiable'),
);
it('no range of nothing', () => expect(() => rangeOf('bytes=0-', 0)).toThrow());
