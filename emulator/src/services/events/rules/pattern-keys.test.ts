import { expect, it } from 'vitest';
import { unknownKeys } from './pattern-keys.ts';
import { readPattern } from './patterns.ts';

const unknownIn = (pattern: string) => unknownKeys(readPattern(pattern));

it('finds keys that no event has, and the ones that were meant', () => {
  expect(unknownIn('{"sources":["a"],"detail":{"anything":["b"]}}')).toEqual([{ key: 'sources', meant: 'source' }]);
  expect(unknownIn('{"detailType":["a"]}')).toEqual([{ key: 'detailType', meant: 'detail-type' }]);
  expect(unknownIn('{"orderId":["a"]}')).toEqual([{ key: 'orderId', meant: undefined }]);
});

it('looks into the alternatives of $or', () => {
  expect(unknownIn('{"$or":[{"source":["a"]},{"Detail":{"x":["b"]}}]}')).toEqual([{ key: 'Detail', meant: 'detail' }]);
});

it('finds nothing in a pattern of an event', () => {
  expect(unknownIn('{"source":["a"],"detail-type":["b"],"account":["c"],"resources":[{"prefix":"d"}]}')).toEqual([]);
});

it('reads what the service reads: text behind the pattern is no part of it', () => {
  expect(unknownIn('{"sources":["a"]}../../etc/passwd')).toEqual([{ key: 'sources', meant: 'source' }]);
});
