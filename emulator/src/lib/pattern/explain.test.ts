// The explanation of why an event does not match.
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile.ts';
import { explain } from './explain.ts';

const verdicts = (pattern: object, event: object) =>
  explain(compilePattern(JSON.stringify(pattern)), JSON.stringify(event)).alternatives[0]!.fields;

describe('a field', () => {
  it('matched: by which value', () => {
    expect(verdicts({ a: ['x', { prefix: 'y' }] }, { a: ['no', 'yes'] })).toEqual([
      { field: 'a', outcome: 'matched', by: '{"prefix":"y"}', value: '"yes"' },
    ]);
    expect(verdicts({ a: [{ exists: false }] }, { b: 1 })).toEqual([{ field: 'a', outcome: 'matched', by: '{"exists":false}' }]);
  });

  it('absent: how far the path leads, and a key spelled nearly so', () => {
    expect(verdicts({ details: { state: ['x'] } }, { detail: { state: 'x' } })).toEqual([
      { field: 'details.state', outcome: 'absent', wanted: ['"x"'], parent: '', similar: 'detail' },
    ]);
    expect(verdicts({ detail: { items: { sku: [1] } } }, { detail: { items: [{ SKU: 1 }, {}] } })).toEqual([
      { field: 'detail.items.sku', outcome: 'absent', wanted: ['1'], parent: 'detail.items', similar: 'SKU' },
    ]);
  });

  it('absent: an object or an empty array is no value', () => {
    const absent = { field: 'a', outcome: 'absent', wanted: ['{"exists":true}'], parent: 'a' };
    expect(verdicts({ a: [{ exists: true }] }, { a: { b: 1 } })).toEqual([{ ...absent, found: 'object' }]);
    expect(verdicts({ a: [{ exists: true }] }, { a: [] })).toEqual([{ ...absent, found: 'array' }]);
  });

  it('absent: the path ends at a value that has no members', () => {
    const absent = { field: 'detail.a', outcome: 'absent', wanted: ['1'], parent: 'detail' };
    for (const [detail, held] of [
      ['{"a":1}', 'string'],
      [7, 'number'],
      [true, 'boolean'],
      [null, 'null'],
    ])
      expect(verdicts({ detail: { a: [1] } }, { detail })).toEqual([{ ...absent, held }]);
  });

  it('type: a text that looks like the number', () => {
    expect(verdicts({ a: [300] }, { a: '300' })).toEqual([{ field: 'a', outcome: 'type', values: ['"300"'], count: 1, wanted: ['300'] }]);
  });

  it('value: the first values that failed, and what they failed', () => {
    expect(
      verdicts({ a: [{ numeric: ['>', 1, '<=', 5] }, { 'anything-but': { prefix: ['x', 'y'] } }] }, { a: ['x1', 'y', 'xx', 'yy'] }),
    ).toEqual([
      {
        field: 'a',
        outcome: 'value',
        values: ['"x1"', '"y"', '"xx"'],
        count: 4,
        wanted: ['{"numeric":[">",1,"<=",5]}', '{"anything-but":{"prefix":["x","y"]}}'],
      },
    ]);
  });

  it('exists: something is there', () => {
    expect(verdicts({ a: [{ exists: false }] }, { a: null })).toEqual([
      { field: 'a', outcome: 'exists', values: ['null'], count: 1, wanted: ['{"exists":false}'] },
    ]);
  });
});

it('array: every field matches, but in different elements', () => {
  const pattern = compilePattern('{"e":{"first":["Anna"],"last":["Jones"]}}');
  const people = [
    { first: 'Anna', last: 'Smith' },
    { first: 'Peter', last: 'Jones' },
  ];
  const { matched, alternatives } = explain(pattern, JSON.stringify({ e: people }));
  expect(matched).toBe(false);
  expect(alternatives[0]!.conflict).toEqual({
    path: 'e',
    fields: [
      { field: 'e.first', indexes: [0] },
      { field: 'e.last', indexes: [1] },
    ],
  });
});

it('$or: the nearest branch first', () => {
  const pattern = compilePattern('{"$or":[{"a":[1],"b":[1]},{"a":[2],"b":[1]}]}');
  const { matched, alternatives } = explain(pattern, '{"a":2,"b":3}');
  expect(matched).toBe(false);
  expect(alternatives.map(({ fields }) => fields.map(({ outcome }) => outcome))).toEqual([
    ['matched', 'value'],
    ['value', 'value'],
  ]);
  expect(explain(pattern, '{"a":2,"b":1}').alternatives[0]!.matched).toBe(true);
});

it('$or: looks at the first branches alone where all would read too much, and still tells whether one matches', () => {
  const branches = Array.from({ length: 50 }, (_, n) => ({ a: [n], b: [n] }));
  const event = (n: number) => JSON.stringify({ a: n, b: n, text: 'x'.repeat(80_000) });
  const pattern = compilePattern(JSON.stringify({ $or: branches }));
  expect(explain(pattern, event(49))).toMatchObject({ matched: true, alternatives: { length: 3 } });
  expect(explain(pattern, event(50))).toMatchObject({ matched: false, alternatives: { length: 3 } });
});
