import { expect, it } from 'vitest';
import { lazy } from './lazy.ts';

it('makes a value once', () => {
  let made = 0;
  const value = lazy(() => ++made);
  expect([value(), value(), made]).toEqual([1, 1, 1]);
});

it('tries again what failed, and has those who ask meanwhile wait for the same attempt', async () => {
  let attempts = 0;
  const value = lazy(async () => {
    if (++attempts === 1) throw new Error('too many open files');
    return 'there';
  });
  const first = [value(), value()];
  for (const attempt of first) await expect(attempt).rejects.toThrow('too many open files');
  expect([await value(), await value(), attempts]).toEqual(['there', 'there', 2]);
});
