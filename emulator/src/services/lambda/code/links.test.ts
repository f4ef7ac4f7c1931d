import { describe, expect, it } from 'vitest';
import { linkThatLeaves } from './links.ts';

/** 600 links, each along 2,000 segments. */
function manyLongLinks(): [string, string][] {
  return Array.from({ length: 600 }, (_, index) => [`l${index}`, './'.repeat(2_000)]);
}

const links = (...pairs: [string, string][]) => new Map(pairs);

describe('a link', () => {
  it.each([
    ['to a sibling', links(['a', 'b'])],
    ['up and down again', links(['d/a', '../b'])],
    ['through another link', links(['a', 'b'], ['b', 'c/d'])],
    ['to the folder itself', links(['d/a', '..'])],
  ])('may lead %s', (_, map) => {
    expect(linkThatLeaves(map)).toBeUndefined();
  });

  it.each([
    ['out', links(['a', '..'])],
    ['to an absolute place', links(['a', '/etc/passwd'])],
    ['out through a link to the top', links(['s', '.'], ['a', 's/..'])],
    ['out from a deep place', links(['d/e/a', '../../../x'])],
    ['round in circles', links(['a', 'b'], ['b', 'a'])],
    ['to a target that no file system takes', links(['a', 'b/'.repeat(2_048)])],
    ['through more segments than any archive needs', links(...manyLongLinks())],
  ])('must not lead %s', (_, map) => {
    expect(map.has(linkThatLeaves(map) ?? '')).toBe(true);
  });
});
