import { expect, it } from 'vitest';
import { isObject, readObject } from './json-object.ts';

it.each([null, undefined, 1, 'a', true, [], [{}]])('is no object: %j', (value) => expect(isObject(value)).toBe(false));
it.each([{}, { a: 1 }, Object.create(null)])('is an object: %j', (value) => expect(isObject(value)).toBe(true));

it.each(['', 'x', 'null', '1', '"a"', '[]', '[{}]', '{', '{}x'])('has no object: %s', (text) => expect(readObject(text)).toBeUndefined());
it('reads an object with the spaces around it', () => expect(readObject(' {"a": [1]}\n')).toEqual({ a: [1] }));
