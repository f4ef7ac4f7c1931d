// Regular expressions of clients: as Java reads them, against those of the language where both agree, and hostile ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../../test/support/processor-time.ts';
import { Regex, RegexBudget, RegexSyntaxError, RegexTooCostly } from './regex.ts';

const matches = (source: string, text: string): boolean => new Regex(source, { whole: true }).test(text);
const finds = (source: string, text: string): boolean => new Regex(source, { whole: false }).test(text);

describe('an expression', () => {
  it.each<[string, string, boolean]>([
    ['[a-z]+', 'abc', true],
    ['[a-z]+', 'abC', false],
    ['a|bc', 'bc', true],
    ['(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,41}', 'Passw0rdX', true],
    ['(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,41}', 'password1', false],
    ['^(?!aws)[\\w-]+$', 'aws-x', false],
    ['(?i)arn:.*', 'ARN:x', true],
    ['(?i:a)b', 'AB', false],
    ['.*', 'a\nb', false],
    ['(?s).*', 'a\nb', true],
    ['\\p{Alpha}+\\p{Punct}', 'abc!', true],
    ['\\p{L}+', 'äöü', true],
    ['\\p{IsGreek}+', 'αβγ', true],
    ['[a-z&&[^m-p]]+', 'abc', true],
    ['[a-z&&[^m-p]]+', 'amc', false],
    ['[a-c[x-z]]+', 'axz', true],
    ['[]a]+', ']a', true],
    ['\\Qa.b\\E+', 'a.bb', true],
    ['a++a', 'aaa', false],
    ['(?>a*)b', 'aab', true],
    ['(a|b)\\1', 'aa', true],
    ['(a|b)\\1', 'ab', false],
    ['(?<x>a+)-\\k<x>', 'aa-aa', true],
    ['.(?<=a)b', 'ab', true],
    ['.(?<!a)b', 'ab', false],
    ['a{2,3}', 'aaaa', false],
    ['\\u0041\\x42\\0103', 'ABC', true],
    ['a$', 'a\n', false],
    ['😀{2}', '😀😀', true],
    ['(?x) a # letter\n b', 'ab', true],
    ['\\R', '\r\n', true],
    ['(a*)*', 'aaa', true],
    ['(|a)+b', 'aab', true],
    ['', '', true],
  ])('%s and %j: %s', (source, text, expected) => expect(matches(source, text)).toBe(expected));

  it('is found anywhere where it need not match the whole', () => {
    expect(finds('b+', 'abbc')).toBe(true);
    expect(finds('^b', 'ab')).toBe(false);
    expect(finds('c$', 'abc\n')).toBe(true);
    expect(finds('\\bb\\b', 'a b c')).toBe(true);
  });

  it.each(['(', ')', '[a', '*a', 'a{2', 'a{3,2}', '\\y', '(?<a>x)(?<a>y)', '(?<=a*)b', '\\p{Nothing}', '(?q)', '[z-a]', '(a{1000}){1000}'])(
    'is refused: %s',
    (source) => expect(() => new Regex(source, { whole: true })).toThrow(RegexSyntaxError),
  );
});

describe('what JavaScript reads the same way', () => {
  const unit = fc.constantFrom('a', 'b', '1', '.', '\\d', '\\w', '[ab]', '[^a]', '(?:a|b1)', '(ab)', '(?=a)', '(?!b)', '\\b', '(?<=a)');
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?', '+?');
  const quantified = fc
    .tuple(unit, quantifier)
    .map(([part, count]) => (/^\(\?[=!<]|^\\b/.test(part) && !part.startsWith('(?:') ? part : part + count));
  const expression = fc.array(
    fc.array(quantified, { maxLength: 5 }).map((parts) => parts.join('')),
    { minLength: 1, maxLength: 3 },
  );
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', ' '), maxLength: 10 });
  it('matches what JavaScript matches', () => {
    fc.assert(
      fc.property(expression, text, (branches, subject) => {
        const source = branches.join('|');
        expect(matches(source, subject)).toBe(new RegExp(`^(?:${source})$`).test(subject));
        expect(finds(source, subject)).toBe(new RegExp(source).test(subject));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a hostile expression', () => {
  const long = `${'a'.repeat(4_000)}!`;
  it.each([
    ['(a+)+$', long],
    ['(a|a)*b', long],
    ['(a*)*b', long],
    ['(.*a){20}', `${'a'.repeat(4_000)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', long],
    ['(?=(a+)+$)a', long],
    ['(?:(?:a?){10}){10}b', long],
    ['((?=a*)a)*b', long],
    ['(a+)+\\1b', long],
    ['(?<=a{1,999}b)c', 'a'.repeat(4_000)],
    [`${'(a?)'.repeat(60)}${'a'.repeat(60)}`, 'a'.repeat(60)],
  ])('%s ends in time', (source, text) => {
    expect(
      processorMs(() => {
        const budget = new RegexBudget();
        for (const whole of [true, false]) {
          try {
            new Regex(source, { whole }).test(text, budget);
          } catch (error) {
            expect(error).toBeInstanceOf(RegexTooCostly);
          }
        }
      }),
    ).toBeLessThan(500);
  });
});
