// A filter pattern of a request, or the fault that says what is wrong with it.

import { compileFilterPattern, type FilterPattern } from './filter-pattern/filter-pattern.ts';
import { FilterPatternError } from './filter-pattern/pattern-error.ts';
import { invalid } from './find.ts';

export function readPattern(pattern: string): FilterPattern {
  try {
    return compileFilterPattern(pattern);
  } catch (error) {
    if (error instanceof FilterPatternError) throw invalid(error.message);
    throw error;
  }
}
