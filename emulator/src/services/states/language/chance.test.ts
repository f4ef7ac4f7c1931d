// Seeded numbers beside those of java.util.Random (Java 17), and draws that repeat.
import { expect, it } from 'vitest';
import { chanceFrom, seededRandom } from './chance.ts';

it.each([
  [42, 0.7275636800328681],
  [0, 0.730967787376657],
  [1, 0.7308781907032909],
  [-1, 0.26894263088050496],
  [-7, 0.2691218093260761],
  [123_456_789, 0.664038103272266],
  [9_007_199_254_740_991, 0.26894263088050496],
  [-9_007_199_254_740_991, 0.7308781907032909],
  [2 ** 48, 0.730967787376657],
  [2 ** 48 - 1, 0.26894263088050496],
  [42.9, 0.7275636800328681],
])('the seed %d draws what java.util.Random draws', (seed, drawn) => {
  expect(seededRandom(seed)).toBe(drawn);
});

it('draws the same numbers and ids again for the same seed', () => {
  const drawn = (seed: string) => {
    const chance = chanceFrom({ nowMs: 1, seed });
    return [chance.random(), chance.random(), chance.uuid(), chance.uuid()] as const;
  };
  const [first, second, id, other] = drawn('a');
  expect(drawn('a')).toEqual([first, second, id, other]);
  expect(drawn('b')).not.toEqual(drawn('a'));
  expect(first >= 0 && first < 1 && first !== second).toBe(true);
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(other).not.toBe(id);
});
