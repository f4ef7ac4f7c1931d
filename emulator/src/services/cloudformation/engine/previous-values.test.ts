import { expect, it } from 'vitest';
import { previousValue } from './previous-values.ts';

const REFERENCE = '{{resolve:ssm:/delay}}';

it('a reference that was replaced counts as changed, although it names the same now', () => {
  expect(previousValue({ given: { a: REFERENCE }, found: { a: '9' } }, { given: { a: '9' }, found: { a: '9' } })).toEqual({ a: REFERENCE });
});

it('a reference that stands, or names something else, is what it names', () => {
  const before = { given: { a: [REFERENCE], b: 1 }, found: { a: ['9'], b: 1 } };
  expect(previousValue(before, { given: { a: [REFERENCE], b: 2 }, found: { a: ['9'], b: 2 } })).toEqual({ a: ['9'], b: 1 });
  expect(previousValue(before, { given: { a: ['10'] }, found: { a: ['10'] } })).toEqual({ a: ['9'], b: 1 });
});
