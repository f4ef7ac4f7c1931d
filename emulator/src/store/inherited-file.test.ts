import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inheritedDescriptors, runCommand } from '#lib/child-process';

describe.skipIf(!existsSync('/proc/self/fdinfo'))('a child process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'child-'));
  const file = join(folder, 'records.mdb');
  let database: ReturnType<typeof open>;

  beforeAll(() => {
    database = open({ path: file, noSubdir: true });
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('would inherit the file that lmdb holds open', () => {
    expect(inheritedDescriptors()).not.toEqual([]);
  });

  it('finds /dev/null in its place', async () => {
    const { stdout } = await runCommand('/bin/sh', ['-c', 'for fd in /proc/$$/fd/*; do readlink "$fd"; done; :']);
    const files = stdout
      .trim()
      .split('\n')
      .filter((name) => name.startsWith('/'));
    expect(new Set(files)).toEqual(new Set(['/dev/null']));
  });

  it('is given none of the descriptors that Node.js opens', () => {
    const before = inheritedDescriptors();
    const own = openSync(file, 'r');
    expect(inheritedDescriptors()).toEqual(before);
    closeSync(own);
  });
});
