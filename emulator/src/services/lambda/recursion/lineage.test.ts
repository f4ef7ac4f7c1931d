import { expect, it } from 'vitest';
import { extended, lineageId, longest, timesIn } from './lineage.ts';

const [a, b] = [lineageId('arn:a'), lineageId('arn:b')];
const ROOT = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';

it('counts how often a chain went through a function', () => {
  const header = extended(extended(extended(ROOT, a), b), a);
  expect(header).toBe(`${ROOT};Lineage=${a}:2|${b}:1`);
  expect([timesIn(header, a), timesIn(header, b), timesIn(ROOT, a)]).toEqual([2, 1, 0]);
});

it('passes over what is no lineage', () => {
  expect(extended(`${ROOT};Lineage=what|${a}:x|${b}:3`, a)).toBe(`${ROOT};Lineage=${b}:3|${a}:1`);
});

it('takes the longest of several', () => {
  const once = extended(ROOT, a);
  const twice = extended(once, a);
  expect(longest([ROOT, twice, once], a)).toBe(twice);
  expect(longest([], a)).toBeUndefined();
});
