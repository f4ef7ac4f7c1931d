// A filter pattern, compiled once: terms, `{ JSON conditions }` or `[space, delimited, fields]`.

import { compileFieldPattern } from './field-pattern.ts';
import { compileJsonPattern } from './json-pattern.ts';
import { FilterPatternError } from './pattern-error.ts';
import { compileTermPattern } from './term-pattern.ts';

/** What a match pulled out of a message, by name: `$.eventType`, `$status_code`, `$3`. */
export type Extracted = Readonly<Record<string, string>>;

export interface FilterPattern {
  readonly kind: 'terms' | 'json' | 'fields';
  matches(message: string): boolean;
  /** Undefined when the message does not match. */
  extract(message: string): Extracted | undefined;
}

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
