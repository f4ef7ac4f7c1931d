// Wildcards: what matches, and what it costs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/processor-time.ts';
import { compileGlob, endsInStar, joinGlobs, literalGlob, matchesGlob, splitGlob } from './glob.ts';

const matches = (pattern: string, text: string) => matchesGlob(compileGlob(pattern), text);

describe('glob', () => {
  it.each([
    ['', '', true],
    ['*', '', true],
    ['*', 'anything:at/all', true],
    ['?', '', false],
    ['?', 'x', true],
    ['a*c', 'abbbc', true],
    ['a*c', 'abbbd', false],
    ['a?c', 'ac', false],
    ['*ab', 'aab', true],
    ['a*b*c', 'a1b2b3c', true],
    ['a.c', 'abc', false],
    ['A', 'a', false],
  ])('%s against %s: %s', (pattern, text, verdict) => expect(matches(pattern, text)).toBe(verdict));

  it('agrees with the regular expression of the same meaning', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        const source = pattern.replace(/\./g, '\\.').replace(/\*/g, '.*').replace(/\?/g, '.');
        expect(matches(pattern, text)).toBe(new RegExp(`^${source}$`, 's').test(text));
      }),
    );
  });

  it('keeps literal stars literal', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(matchesGlob(literalGlob(a), b)).toBe(a === b);
        expect(matchesGlob(literalGlob(a), a)).toBe(true);
      }),
    );
  });

  it('does not blow up on many stars', () => {
    expect(
      processorMs(() => {
        expect(matches(`${'a*'.repeat(200)}b`, 'a'.repeat(100_000))).toBe(false);
      }),
    ).toBeLessThan(2000);
  });

  it('does not compare each place of the text with a long part of the pattern', () => {
    expect(
      processorMs(() => {
        for (let times = 0; times < 200; times++)
          expect(matches(`${'*b'.repeat(200)}c*${'a'.repeat(1_000)}`, `${'b'.repeat(5_000)}${'a'.repeat(1_000)}`)).toBe(false);
      }),
    ).toBeLessThan(250);
  });

  it('splits at separators', () => {
    expect(splitGlob(compileGlob('a:*:c:d'), ':', 2)).toEqual([compileGlob('a'), compileGlob('*'), compileGlob('c:d')]);
  });

  it('joins wild and literal parts, and splits them again', () => {
    const joined = joinGlobs([compileGlob('a*:'), literalGlob('*:'), compileGlob('?*'), literalGlob('?')]);
    expect(matchesGlob(joined, 'axx:*:y?')).toBe(true);
    expect(matchesGlob(joined, 'axx:x:y?')).toBe(false);
    expect(matchesGlob(joined, 'axx:*:yz')).toBe(false);
    const parts = splitGlob(joined, ':', 2);
    expect(parts.map((part) => part.text)).toEqual(['a*', '*', '?*?']);
    expect(parts.map((part) => matchesGlob(part, part.text.replace('*', 'xx')))).toEqual([true, false, true]);
    expect(endsInStar(joined)).toBe(false);
    expect(endsInStar(compileGlob('a*'))).toBe(true);
  });
});
