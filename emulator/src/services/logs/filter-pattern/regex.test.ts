// Regular expressions of filter patterns against the language's own.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRegex } from './regex.ts';

const unit = fc.constantFrom('a', 'b', '1', ' ', '.', '\\d', '\\w', '\\S', '[ab]', '[^a]', '[a-c1]', '\\.', '\\x61', '_');
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '{2,}', '{0,1}');
const sequence = fc.array(fc.tuple(unit, quantifier), { minLength: 1, maxLength: 5 }).map((parts) => parts.flat().join(''));
const branch = fc.tuple(fc.boolean(), sequence, fc.boolean()).map(([start, body, end]) => `${start ? '^' : ''}${body}${end ? '$' : ''}`);
const expression = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|'));
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '2', ' ', '.', '_'), maxLength: 12 });

it('match what those of the language match', () => {
  fc.assert(
    fc.property(expression, text, (source, subject) => {
      expect(compileRegex(source)(subject)).toBe(new RegExp(source).test(subject));
    }),
    { numRuns: 3000 },
  );
});
