// Everything replaced at once, in every mode: emptied, and carried from one store to another through a file.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { collection, type Store } from '#core/records';
import { readArchive, writeArchive } from './archive-file.ts';
import { openStore } from './open-store.ts';

const base = mkdtempSync(join(tmpdir(), 'store-replace-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const rows = collection<[string | number], { n: number }>('replace.rows');
const bulk = collection<[number], { n: number }>('replace.bulk', { bulk: true });
let opened = 0;
const modes: Record<string, () => Promise<Store>> = {
  'in memory': () => openStore({ checked: true }),
  'on disk': () => openStore({ directory: join(base, `store-${++opened}`), checked: true }),
};

async function fill(store: Store): Promise<string> {
  const ref = await store.blobs.put(Buffer.alloc(70_000, 7));
  store.write((tx) => {
    tx.put(store.records(rows, '1', 'a'), ['x\u{1F600}\uffff'], { n: 1 });
    tx.put(store.records(rows, '1', 'b'), [2], { n: 2 });
    tx.put(store.records(bulk, '1', 'a'), [3], { n: 3 });
    tx.hold(ref);
  });
  return store.blobs.path(ref);
}

describe.each(Object.entries(modes))('%s', (_, open) => {
  test('nothing is left after it was emptied, and what follows is kept', async () => {
    const store = await open();
    const blob = await fill(store);
    const held = store.records(rows, '1', 'a');
    await store.replace(undefined);
    expect([held.count(), store.records(rows, '1', 'b').count(), store.records(bulk, '1', 'a').count()]).toEqual([0, 0, 0]);
    expect(store.places(rows)).toEqual([]);
    expect(store.everyPlace()).toEqual([]);
    expect(existsSync(blob)).toBe(false);
    store.write((tx) => tx.put(held, ['new'], { n: 9 }));
    await store.committed();
    expect(store.records(rows, '1', 'a').range()).toEqual([{ n: 9 }]);
    await store.close();
  });

  test.each(Object.entries(modes))('what was saved is loaded %s', async (_, openOther) => {
    const store = await open();
    const blob = readFileSync(await fill(store));
    const file = join(base, `saved-${++opened}`);
    await writeArchive(file, await store.archive());
    await store.close();
    const other = await openOther();
    other.write((tx) => tx.put(other.records(rows, '1', 'c'), ['old'], { n: 0 }));
    const archive = await readArchive(file);
    await other.replace(archive);
    await archive.close();
    const places = [
      { account: '1', region: 'a' },
      { account: '1', region: 'b' },
    ];
    expect(other.places(rows)).toEqual(places);
    expect(other.everyPlace()).toEqual(places);
    const held = other.everyHolding().filter(({ collection }) => collection === rows.name);
    expect(held).toEqual(places.map((place) => ({ collection: rows.name, place })));
    expect(other.records(rows, '1', 'a').entries()).toEqual([[['x\u{1F600}\uffff'], { n: 1 }]]);
    expect(other.records(bulk, '1', 'a').get([3])).toEqual({ n: 3 });
    expect(other.records(rows, '1', 'c').count()).toBe(0);
    const [ref] = archive.blobs;
    expect(Buffer.from(await other.blobs.read({ sha256: ref!.sha256, sizeBytes: blob.length })).equals(blob)).toBe(true);
    await writeArchive(`${file}-again`, await other.archive());
    expect(readFileSync(`${file}-again`).equals(readFileSync(file))).toBe(true);
    await other.close();
  });
});

test('a file that is cut short or changed loads nothing, and none is left half written', async () => {
  const store = await openStore({ checked: true });
  await fill(store);
  const file = join(base, 'whole');
  await writeArchive(file, await store.archive());
  await store.close();
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  changed[40]! ^= 1;
  for (const damaged of [bytes.subarray(0, -1), bytes.subarray(0, 100), Buffer.alloc(0), changed]) {
    writeFileSync(`${file}-damaged`, damaged);
    await expect(readArchive(`${file}-damaged`)).rejects.toMatchObject({ code: 'STATE_FILE_DAMAGED' });
  }
  await expect(readArchive(`${file}-none`)).rejects.toMatchObject({ code: 'STATE_FILE_MISSING' });
  expect(readdirSync(base).filter((name) => name.endsWith('.part'))).toEqual([]);
});
