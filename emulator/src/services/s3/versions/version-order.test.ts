import { expect, it } from 'vitest';
import { countOf, looksLikeVersionId, versionOrder } from './version-order.ts';

const CHANCE = 'a'.repeat(26);

it('sorts newer versions first', () => {
  let newest = versionOrder(undefined, CHANCE);
  expect(countOf(newest)).toBe(0);
  for (let count = 1; count < 200; count++) {
    const next = versionOrder(newest, CHANCE);
    expect(next < newest).toBe(true);
    expect(countOf(next)).toBe(count);
    newest = next;
  }
});

it('knows its own ids', () => {
  expect(looksLikeVersionId(versionOrder(undefined, CHANCE))).toBe(true);
  expect(looksLikeVersionId('null')).toBe(true);
  expect(looksLikeVersionId('not-a-version')).toBe(false);
});
