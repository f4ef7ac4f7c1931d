// Ranges whose bounds are longer than any key: lmdb refuses such a bound, and every read after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collection } from '#core/records';
import { openStore } from './open-store.ts';

const base = mkdtempSync(join(tmpdir(), 'long-bounds-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const rows = collection<[string], { n: number }>('bounds.bulk', { bulk: true });
/** As long as the store takes a name of this collection, whose key begins with the account, the region and the collection. */
const MAX_NAME_LENGTH = 3_990;
const names = ['a', 'y', 'y'.repeat(MAX_NAME_LENGTH), `${'y'.repeat(MAX_NAME_LENGTH - 1)}z`, 'é'.repeat(MAX_NAME_LENGTH / 2), 'z'];

describe.each([
  { mode: 'ephemeral', directory: undefined },
  { mode: 'persistent', directory: join(base, 'data') },
])('$mode', ({ directory }) => {
  it('hold what a plain list holds, and leave later reads whole', async () => {
    let store = await openStore({ directory, checked: true });
    store.write((tx) => {
      for (const [n, name] of names.entries()) tx.put(store.records(rows, '1', 'r'), [name], { n });
    });
    await store.committed();
    if (directory) {
      await store.close();
      store = await openStore({ directory, checked: true });
    }
    const records = store.records(rows, '1', 'r');
    const sorted = [...names].sort((a, b) => (a < b ? -1 : 1));
    for (const length of [1, MAX_NAME_LENGTH, 4_018, 4_026, 4_027, 8_188, 20_000, 100_000])
      for (const letter of ['a', 'y', 'é'])
        for (const end of ['', 'a', 'z']) {
          const edge = letter.repeat(length) + end;
          const keys = (options: object): string[] => records.entries([], options).map(([[name]]) => name);
          expect(keys({ after: [edge] })).toEqual(sorted.filter((name) => name > edge));
          expect(keys({ before: [edge] })).toEqual(sorted.filter((name) => name < edge));
          expect(keys({ after: [edge], reverse: true })).toEqual(sorted.filter((name) => name > edge).reverse());
          expect(keys({ before: [edge], reverse: true, limit: 2 })).toEqual(
            sorted
              .filter((name) => name < edge)
              .reverse()
              .slice(0, 2),
          );
          expect(keys({ startsWith: edge })).toEqual(sorted.filter((name) => name.startsWith(edge)));
          expect(records.get([edge])?.n).toBe(names.includes(edge) ? names.indexOf(edge) : undefined);
        }
    await store.close();
  });
});
