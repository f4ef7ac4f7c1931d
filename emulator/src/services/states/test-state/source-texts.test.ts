import { expect, it } from 'vitest';
import type { JsonObject } from '#services/states/language/json';
import { SourceTexts } from './source-texts.ts';

const noted = (text: string) => {
  const [texts, value] = [new SourceTexts(), JSON.parse(text) as JsonObject];
  texts.note(text, value);
  return { texts, value };
};

it('knows the text of each part as it was written', () => {
  const { texts, value } = noted(' {"a" : [1, { "b":[ ] }] , "c":"x, {y", "d": 1.0e1} ');
  expect(texts.textOf(value)).toBe('{"a" : [1, { "b":[ ] }] , "c":"x, {y", "d": 1.0e1}');
  expect(texts.textOf(value['a']!)).toBe('[1, { "b":[ ] }]');
  expect(texts.textOf((value['a'] as JsonObject[])[1]!['b']!)).toBe('[ ]');
  expect(texts.textOf(value['c']!)).toBe('"x, {y"');
});

it('keeps to the last of several members with the same name', () => {
  const { texts, value } = noted(String.raw`{"a": {"b": [1, 2]}, "\u0061": {"b": [3,  4]}, "e\"": [ 5 ]}`);
  expect(texts.textOf(value['a']!)).toBe('{"b": [3,  4]}');
  expect(texts.textOf((value['a'] as JsonObject)['b']!)).toBe('[3,  4]');
  expect(texts.textOf(value['e"']!)).toBe('[ 5 ]');
});

it('writes what was not given', () => {
  const { texts } = noted('[1]');
  expect(texts.textOf({ a: [1, 2] })).toBe('{"a":[1,2]}');
});
