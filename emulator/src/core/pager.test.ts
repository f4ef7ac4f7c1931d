// How a service's requests and answers name pages.
import { expect, it } from 'vitest';
import { pager } from './pager.ts';

interface Input {
  readonly Marker?: string | undefined;
  readonly MaxItems?: number | undefined;
}
const { pageOfItems, pageOfNamed, pageOfKeyed } = pager({
  request: ({ Marker, MaxItems = 2 }: Input) => ({ limit: Math.min(MaxItems, 3), token: Marker }),
  end: (next, { MaxItems }) => ({ Marker: next, wasLimited: MaxItems !== undefined }),
  invalidToken: () => new Error('no marker of ours'),
});

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const named = (input: Input) =>
  pageOfNamed(
    input,
    (after, limit) => NAMES.filter((name) => after === undefined || name > after).slice(0, limit),
    (name) => name,
  );
const keyed = (input: Input) =>
  pageOfKeyed<[number], string>(input, (after, limit) =>
    NAMES.map((name, at): [[number], string] => [[at], name])
      .filter(([[at]]) => after === undefined || at > after[0])
      .slice(0, limit),
  );
const FORMS = { named, keyed, 'in memory': (input: Input) => pageOfItems([...NAMES].reverse(), (name) => name, input) };

it.each(Object.entries(FORMS))('reads sizes and markers from requests, and ends answers: %s', (_, page) => {
  const { items, ...end } = page({});
  expect([items, end]).toEqual([['a', 'b'], { Marker: expect.any(String), wasLimited: false }]);
  const second = page({ Marker: end.Marker, MaxItems: 100 });
  expect(second).toEqual({ items: ['c', 'd', 'e'], Marker: undefined, wasLimited: true });
  expect(() => page({ Marker: 'x' })).toThrow('no marker of ours');
});
