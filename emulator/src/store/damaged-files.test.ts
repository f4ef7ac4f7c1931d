// Every kind of damage to the data file has its answer: an error with a code, the file's name and what to do. Nothing starts empty, nothing
// crashes, and the directory is free again afterwards.

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collection } from '#core/records';
import { openStore } from './open-store.ts';

const PAGE_BYTES = 8192;
/** In a header page: where lmdb has the number of the last page that was ever taken. */
const LAST_PAGE_AT = 144;
const ROWS = 500;
const rows = collection<[number], { pad: string }>('damaged.rows');
const base = mkdtempSync(join(tmpdir(), 'damaged-'));
let whole: Buffer;

beforeAll(async () => {
  const directory = join(base, 'whole');
  const store = await openStore({ directory });
  for (let part = 0; part < 5; part++) {
    store.write((tx) => {
      for (let n = part; n < ROWS; n += 5) tx.put(store.records(rows, '1', 'r'), [n], { pad: 'x'.repeat(n % 50 === 0 ? 20_000 : 500) });
    });
    await store.committed();
  }
  await store.close();
  whole = readFileSync(join(directory, 'records.mdb'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Overwrites the file from `at` on; noise does not depend on chance. */
function overwrite(file: string, at: number, length: number, byte: (index: number) => number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.from(Array.from({ length }, (_, index) => byte(index))), 0, length, at);
  closeSync(descriptor);
}
const zero = (): number => 0;
const noise = (index: number): number => (Math.imul(index + 1, 2_654_435_761) >>> 13) & 255;

/** Pages 2, 5, 8, … behind the two of the headers. */
function overwriteEveryThird(file: string, byte: (index: number) => number): void {
  for (let at = 2 * PAGE_BYTES; at < whole.length; at += 3 * PAGE_BYTES) overwrite(file, at, PAGE_BYTES, byte);
}

const KINDS: { name: string; damage: (file: string) => void; says: RegExp }[] = [
  { name: 'no bytes', damage: (file) => truncateSync(file, 0), says: /it is empty/ },
  { name: '100 bytes', damage: (file) => truncateSync(file, 100), says: /its 100 bytes do not begin with the header/ },
  { name: 'one page', damage: (file) => truncateSync(file, PAGE_BYTES), says: /has 8192 bytes and should have at least/ },
  { name: 'half of it', damage: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), says: /should have at least/ },
  { name: 'all but the last page', damage: (file) => truncateSync(file, statSync(file).size - PAGE_BYTES), says: /should have at least/ },
  { name: 'something else', damage: (file) => writeFileSync(file, 'x'.repeat(100_000)), says: /do not begin with the header/ },
  { name: 'zeros only', damage: (file) => overwrite(file, 0, statSync(file).size, zero), says: /do not begin with the header/ },
  { name: 'a header of noise', damage: (file) => overwrite(file, 0, PAGE_BYTES, noise), says: /do not begin with the header/ },
  {
    name: 'pages of zeros',
    damage: (file) => overwrite(file, 2 * PAGE_BYTES, statSync(file).size - 2 * PAGE_BYTES, zero),
    says: /page \d+/,
  },
  {
    name: 'pages of noise',
    damage: (file) => overwrite(file, 2 * PAGE_BYTES, statSync(file).size - 2 * PAGE_BYTES, noise),
    says: /page \d+/,
  },
  { name: 'every third page of zeros', damage: (file) => overwriteEveryThird(file, zero), says: /page \d+/ },
  { name: 'every third page of noise', damage: (file) => overwriteEveryThird(file, noise), says: /page \d+/ },
  {
    name: 'a directory',
    damage: (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    says: /it is a directory, not a file/,
  },
  {
    name: 'a link that leads nowhere',
    damage: (file) => {
      rmSync(file);
      symlinkSync(join(base, 'nowhere'), file);
    },
    says: /a link to a file that is not there/,
  },
  {
    name: 'a named pipe',
    damage: (file) => {
      rmSync(file);
      execFileSync('mkfifo', [file]);
    },
    says: /it is a named pipe, not a file/,
  },
];

describe('a data file that is', () => {
  test.skipIf(process.platform === 'win32').each(KINDS)(
    '$name is refused by name, and the directory is free again',
    async ({ name, damage, says }) => {
      const directory = join(base, name.replaceAll(' ', '-'));
      mkdirSync(directory);
      const file = join(directory, 'records.mdb');
      writeFileSync(file, whole);
      damage(file);
      const refused = expect.objectContaining({
        code: 'STORE_FILE_DAMAGED',
        message: expect.stringMatching(says),
        hint: expect.stringContaining(`mv '${file}'`),
      });
      await expect(openStore({ directory })).rejects.toThrow(refused);
      await expect(openStore({ directory })).rejects.toThrow(expect.objectContaining({ message: expect.stringContaining(file) }));
      rmSync(file, { recursive: true });
      writeFileSync(file, whole);
      const store = await openStore({ directory });
      expect(store.records(rows, '1', 'r').count()).toBe(ROWS);
      await store.close();
    },
  );

  test('absent is a new one, also after a start that was killed while it made the file', async () => {
    const directory = join(base, 'absent');
    mkdirSync(directory);
    writeFileSync(join(directory, 'records.mdb.new'), '');
    const store = await openStore({ directory });
    expect(store.records(rows, '1', 'r').count()).toBe(0);
    store.write((tx) => tx.put(store.records(rows, '1', 'r'), [1], { pad: '' }));
    await store.committed();
    await store.close();
    const again = await openStore({ directory });
    expect(again.records(rows, '1', 'r').count()).toBe(1);
    await again.close();
  });
});

test('a file that ends before its last page is whole, if that page was taken and given back in one write', async () => {
  const directory = join(base, 'short');
  const store = await openStore({ directory });
  const file = join(directory, 'records.mdb');
  let shorter = 0;
  for (let n = 0; n < 20; n++) {
    store.write((tx) => {
      const records = store.records(rows, '1', 'r');
      tx.put(records, [n], { pad: 'x'.repeat(500) });
      tx.put(records, [1_000], { pad: 'x'.repeat(20_000) });
      tx.delete(records, [1_000]);
    });
    await store.committed();
    // As `kill -9` would leave it.
    const killed = join(base, `short-${n}`);
    mkdirSync(killed);
    writeFileSync(join(killed, 'records.mdb'), readFileSync(file));
    const lastPages = [0, PAGE_BYTES].map((at) => readFileSync(file).readBigUInt64LE(at + LAST_PAGE_AT));
    if (lastPages.every((last) => (Number(last) + 1) * PAGE_BYTES > statSync(file).size)) shorter++;
    const again = await openStore({ directory: killed });
    expect(again.records(rows, '1', 'r').count()).toBe(n + 1);
    again.write((tx) => tx.put(again.records(rows, '1', 'r'), [2_000], { pad: 'x'.repeat(100_000) }));
    await again.close();
  }
  await store.close();
  expect(shorter).toBeGreaterThan(0);
});
