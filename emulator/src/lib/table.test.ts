import { expect, it } from 'vitest';
import { dictionary, own, table } from './table.ts';

const INHERITED = ['constructor', 'toString', 'hasOwnProperty', '__proto__', '__defineGetter__', 'valueOf'];

it.each(INHERITED)('finds %s only where it was put', (name) => {
  expect(table<unknown>({ a: 1 })[name]).toBeUndefined();
  expect(dictionary()[name]).toBeUndefined();
  expect(own<unknown>({ a: 1 }, name)).toBeUndefined();
  const filled = dictionary<string>();
  filled[name] = 'own';
  expect(filled[name]).toBe('own');
  expect(Object.entries(filled)).toEqual([[name, 'own']]);
  expect(JSON.stringify({ ...filled })).toBe(`{"${name}":"own"}`);
  expect(own(filled, name)).toBe('own');
});

it('has the members that it is made of', () => {
  expect(table({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own(undefined, 'a')).toBeUndefined();
});
