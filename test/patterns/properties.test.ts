// Properties of the pattern engine over random patterns and events. A failure names the seed: put it into `examples` to look at it.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compilePattern } from '#lib/pattern/compile';
import { Engine } from '#lib/pattern/engine';
import { explain } from '#lib/pattern/explain';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { createMatcher, matches } from '#lib/pattern/matcher';
import type { CompiledPattern } from '#lib/pattern/pattern';
import { PatternError } from '#lib/pattern/pattern-error';
import { escaped, Generator } from './generate.ts';
import { referenceMatches } from './reference.ts';

const RULES = 40;
/** `npm test` tries a quarter of the seeds that `.ci/run` tries, others each time. */
const ROUNDS = Number(process.env['PATTERN_ROUNDS'] ?? 1);

/** The seed of the seeds: `PATTERN_SEED` repeats a run. */
const SEED = Number(process.env['PATTERN_SEED'] ?? Date.now() % 2 ** 31);

// Thousands of cases each: longer than a test usually may.
vi.setConfig({ testTimeout: 120_000 * ROUNDS });

/** Runs the property with generators of so many seeds in each round. */
function forSeeds(seedsPerRound: number, property: (generator: Generator) => void): void {
  const seeds = fc.integer({ min: 0, max: 0x7fffffff });
  fc.assert(
    fc.property(seeds, (seed) => property(new Generator(seed))),
    { numRuns: seedsPerRound * ROUNDS, seed: SEED, endOnFailure: true },
  );
}

function compiled(generator: Generator): CompiledPattern {
  for (;;) {
    try {
      return compilePattern(generator.pattern(), { maxWildcardComplexity: Number.POSITIVE_INFINITY });
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
    }
  }
}

const eventOf = (generator: Generator, { text }: CompiledPattern): string =>
  generator.chance(0.25) ? generator.event() : generator.eventFor(text);

/** The verdict, or the one error that an event may cause. */
function verdict(pattern: CompiledPattern, event: string | Uint8Array): boolean | 'malformed' {
  try {
    return matches(pattern, event);
  } catch (error) {
    if (error instanceof MalformedEvent) return 'malformed';
    throw error;
  }
}

describe(`the verdict, PATTERN_SEED=${SEED},`, () => {
  it('is that of the naive reference', () => {
    forSeeds(2000, (generator) => {
      const pattern = compiled(generator);
      for (let i = 0; i < 4; i++) {
        const event = eventOf(generator, pattern);
        expect(matches(pattern, event), `${pattern.text}\n${event}`).toBe(referenceMatches(pattern, event));
      }
    });
  });

  it('is the same among other rules, in any order, while rules come and go', () => {
    forSeeds(13, (generator) => {
      const patterns = Array.from({ length: RULES }, () => compiled(generator));
      const matcher = createMatcher<number>();
      const present = new Set<number>();
      const order = generator.shuffled([...patterns.keys(), ...patterns.keys(), ...patterns.keys()]);
      for (const id of order) {
        if (present.has(id) && generator.chance(0.5)) {
          matcher.remove(id);
          present.delete(id);
        } else {
          matcher.add(id, patterns[id]!);
          present.delete(id);
          present.add(id);
        }
        const event = eventOf(generator, generator.pick(patterns));
        const expected = [...present].filter((one) => matches(patterns[one]!, event));
        expect(matcher.match(event), event).toEqual(expected);
      }
    });
  });

  it('does not depend on how the event is written', () => {
    forSeeds(375, (generator) => {
      const pattern = compiled(generator);
      const event = eventOf(generator, pattern);
      const expected = verdict(pattern, event);
      const spaced = event.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g, (token) => (token[0] === '"' ? token : ` \n${token}\t\r`));
      const escapedEvent = event.replace(/"(?:[^"\\]|\\.)*"/g, (token) => escaped(JSON.parse(token) as string));
      expect(verdict(pattern, Buffer.from(event)), event).toBe(expected);
      expect(verdict(pattern, spaced), spaced).toBe(expected);
      expect(verdict(pattern, escapedEvent), escapedEvent).toBe(expected);
    });
  });

  it('does not depend on the order of members', () => {
    forSeeds(375, (generator) => {
      const pattern = compiled(generator);
      // Through JSON.parse first: an event without repeated keys.
      const event = JSON.parse(eventOf(generator, pattern)) as unknown;
      const reversed = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(reversed);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, member]) => [key, reversed(member)]),
        );
      };
      expect(matches(pattern, JSON.stringify(reversed(event))), pattern.text).toBe(matches(pattern, JSON.stringify(event)));
    });
  });

  it('is that of explain', () => {
    forSeeds(375, (generator) => {
      const pattern = compiled(generator);
      const event = eventOf(generator, pattern);
      const explanation = explain(pattern, event);
      expect(explanation.matched, `${pattern.text}\n${event}`).toBe(matches(pattern, event));
      for (const { matched, fields, conflict } of explanation.alternatives) {
        if (!matched)
          expect(conflict !== undefined || fields.some(({ outcome }) => outcome !== 'matched'), `${pattern.text}\n${event}`).toBe(true);
      }
    });
  });
});

describe('broken texts', () => {
  const BYTES = ['{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '0', '-', 'e', '.', ' ', '\n', '\u0000', 'é', '*', '\ud800', 'null'];
  const mutated = (generator: Generator, text: string): string => {
    let result = text;
    for (let i = 0; i <= generator.int(3); i++) {
      const at = generator.int(result.length + 1);
      result = result.slice(0, at) + (generator.chance(0.6) ? generator.pick(BYTES) : '') + result.slice(at + generator.int(3));
    }
    return result;
  };

  it('as an event give a verdict or MalformedEvent, as JSON.parse would, and leave nothing behind', () => {
    forSeeds(750, (generator) => {
      const pattern = compiled(generator);
      const event = eventOf(generator, pattern);
      const matcher = createMatcher<number>();
      matcher.add(1, pattern);
      const before = matcher.match(event);
      const broken = mutated(generator, event);
      let wellFormed = true;
      try {
        matcher.match(broken);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedEvent);
        wellFormed = false;
      }
      let parsed: unknown;
      try {
        parsed = JSON.parse(broken);
      } catch {
        parsed = undefined;
      }
      expect(wellFormed, broken).toBe(typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed));
      expect(matcher.match(event)).toEqual(before);
    });
  });

  it('as a pattern give a pattern or PatternError', () => {
    forSeeds(1500, (generator) => {
      const broken = mutated(generator, generator.pattern());
      try {
        compilePattern(broken);
      } catch (error) {
        expect(error, broken).toBeInstanceOf(PatternError);
      }
    });
  });

  it('as bytes that are no UTF-8 give MalformedEvent', () => {
    const pattern = compilePattern('{"a":[{"exists":true}]}');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      expect(verdict(pattern, Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]))).toBe('malformed');
    }
  });
});

it('survives the wrap of its event counter', () => {
  const engine = new Engine(0x7fffffff - 3);
  engine.add(compilePattern('{"a":[{"anything-but":["x"]}],"b":[{"prefix":"y"}]}').alternatives);
  engine.add(compilePattern('{"$or":[{"a":["x"]},{"b":["y"]}]}').alternatives);
  for (let i = 0; i < 6; i++) {
    engine.run('{"a":"1","b":"yes"}');
    expect(engine.matchCount).toBe(1);
    engine.run('{"a":"x","b":"y"}');
    expect(Array.from(engine.matched.subarray(0, engine.matchCount))).toEqual([1]);
  }
});
