// Compiles a filter pattern: terms, `{ JSON conditions }` or `[space, delimited, fields]`.

import { compileFieldPattern } from './field-pattern.ts';
import { compileJsonPattern } from './json-pattern.ts';
import type { FilterPattern } from './pattern.ts';
import { FilterPatternError } from './pattern-error.ts';
import { compileTermPattern } from './term-pattern.ts';

/** Throws FilterPatternError. An empty pattern matches everything. */
export function compileFilterPattern(pattern: string): FilterPattern {
  const text = pattern.trim();
  if (text.startsWith('{')) {
    if (!text.endsWith('}')) throw new FilterPatternError("If a filter pattern starts with '{' it must end with '}'");
    return compileJsonPattern(text.slice(1, -1));
  }
  if (text.startsWith('[')) {
    if (!text.endsWith(']')) throw new FilterPatternError("If a filter pattern starts with '[' it must end with ']'");
    return compileFieldPattern(text.slice(1, -1));
  }
  return compileTermPattern(text);
}
