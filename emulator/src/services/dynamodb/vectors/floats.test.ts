// Floats of vectors against a plain reference, and the way that they are kept and told.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floatsOf, floatText, packFloats, scoring, unpackFloats } from './floats.ts';
import { nearest } from './nearest.ts';
import type { Distance } from './state.ts';

const float = fc.float({ noNaN: true, noDefaultInfinity: true });

it('floats stay the same through their text and their kept form', () => {
  fc.assert(
    fc.property(float, fc.array(float), (one, many) => {
      expect(Math.fround(Number(floatText(one)))).toBe(one === 0 ? 0 : one);
      expect(floatText(one)).toMatch(/^-?\d+\.\d+$/);
      expect(unpackFloats(packFloats(Float32Array.from(many)))).toEqual(Float32Array.from(many));
    }),
  );
});

it('texts are the shortest ones', () => {
  expect([1, 0.1, 16777216, -2.5e-7, 1e21].map((each) => floatText(Math.fround(each)))).toEqual([
    '1.0',
    '0.1',
    '16777216.0',
    '-0.00000025',
    '1000000000000000000000.0',
  ]);
});

it('only as many numbers as the index has dimensions are a vector, and only those within 32 bits', () => {
  expect(floatsOf([{ N: '1' }, { N: '2' }], 2)).toEqual(Float32Array.of(1, 2));
  for (const values of [undefined, [{ N: '1' }], [{ N: '1' }, { S: '2' }], [{ N: '1' }, { N: '1e39' }]])
    expect(floatsOf(values, 2)).toBeUndefined();
});

describe('the nearest', () => {
  const small = fc.integer({ min: -50, max: 50 });
  const vectors = fc.array(fc.tuple(small, small, small), { minLength: 1, maxLength: 60 });
  const reference: Record<Distance, (a: readonly number[], b: readonly number[]) => number> = {
    DOT_PRODUCT: (a, b) => -a.reduce((sum, each, at) => sum + each * b[at]!, 0),
    EUCLIDEAN: (a, b) => Math.hypot(...a.map((each, at) => each - b[at]!)),
    COSINE: (a, b) => {
      const lengths = Math.hypot(...a) * Math.hypot(...b);
      return lengths === 0 ? 1 : 1 - a.reduce((sum, each, at) => sum + each * b[at]!, 0) / lengths;
    },
  };

  it.each(['DOT_PRODUCT', 'EUCLIDEAN', 'COSINE'] as const)('by %s are those that sorting all of them gives', (distance) => {
    fc.assert(
      fc.property(fc.tuple(small, small, small), vectors, fc.integer({ min: 1, max: 20 }), (query, all, count) => {
        const ranked = nearest(distance, Float32Array.from(query), count);
        const entry = { partition: '', sort: '', vector: '', bytes: 0 };
        for (const each of all) ranked.add(entry, Float32Array.from(each));
        const sign = distance === 'DOT_PRODUCT' ? -1 : 1;
        const scores = ranked.list().map(({ score }) => sign * score);
        const sorted = all.map((each) => reference[distance](query, each)).sort((a, b) => a - b);
        expect(scores).toHaveLength(Math.min(count, all.length));
        for (const [at, score] of scores.entries()) expect(score).toBeCloseTo(sorted[at]!, 4);
      }),
    );
  });

  it('by angle is exactly 0 for the same vector, and 1 without a direction', () => {
    const score = scoring('COSINE', Float32Array.of(0.1, 0.7, 0.2));
    expect([score(Float32Array.of(0.1, 0.7, 0.2)), score(Float32Array.of(0, 0, 0))]).toEqual([0, 1]);
  });
});
