import { expect, it } from 'vitest';
import { unknownKeys } from './pattern-keys.ts';

it('finds keys that no event has, and the ones that were meant', () => {
  expect(unknownKeys('{"sources":["a"],"detail":{"anything":["b"]}}')).toEqual([{ key: 'sources', meant: 'source' }]);
  expect(unknownKeys('{"detailType":["a"]}')).toEqual([{ key: 'detailType', meant: 'detail-type' }]);
  expect(unknownKeys('{"orderId":["a"]}')).toEqual([{ key: 'orderId', meant: undefined }]);
});

it('looks into the alternatives of $or', () => {
  expect(unknownKeys('{"$or":[{"source":["a"]},{"Detail":{"x":["b"]}}]}')).toEqual([{ key: 'Detail', meant: 'detail' }]);
});

it('finds nothing in a pattern of an event', () => {
  expect(unknownKeys('{"source":["a"],"detail-type":["b"],"account":["c"],"resources":[{"prefix":"d"}]}')).toEqual([]);
});
