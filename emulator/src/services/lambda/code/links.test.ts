import { describe, expect, it } from 'vitest';
import { staysInside } from './links.ts';

const links = (...pairs: [string, string][]) => new Map(pairs);

describe('a link', () => {
  it.each([
    ['to a sibling', links(['a', 'b'])],
    ['up and down again', links(['d/a', '../b'])],
    ['through another link', links(['a', 'b'], ['b', 'c/d'])],
    ['to the folder itself', links(['d/a', '..'])],
  ])('may lead %s', (_, map) => {
    expect([...map.keys()].every((path) => staysInside(path, map))).toBe(true);
  });

  it.each([
    ['out', links(['a', '..'])],
    ['to an absolute place', links(['a', '/etc/passwd'])],
    ['out through a link to the top', links(['s', '.'], ['a', 's/..'])],
    ['out from a deep place', links(['d/e/a', '../../../x'])],
    ['round in circles', links(['a', 'b'], ['b', 'a'])],
  ])('must not lead %s', (_, map) => {
    expect([...map.keys()].every((path) => staysInside(path, map))).toBe(false);
  });
});
