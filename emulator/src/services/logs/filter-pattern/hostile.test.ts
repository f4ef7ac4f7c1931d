// Random patterns: each compiles or throws its own error, and a compiled one decides about any message.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileFilterPattern } from './filter-pattern.ts';
import { FilterPatternError } from './pattern-error.ts';

const piece = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '$.a',
  '$',
  '.',
  '"',
  '%',
  '=',
  '!=',
  '<',
  '&&',
  '||',
  '(',
  ')',
  ',',
  '...',
  '?',
  '-',
  ' ',
  '\\',
  'x',
  '1',
  '*',
  'IS',
  'NULL',
  'NOT',
  'EXISTS',
  'é',
);
const pattern = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 12 }).map((pieces) => `{ ${pieces.join(' ')} }`),
  fc.array(piece, { maxLength: 12 }).map((pieces) => `[${pieces.join('')}]`),
);
const message = fc.oneof(fc.string(), fc.json(), fc.constant('{"a":{"x":[1,null,"y"]}}'), fc.constant('a [b c] "d e" f'));

it('throws nothing but its own error', () => {
  fc.assert(
    fc.property(pattern, message, (text, subject) => {
      try {
        const compiled = compileFilterPattern(text);
        expect(compiled.matches(subject)).toBe(compiled.extract(subject) !== undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(FilterPatternError);
      }
    }),
    { numRuns: 5000 },
  );
});
