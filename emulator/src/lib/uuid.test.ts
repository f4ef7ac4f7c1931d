import { expect, it } from 'vitest';
import { createUuids, namedUuid } from './uuid.ts';

it('is of version 4, and each is another', () => {
  const uuid = createUuids();
  const ids = new Set(Array.from({ length: 2000 }, uuid));
  expect(ids.size).toBe(2000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('is always the same for a name', () => {
  expect(namedUuid('a')).toBe(namedUuid('a'));
  expect(namedUuid('a')).not.toBe(namedUuid('b'));
  for (const name of ['', 'a', 'ü', 'x'.repeat(1000)])
    expect(namedUuid(name)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
