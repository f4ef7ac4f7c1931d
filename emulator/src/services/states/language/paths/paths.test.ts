// Paths: read, refused and written. Texts of failures: recorded answers of the service, published by localstack/localstack.
import { expect, it } from 'vitest';
import { Effort } from '#services/states/language/effort';
import type { Json } from '#services/states/language/json';
import { parsePath } from './path-parser.ts';
import { readPath, requirePath } from './read-path.ts';
import { writePath } from './write-path.ts';

const STORE: Json = {
  books: [
    { title: 'A', price: 8, tags: ['new', 'red'] },
    { title: 'B', price: 12, tags: [] },
    { title: 'C', price: 22 },
  ],
  'odd name': { 'it\\s': 1 },
  limit: 10,
};
const roots = (value: Json) => ({
  $: value,
  context: () => ({ Execution: { Name: 'run' } }),
  variable: (name: string) => (name === 'total' ? { sum: 7 } : undefined),
  effort: Effort.inThread(),
});
const read = (path: string, value: Json = STORE) => readPath(parsePath(path), roots(value));

it.each([
  ['$.limit', 10],
  ["$['odd name']['it\\s']", 1],
  ['$.books[0].title', 'A'],
  ["$.books.[0].['title']", 'A'],
  ['$.books[-1].title', 'C'],
  ['$.books[0,2].price', [8, 22]],
  ['$.books[1:].title', ['B', 'C']],
  ['$.books[:-1].title', ['A', 'B']],
  ['$.books[*].price', [8, 12, 22]],
  ['$..price', [8, 12, 22]],
  ['$.books[?(@.price < $.limit)].title', ['A']],
  ['$.books[?(@.price >= 12 && !(@.title == "C"))].title', ['B']],
  ["$.books[?(@.tags contains 'red')].title", ['A']],
  ['$.books[?(@.title =~ /[ab]/i)].price', [8, 12]],
  ['$.books[?(@.tags size 0 || @.price in [22])].title', ['B', 'C']],
  ["$.books[0]['title','price']", [{ title: 'A', price: 8 }]],
  ['$.books.length()', 3],
  ['$.books[*].price.sum()', 42],
  ['$.nothing', undefined],
  ['$.books[9]', undefined],
  ['$.books[?(@.price > 100)]', []],
  // Recorded: a wildcard or a slice of what is absent selects nothing, which is no failure.
  ['$.nothing[*]', []],
  ['$.nothing.more[1:5].price', []],
  ['$.nothing.length()', undefined],
  ['$$.Execution.Name', 'run'],
  ['$total.sum', 7],
  ['$.constructor', undefined],
  ['$.__proto__', undefined],
])('reads %s', (path, expected) => {
  expect(read(path)).toEqual(expected);
});

it.each(['limit', '$.', '$.a[', "$['a'", '$.books[?(@.price <)]', '$.books[1.5]', '$.a.nofunction()', `$.a[?(${'!'.repeat(60)}@.b)]`])(
  'refuses %s',
  (path) => {
    expect(() => parsePath(path)).toThrow(/^Invalid path /);
  },
);

it('says where a path ends', () => {
  expect(() => requirePath(parsePath('$.x'), roots({}))).toThrow("Invalid path '$.x' : No results for path: $['x']");
  expect(() => requirePath(parsePath('$.no.x'), roots({}))).toThrow("Invalid path '$.no.x' : Missing property in path $['no']");
});

it('writes at a reference path, makes missing objects, and leaves the input as it was', () => {
  const input: Json = { a: { b: 1 }, list: [1, 2] };
  expect(writePath('$.a.c.d', input, 5)).toEqual({ a: { b: 1, c: { d: 5 } }, list: [1, 2] });
  expect(writePath('$.list[1]', input, 9)).toEqual({ a: { b: 1 }, list: [1, 9] });
  expect(writePath('$.a.b.c', input, 9)).toEqual({ a: { b: { c: 9 } }, list: [1, 2] });
  expect(input).toEqual({ a: { b: 1 }, list: [1, 2] });
  expect(() => writePath('$.a[0]', input, 9)).toThrow('Unable to apply ReferencePath $.a[0]');
  expect(() => writePath('$.list[*]', input, 9)).toThrow('it must be a reference path');
});

it('writes a member named __proto__ as a member', () => {
  const written = writePath('$.__proto__.x', {}, 1) as Record<string, Json>;
  expect(Object.keys(written)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

it('selects no more than a thread may', () => {
  const deep = (levels: number): Json => (levels === 0 ? 1 : { a: deep(levels - 1), b: 1 });
  expect(read('$..b', deep(100))).toHaveLength(100);
  expect(() => read('$..*..*..*..*', deep(100))).toThrow('more than 8,000,000 values');
});
