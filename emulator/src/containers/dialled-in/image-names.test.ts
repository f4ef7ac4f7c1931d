import { expect, it } from 'vitest';
import { imageMapping } from './image-names.ts';

it.each([
  ['nodejs20.x', 'nodejs:20'],
  ['python3.12', 'python:3.12'],
  ['java21', 'java:21'],
  ['java8.al2', 'java:8.al2'],
  ['ruby3.3', 'ruby:3.3'],
  ['dotnet8', 'dotnet:8'],
  ['provided.al2023', 'provided:al2023'],
  ['go1.x', 'go:1'],
])('%s runs in %s', (runtime, name) => {
  expect(imageMapping('')(runtime)).toBe(`public.ecr.aws/lambda/${name}`);
  expect(imageMapping('mirror/<runtime>-x')(runtime)).toBe(`mirror/${name}-x`);
});

it('takes images by runtime, and the official ones for the others', () => {
  const mapping = imageMapping('{"python3.12": "mine:1"}');
  expect([mapping('python3.12'), mapping('nodejs22.x')]).toEqual(['mine:1', 'public.ecr.aws/lambda/nodejs:22']);
});

it.each([
  ['mine:1', /names no <runtime>/],
  ['{"a":', /not understood/],
  ['{"a":1}', /image of a is no text/],
])('refuses %s', (text, sentence) => {
  expect(() => imageMapping(text)).toThrow(sentence);
});
