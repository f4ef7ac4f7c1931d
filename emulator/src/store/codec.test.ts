import { expect, it } from 'vitest';
import { collection } from '#core/records';
import { packRecord, unpackRecord } from './codec.ts';

const records = collection<[string], object>('codec.records');

it.each([
  ['{"__proto__":1}'],
  ['{"a":[{"__proto__":{"__proto__":[],"b":null}}],"c":{"d":"__proto__"}}'],
  ['"__proto__"'],
  ['{"__proto_":1,"__proto__":2}'],
])('keeps members of any name: %s', (json) => {
  const value = unpackRecord(packRecord(1, JSON.parse(json)), records, () => ['key']);
  expect(JSON.stringify(value)).toBe(json);
});

it('keeps bytes and what is not there beside such a member', () => {
  const value = { ...JSON.parse('{"inner":{"__proto__":1}}'), bytes: new Uint8Array([1, 2]), none: undefined };
  expect(unpackRecord(packRecord(1, value), records, () => ['key'])).toEqual({ ...value, bytes: Buffer.from([1, 2]) });
});
