import { expect, it } from 'vitest';
import { differenceOf } from './difference.ts';

const told = (before: string, after: string) => differenceOf(before, after)?.map(({ sign, text }) => sign + text);

it('tells which lines are gone and which are new, in their order', () => {
  expect(told('a\nb\nc', 'a\nB\nc\nd')).toEqual([' a', '-b', '+B', ' c', '+d']);
  expect(told('same', 'same')).toEqual([' same']);
  expect(told('a', 'b')).toEqual(['-a', '+b']);
});

it('compares no texts that are very long', () => {
  expect(differenceOf('x\n'.repeat(700), 'x')).toBeUndefined();
});
