import { expect, it } from 'vitest';
import { memoize } from './memoize.ts';

it('works an answer out once, also where it is nothing, and keeps so many', () => {
  const asked: string[] = [];
  const answer = memoize((text) => (asked.push(text) > 0 && text === 'none' ? undefined : text.length), 2);
  expect(['none', 'a', 'none', 'a'].map(answer)).toEqual([undefined, 1, undefined, 1]);
  expect(asked).toEqual(['none', 'a']);
  expect(['b', 'a'].map(answer)).toEqual([1, 1]);
  expect(asked).toEqual(['none', 'a', 'b', 'a']);
});
