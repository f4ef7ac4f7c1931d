import { expect, it } from 'vitest';
import { compactJson } from './compact-json.ts';

it('removes whitespace between tokens, and none in texts', () => {
  expect(compactJson('["hello", 3, true]')).toBe('["hello",3,true]');
  expect(compactJson(' {\n "a b" : [ 1 , "c  d" ],\t"e": {} }\r\n')).toBe('{"a b":[1,"c  d"],"e":{}}');
  expect(compactJson('{"a":"x \\" y","b\\\\" : 1}')).toBe('{"a":"x \\" y","b\\\\":1}');
});

it('leaves numbers as they are', () => {
  expect(compactJson('[ 12345678901234567890, 3.10 ]')).toBe('[12345678901234567890,3.10]');
  expect(compactJson('3')).toBe('3');
});
