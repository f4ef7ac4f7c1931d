// Every recorded verdict and every recorded error text of the case files; where they come from is told in cases/NOTICE.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '#lib/pattern/compile';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { createMatcher, matches } from '#lib/pattern/matcher';
import { PatternError } from '#lib/pattern/pattern-error';

interface Case {
  readonly id: string;
  readonly pattern: string;
  readonly event?: string;
  readonly expected: boolean | 'valid' | 'invalid' | 'exception' | 'event-error';
  readonly errorRaw?: string | null;
}

function casesOf(name: string): Case[] {
  return (JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), 'utf8')) as { cases: Case[] }).cases;
}

function verdict({ pattern, event }: Case): Case['expected'] {
  try {
    // The recordings are of the library; the limit on wildcards is one that the service adds.
    const compiled = compilePattern(pattern, { maxWildcardComplexity: Number.POSITIVE_INFINITY });
    return event === undefined ? 'valid' : matches(compiled, event);
  } catch (error) {
    if (error instanceof MalformedEvent) return 'event-error';
    if (error instanceof PatternError) return event === undefined ? 'invalid' : 'exception';
    throw error;
  }
}

function errorText(pattern: string): string {
  try {
    compilePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
  return 'valid';
}

describe.each(['event-ruler-match', 'event-ruler-validate', 'quamina'])('%s', (name) => {
  const cases = casesOf(name);

  it(`gives all ${cases.length} recorded verdicts`, () => {
    const different = cases.filter((one) => verdict(one) !== one.expected);
    expect(different).toEqual([]);
  });

  it('gives the same verdicts with all rules in one matcher', () => {
    const valid = cases.filter(({ expected }) => typeof expected === 'boolean');
    const matcher = createMatcher<string>();
    for (const pattern of new Set(valid.map((one) => one.pattern))) matcher.add(pattern, compilePattern(pattern));
    const different = valid.filter(({ pattern, event, expected }) => matcher.match(event!).includes(pattern) !== expected);
    expect(different).toEqual([]);
  });
});

it('words and places every recorded error as the service does', () => {
  const recorded = casesOf('event-ruler-validate').filter(({ errorRaw }) => errorRaw);
  expect(recorded).toHaveLength(100);
  const prefix = 'Event pattern is not valid. Reason: ';
  for (const { id, pattern, errorRaw } of recorded) {
    expect(errorText(pattern), id).toBe(prefix + errorRaw!.replace(prefix, ''));
  }
});
