// Cases that the case files do not hold: the options, rare syntax errors, and the shape of a compiled pattern.
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile.ts';
import type { PatternOptions } from './pattern.ts';
import { PatternError } from './pattern-error.ts';

function problem(text: string, options?: PatternOptions): PatternError {
  try {
    compilePattern(text, options);
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
  throw new Error(`No error for ${text}`);
}

it('joins names, replaces repeated fields and merges repeated objects', () => {
  const { alternatives } = compilePattern('{"a":{"b":[1]},"a.b":[2],"c":{"d":[3]},"c":{"e":[4]}} and more');
  expect(alternatives).toHaveLength(1);
  expect([...alternatives[0]!.keys()]).toEqual(['a.b', 'c.d', 'c.e']);
  expect(alternatives[0]!.get('a.b')).toEqual([{ kind: 'number', value: 2, text: '2' }]);
});

it('copies what stands before $or into each branch, and sets what follows in all of them', () => {
  const { alternatives } = compilePattern('{"a":["x"],"$or":[{"a":["y"]},{"b":["z"]}],"c":["w"]}');
  const shown = alternatives.map((fields) =>
    Object.fromEntries([...fields].map(([name, [value]]) => [name, value && 'text' in value && value.text])),
  );
  expect(shown).toEqual([
    { a: 'y', c: 'w' },
    { a: 'x', b: 'z', c: 'w' },
  ]);
});

describe('a service with a narrower language', () => {
  const pipes: PatternOptions = {
    matchTypes: ['prefix', 'suffix', 'equals-ignore-case', 'cidr', 'exists', 'numeric', 'anything-but'],
    anythingButTypes: [],
    messagePrefix: 'Invalid filter: ',
  };

  it('does not know the other match types', () => {
    expect(problem('{"a":[{"wildcard":"x*"}]}', pipes).message).toBe(
      'Invalid filter: Unrecognized match type wildcard\n at [Source: (String)"{"a":[{"wildcard":"x*"}]}"; line: 1, column: 20]',
    );
    expect(problem('{"a":[{"anything-but":{"prefix":"x"}}]}', pipes).reason).toBe('Unsupported anything-but pattern: prefix');
    expect(() => compilePattern('{"a":[{"anything-but":["x"]}]}', pipes)).not.toThrow();
  });

  it('may set its own limits', () => {
    expect(problem('{"a":[1],"b":[1]}', { maxFields: 1 }).reason).toBe('Rule is too complex - more than 1 fields');
    expect(problem('{"a":[{"wildcard":"*a*"}]}', { maxWildcardComplexity: 2 }).reason).toMatch(/^Rule is too complex/);
  });
});

describe('syntax errors that no case holds', () => {
  it.each([
    ['', 'Filter is not an object', undefined],
    ['{"a":[01]}', 'Invalid numeric value: Leading zeroes not allowed', 8],
    ['{"a":[1.]}', "Unexpected character (']' (code 93)) in numeric value: Decimal point not followed by a digit", 9],
    ['{"a":[NaN]}', "Non-standard token 'NaN': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow", 10],
    ['{"a":["\\u12x4"]}', "Unexpected character ('x' (code 120)): expected a hex-digit for character escape sequence", 12],
    ['{"a" [1]}', "Unexpected character ('[' (code 91)): was expecting a colon to separate field name and value", 6],
    ['{"a":', 'Unexpected end-of-input within/between Object entries', 6],
  ])('%s', (text, reason, column) => {
    const error = problem(text);
    expect(error.reason).toBe(reason);
    if (column !== undefined) expect(error.position).toEqual({ line: 1, column });
  });

  it('counts lines', () => {
    expect(problem('{\n  "a": [\n    {"prefix": 1}\n  ]\n}').position).toEqual({ line: 3, column: 17 });
  });

  it('shows the first 500 characters of the pattern', () => {
    const text = `{"a":["${'x'.repeat(600)}"],"b":1}`;
    expect(problem(text).message).toContain(`"${text.slice(0, 500)}"[truncated ${text.length - 500} chars]; line: 1`);
  });
});
