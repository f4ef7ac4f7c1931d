// Compiles the filter pattern of a request; throws the service's error for an invalid one.

import { invalid } from '#services/logs/groups/find-group';
import { compileFilterPattern } from './filter-pattern.ts';
import type { FilterPattern } from './pattern.ts';
import { FilterPatternError } from './pattern-error.ts';

export function readPattern(pattern: string): FilterPattern {
  try {
    return compileFilterPattern(pattern);
  } catch (error) {
    if (error instanceof FilterPatternError) throw invalid(error.message);
    throw error;
  }
}
