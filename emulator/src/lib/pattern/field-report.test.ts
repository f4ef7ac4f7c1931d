// The text that people read about the fields of a pattern: what it wants, what the event has, and why the two do not fit.
import { expect, it } from 'vitest';
import { FIELD_CASES } from '../../../../test/support/field-cases.ts';
import { compilePattern } from './compile.ts';
import { explain } from './explain.ts';
import { reportOf } from './field-report.ts';

const report = (pattern: object, event: object) => reportOf(explain(compilePattern(JSON.stringify(pattern)), JSON.stringify(event)));

it.each(FIELD_CASES)('$why', ({ pattern, event, ...row }) => {
  expect(report(pattern, event)).toEqual({ matched: false, fields: [{ ...row, matched: false }], conflict: undefined });
});

it('fields that fail come first, then those that match', () => {
  const pattern = { a: [1], b: [{ prefix: 'x' }], c: [{ exists: false }] };
  expect(report(pattern, { a: 1, b: 'y' }).fields).toEqual([
    { field: 'b', wanted: '{"prefix":"x"}', found: '"y"', matched: false, why: 'another value' },
    { field: 'a', wanted: '1', found: '1', matched: true, why: undefined },
    { field: 'c', wanted: '{"exists":false}', found: undefined, matched: true, why: undefined },
  ]);
});

it('names the array whose elements keep the fields apart', () => {
  const pattern = { e: { first: ['Anna'], last: ['Jones'] } };
  expect(report(pattern, { e: [{ first: 'Anna' }, { last: 'Jones' }] })).toMatchObject({ matched: false, conflict: 'e' });
});
