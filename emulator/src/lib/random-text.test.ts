import { expect, it } from 'vitest';
import { randomText } from './random-text.ts';

it('has the length and the letters that are asked for', () => {
  expect(randomText(32)).toMatch(/^[0-9a-f]{32}$/);
  expect(randomText(1000, 'abc')).toMatch(/^[abc]{1000}$/);
  expect(randomText(0)).toBe('');
});
