import { expect, it } from 'vitest';
import { createRandomText, randomText } from './random-text.ts';

it('has the length and the letters that are asked for', () => {
  expect(randomText(32)).toMatch(/^[0-9a-f]{32}$/);
  expect(randomText(1000, 'abc')).toMatch(/^[abc]{1000}$/);
  expect(randomText(0)).toBe('');
});

it('is another one each time, also where the bytes at hand end within a text', () => {
  const random = createRandomText(100);
  const texts = new Set(Array.from({ length: 1000 }, () => random(24)));
  expect(texts.size).toBe(1000);
  for (const text of texts) expect(text).toMatch(/^[0-9a-f]{24}$/);
});

it('favours no letter', () => {
  const random = createRandomText();
  const counts = new Map<string, number>();
  for (const letter of random(30_000, 'abc')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of 'abc') expect(Math.abs((counts.get(letter) ?? 0) - 10_000)).toBeLessThan(600);
});
