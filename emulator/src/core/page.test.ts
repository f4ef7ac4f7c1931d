import { expect, it } from 'vitest';
import { pageOfItems, readToken, writeToken } from './page.ts';

const invalidToken = (): Error => new Error('no token of ours');
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `item-${String(at).padStart(3, '0')}`);
const page = (all: readonly string[], token?: string) => pageOfItems(all, (name) => [name], { limit: 2, token }, invalidToken);

it('goes on after an item that was deleted between two pages', () => {
  const all = names(5);
  const first = page(all);
  expect(first.items).toEqual(['item-000', 'item-001']);
  const second = page(
    all.filter((name) => name !== 'item-001'),
    first.next,
  );
  expect(second.items).toEqual(['item-002', 'item-003']);
});

it('gives no token with the last page, also when it is full', () => {
  expect(page(names(2)).next).toBeUndefined();
  expect(page([]).next).toBeUndefined();
});

it('repeats nothing that was inserted before the token, and skips nothing after it', () => {
  const { next } = page(names(3));
  expect(page(['a', ...names(3), 'z'], next).items).toEqual(['item-002', 'z']);
});

it('orders keys as collections do: numbers before strings, strings by their UTF-8 bytes', () => {
  const { items } = pageOfItems(['b', 10, '\u{1F600}', 9, '\uFFFD'], (key) => [key], { limit: 9, token: undefined }, invalidToken);
  expect(items).toEqual([9, 10, 'b', '\uFFFD', '\u{1F600}']);
});

it.each(['', 'x', '[]', 'e30', Buffer.from('[-1]').toString('base64url'), Buffer.from('[["a"]]').toString('base64url')])(
  'refuses %j, which is no token',
  (text) => {
    expect(() => readToken(text, invalidToken)).toThrow('no token of ours');
  },
);

it('reads the tokens that it writes', () => {
  expect(readToken(writeToken(['a/b', 7]), invalidToken)).toEqual(['a/b', 7]);
});
