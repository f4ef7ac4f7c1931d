import { expect, it } from 'vitest';
import { replayedBody } from './replayed-body.ts';

const JSON_TYPE = 'application/x-amz-json-1.0';
const START = { input: ['input'], once: 'name' };
const again = (
  body: object | string,
  given?: string,
  rule: { input: (string | number)[]; once?: string } = START,
  contentType = JSON_TYPE,
) =>
  Buffer.from(
    replayedBody({ body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), contentType }, given, rule, () => 'new'),
  ).toString();

it.each([
  ['a name that may be used once becomes another', { name: 'run', input: '{}' }, undefined, '{"name":"new","input":"{}"}'],
  ['a request without a name stays', { input: '{}' }, undefined, '{"input":"{}"}'],
  ['another input takes the place of the first', { input: '{}' }, '{"n":1}', '{"input":"{\\"n\\":1}"}'],
  ['a text that is no JSON is an input, too', { input: 'a', name: 'run' }, 'b', '{"input":"b","name":"new"}'],
  ['a whole body stays', { input: '{}', name: 'run' }, '{"input":"1","name":"mine"}', '{"input":"1","name":"mine"}'],
  ['a whole body with the old name gets another', { input: '{}', name: 'run' }, '{"input":"1","name":"run"}', '{"input":"1","name":"new"}'],
  ['a body without the input is replaced', { other: 1 }, 'x', 'x'],
])('%s', (_, body, given, expected) => expect(again(body, given)).toBe(expected));

it('reads lists, and forms', () => {
  const detail = { input: ['Entries', 0, 'Detail'] };
  expect(again({ Entries: [{ Detail: '{}' }] }, '{"a":1}', detail)).toBe('{"Entries":[{"Detail":"{\\"a\\":1}"}]}');
  const publish = { input: ['Message'], once: 'MessageDeduplicationId' };
  const form = 'Action=Publish&Message=a+b&MessageDeduplicationId=1';
  expect(again(form, 'c&d', publish, 'application/x-www-form-urlencoded; charset=utf-8')).toBe(
    'Action=Publish&Message=c%26d&MessageDeduplicationId=new',
  );
});

it('leaves bodies of other types, and members that only a prototype has, alone', () => {
  expect(again('abc', undefined, START, 'application/cbor')).toBe('abc');
  expect(again('{}', 'x', { input: ['__proto__', 'input'] })).toBe('x');
});
