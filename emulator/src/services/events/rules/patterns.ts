// TestEventPattern: whether an event matches a pattern.
import { checkEvent } from '#lib/pattern/check-event';
import { compilePattern } from '#lib/pattern/compile';
import { matches } from '#lib/pattern/matcher';
import type { CompiledPattern } from '#lib/pattern/pattern';
import { PatternError } from '#lib/pattern/pattern-error';
import { fault, operation } from '#model/events';
import { invalid } from '#services/events/faults';

/** @throws InvalidEventPatternException */
export function readPattern(text: string): CompiledPattern {
  try {
    return compilePattern(text);
  } catch (error) {
    throw error instanceof PatternError ? fault('InvalidEventPatternException', error.message) : error;
  }
}

export const TestEventPattern = operation('TestEventPattern', (input) => {
  const pattern = readPattern(input.EventPattern);
  const wrong = checkEvent(input.Event);
  if (wrong !== undefined) throw invalid(wrong);
  return { Result: matches(pattern, input.Event) };
});
