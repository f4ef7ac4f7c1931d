// The error when the data directory cannot be used, or no longer: a code, the file or directory, and the remedy.

import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { collection } from '#core/records';
import { isMissing } from '../../../test/support/is-missing.ts';
import { filling } from '../../../test/support/store/disk-filler.ts';
import { openStore } from './open-store.ts';

const base = mkdtempSync(join(tmpdir(), 'store-disk-'));
const mounts: string[] = [];
afterAll(() => {
  for (const mount of mounts) system('umount', mount);
  rmSync(base, { recursive: true, force: true });
});

function system(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}

function mountSmall(name: string): string | undefined {
  const directory = join(base, name);
  mkdirSync(directory);
  try {
    system('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory);
  } catch {
    return undefined;
  }
  mounts.push(directory);
  return directory;
}
const [full, tight, readOnly] = [mountSmall('full'), mountSmall('tight'), mountSmall('read-only')];
const noTmpfs = 'needs root on Linux, and the right to mount a tmpfs';
const isRoot = process.getuid?.() === 0 && 'root may write anywhere: run the tests as somebody else';

const rows = collection<[number], { pad: string }>('disk.rows');

async function fillFile(directory: string): Promise<string> {
  const store = await openStore({ directory });
  store.write((tx) => {
    for (let n = 0; n < 500; n++) tx.put(store.records(rows, '1', 'r'), [n], { pad: 'x'.repeat(500) });
  });
  await store.close();
  return join(directory, 'records.mdb');
}

test.skipIf(isMissing('a full disk', !full && noTmpfs))('a full disk', async () => {
  const directory = full as string;
  const ballast = join(directory, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1024 * 1024));
  const filler = fileURLToPath(new URL('../../../test/support/store/disk-filler.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', filler, directory]);
  const told = JSON.parse(stdout.trim().split('\n').at(-1) as string) as Record<string, unknown>;
  expect(told).toMatchObject({ code: 'STORE_DISK_FULL', hasRoom: false, leftBehind: false, readable: 20_000 });
  expect(told['failure']).toBeUndefined();
  expect(told['message']).toContain(directory);
  expect(told['hint']).toContain('deletions work');
  expect(told['acknowledged']).toBeGreaterThan(10);

  // Nothing comes back, and everything acknowledged is there.
  const store = await openStore({ directory });
  const found = store.records(filling, '1', 'r');
  const [acknowledged, removed] = [told['acknowledged'] as number, told['removed'] as number];
  expect(found.keys()).toEqual(Array.from({ length: acknowledged - removed }, (_, n) => [removed + n]));
  rmSync(ballast);
  store.write((tx) => tx.put(found, [1_000_000], { pad: 'again' }));
  await store.committed();
  await store.close();
});

test.skipIf(isMissing('a start on a full disk', !tight && noTmpfs))('a start on a full disk', async () => {
  const opener = fileURLToPath(new URL('../../../test/support/store/full-disk-opener.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', opener, tight as string]);
  const outcomes = JSON.parse(stdout) as string[];
  const opened = outcomes.indexOf('opened');
  expect(new Set(outcomes.slice(0, opened))).toEqual(new Set(['STORE_DISK_FULL']));
  expect(new Set(outcomes.slice(opened))).toEqual(new Set(['opened']));
});

describe('a directory that cannot be written to', () => {
  const refused = (directory: string) =>
    expect.objectContaining({
      code: 'STORE_DIRECTORY_READ_ONLY',
      message: expect.stringContaining(directory),
      hint: expect.stringContaining('writable'),
    });

  test.skipIf(isMissing('a file system that is read-only', !readOnly && noTmpfs))('because its file system is read-only', async () => {
    const directory = readOnly as string;
    await fillFile(directory);
    system('mount', '-o', 'remount,ro', directory);
    await expect(openStore({ directory })).rejects.toThrow(refused(directory));
  });

  test.skipIf(isMissing('a directory whose mode forbids writing', isRoot))('because of its mode', async () => {
    const directory = join(base, 'mode');
    mkdirSync(directory);
    chmodSync(directory, 0o555);
    await expect(openStore({ directory })).rejects.toThrow(refused(directory));
  });

  test('because it is a file', async () => {
    const directory = join(base, 'file');
    writeFileSync(directory, '');
    const unusable = expect.objectContaining({ code: 'STORE_DIRECTORY_UNUSABLE', message: expect.stringContaining(directory) });
    await expect(openStore({ directory })).rejects.toThrow(unusable);
  });
});

test('a record that is noise on disk is named', async () => {
  const directory = join(base, 'noise');
  const { Disk } = await import('./disk.ts');
  const { encodeKey } = await import('./key.ts');
  mkdirSync(directory);
  const disk = new Disk({ directory, file: join(directory, 'records.mdb'), strict: false, onCommitted: () => undefined });
  const change = {
    prefix: encodeKey([rows.name, '1', 'r']),
    text: encodeKey([7]),
    value: {},
    bytes: Buffer.from([0xc1, 1, 2]),
    before: undefined,
    previous: undefined,
  };
  disk.write([{ ...change, pages: undefined as never }]);
  await disk.committed();
  await disk.close();
  const store = await openStore({ directory });
  const unreadable = expect.objectContaining({ code: 'STORE_RECORD_UNREADABLE', message: expect.stringContaining('[7] of disk.rows') });
  expect(() => store.records(rows, '1', 'r').get([7])).toThrow(unreadable);
  await store.close();
});

test('nothing of an ephemeral store touches the disk', async () => {
  const store = await openStore({ blobDirectory: join(base, 'nowhere') });
  store.write((tx) => tx.put(store.records(rows, '1', 'r'), [1], { pad: '' }));
  await store.close();
  expect(existsSync(join(base, 'nowhere'))).toBe(false);
});
