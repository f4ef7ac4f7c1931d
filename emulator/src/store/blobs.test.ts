// Blobs live as long as a record holds them, whatever happens between the file and the record.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { BlobRef, Store } from '#core/records';
import type { BlobFiles } from './blob-files.ts';
import { sweepBlobs } from './blob-sweep.ts';
import { openStore } from './open-store.ts';

const base = mkdtempSync(join(tmpdir(), 'blobs-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const open: Store[] = [];
async function start(directory?: string): Promise<Store> {
  const store = await openStore({ directory, checked: true, ...(directory ? {} : { blobDirectory: base }) });
  open.push(store);
  return store;
}
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

const filesOf = (store: Store): BlobFiles => store.blobs as BlobFiles;
const hold = (store: Store, ref: BlobRef) => store.write((tx) => tx.hold(ref));
const release = (store: Store, ref: BlobRef) => store.write((tx) => tx.release(ref));
const settled = async (store: Store) => {
  await store.committed();
  await filesOf(store).settled();
};
async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts).toString();
}

let directories = 0;
describe.each([{ mode: 'ephemeral' }, { mode: 'persistent' }])('$mode', ({ mode }) => {
  const newDirectory = () => (mode === 'persistent' ? join(base, `d${directories++}`) : undefined);

  test('a stream becomes a file by its content, read whole or in part', async () => {
    const store = await start(newDirectory());
    const ref = await store.blobs.put(chunks('hello ', 'world'));
    expect(ref).toEqual({ sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9', sizeBytes: 11 });
    expect(Buffer.from(await store.blobs.read(ref)).toString()).toBe('hello world');
    expect(await textOf(store.blobs.open(ref, { start: 4, end: 6 }))).toBe('o w');
    expect(await textOf(store.blobs.open(await store.blobs.put(new Uint8Array())))).toBe('');
    expect(store.blobs.path(ref)).toContain(join('b9', ref.sha256));
  });

  test('the same content twice is one file, gone with its last holder', async () => {
    const store = await start(newDirectory());
    const ref = await store.blobs.put(chunks('twice'));
    hold(store, ref);
    hold(store, await store.blobs.put(chunks('twice')));
    release(store, ref);
    await settled(store);
    expect(existsSync(store.blobs.path(ref))).toBe(true);
    release(store, ref);
    expect(existsSync(store.blobs.path(ref))).toBe(true); // not before the commit
    await settled(store);
    expect(existsSync(store.blobs.path(ref))).toBe(false);
    await expect(store.blobs.read(ref)).rejects.toThrow(expect.objectContaining({ code: 'STORE_BLOB_MISSING' }));
    expect(() => store.blobs.open(ref)).toThrow(expect.objectContaining({ code: 'STORE_BLOB_MISSING' }));
    expect(() => hold(store, ref)).toThrow(expect.objectContaining({ code: 'STORE_BLOB_MISSING' }));
  });

  test('what somebody reads stays until they are through, however early they stop', async () => {
    const store = await start(newDirectory());
    const ref = await store.blobs.put(chunks('read on'));
    hold(store, ref);
    const [begun, another, early] = [1, 2, 3].map(() => store.blobs.open(ref)[Symbol.asyncIterator]());
    release(store, ref);
    await settled(store);
    expect(Buffer.from((await begun!.next()).value as Uint8Array).toString()).toBe('read on');
    expect((await begun!.next()).done).toBe(true);
    await early!.return!();
    expect(Buffer.from((await another!.next()).value as Uint8Array).toString()).toBe('read on');
    expect(existsSync(store.blobs.path(ref))).toBe(true);
    await another!.return!();
    expect(existsSync(store.blobs.path(ref))).toBe(false);
  });

  test('what is written anew while its last holder goes stays', async () => {
    const store = await start(newDirectory());
    const ref = await store.blobs.put(chunks('again'));
    hold(store, ref);
    await store.committed();
    release(store, ref);
    const again = await store.blobs.put(chunks('again'));
    await settled(store);
    hold(store, again);
    release(store, again);
    hold(store, again);
    await settled(store);
    expect(existsSync(store.blobs.path(ref))).toBe(true);
  });

  test('a write that fails counts nothing', async () => {
    const store = await start(newDirectory());
    const ref = await store.blobs.put(chunks('abort'));
    hold(store, ref);
    const failing = (change: 'hold' | 'release') => () =>
      store.write((tx) => {
        tx[change](ref);
        throw new Error('abort');
      });
    expect(failing('hold')).toThrow('abort');
    expect(failing('release')).toThrow('abort');
    await settled(store);
    expect(existsSync(store.blobs.path(ref))).toBe(true);
    release(store, ref);
    await settled(store);
    expect(existsSync(store.blobs.path(ref))).toBe(false);
  });

  test('a body that breaks off leaves no file', async () => {
    const store = await start(newDirectory());
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('the client went away');
    };
    await expect(store.blobs.put(broken())).rejects.toThrow('the client went away');
    expect(readdirSync(join(filesOf(store).directory, 'tmp'))).toEqual([]);
  });
});

test('what a crash left is swept: unfinished files, and files that no record holds', async () => {
  const directory = join(base, 'crash');
  const before = await start(directory);
  const [held, forgotten] = [await before.blobs.put(chunks('held')), await before.blobs.put(chunks('forgotten'))];
  hold(before, held);
  await before.close(); // "forgotten" stands for a crash between the file and the record
  const unfinished = join(directory, 'blobs', 'tmp', 'of-an-earlier-run');
  mkdirSync(join(directory, 'blobs', 'tmp'), { recursive: true });
  writeFileSync(unfinished, 'half');

  const store = await start(directory);
  const fresh = await store.blobs.put(chunks('not yet held'));
  await sweepBlobs(filesOf(store), () => false);
  expect([held, forgotten, fresh].map((ref) => existsSync(store.blobs.path(ref)))).toEqual([true, false, true]);
  expect(existsSync(unfinished)).toBe(false);
});

test('a temporary directory goes with its ephemeral store; a snapshot keeps what it may bring back', async () => {
  const store = await start();
  const ref = await store.blobs.put(chunks('branch'));
  hold(store, ref);
  const taken = store.snapshot();
  release(store, ref);
  await settled(store);
  store.restore(taken);
  expect(Buffer.from(await store.blobs.read(ref)).toString()).toBe('branch');
  const { directory } = filesOf(store);
  await store.close();
  expect(existsSync(directory)).toBe(false);
});
