import { expect, it } from 'vitest';
import { itemToPlain, plainToItem } from './attribute-json.ts';

const ITEM = {
  id: { S: 'o-1' },
  total: { N: '12.5' },
  exact: { N: '12345678901234567890.123' },
  paid: { BOOL: true },
  note: { NULL: true },
  tags: { SS: ['a', 'b'] },
  photo: { B: 'aGk=' },
  lines: { L: [{ M: { sku: { S: 'x' }, count: { N: '2' } } }] },
  empty: { M: {} },
};

it('turns items into plain JSON', () => {
  expect(itemToPlain(ITEM)).toEqual({
    id: 'o-1',
    total: 12.5,
    exact: { N: '12345678901234567890.123' },
    paid: true,
    note: null,
    tags: { SS: ['a', 'b'] },
    photo: { B: 'aGk=' },
    lines: [{ sku: 'x', count: 2 }],
    empty: {},
  });
});

it('loses nothing on the way there and back', () => {
  expect(plainToItem(itemToPlain(ITEM))).toEqual(ITEM);
});
