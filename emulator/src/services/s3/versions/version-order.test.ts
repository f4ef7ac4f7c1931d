import { expect, it } from 'vitest';
import { countOf, isGenuine, looksLikeVersionId, versionOrder } from './version-order.ts';

const CHANCE = 'a'.repeat(22);

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

it('tells an id that was made up', () => {
  const id = versionOrder(undefined, CHANCE);
  expect(isGenuine(id)).toBe(true);
  expect(isGenuine(`${id.slice(0, -4)}ABCD`)).toBe(false);
  expect(isGenuine(`${id.slice(0, 10)}b${id.slice(11)}`)).toBe(false);
  expect(isGenuine('null')).toBe(false);
});
