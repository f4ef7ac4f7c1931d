// Archives hold the right files, and the same files make the same bytes.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isArchive, zipOf } from './archive.ts';
import { fingerprintOf, packedFiles } from './folder-files.ts';

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'archive-'));
  folder = join(base, 'code');
  mkdirSync(folder);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (name: string, text = name, mode = 0o644): void => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
};
const packed = () => packedFiles([{ folder, into: '' }]);

it('keeps modes, links that stay inside, and empty folders', async () => {
  put('bin/run', '#!/bin/sh', 0o755);
  put('index.js');
  mkdirSync(join(folder, 'empty'));
  symlinkSync('bin/run', join(folder, 'start'));
  expect((await packed()).map(({ name, mode, link }) => [name, mode.toString(8), link])).toEqual([
    ['bin/run', '100755', undefined],
    ['empty/', '40755', undefined],
    ['index.js', '100644', undefined],
    ['start', '120777', 'bin/run'],
  ]);
});

it('packs what links from outside lead to, and refuses links to nothing and circles', async () => {
  mkdirSync(join(base, 'shared'));
  writeFileSync(join(base, 'shared/lib.js'), 'lib');
  symlinkSync('../shared', join(folder, 'shared'));
  expect((await packed()).map(({ name }) => name)).toEqual(['shared/lib.js']);
  symlinkSync('../none', join(folder, 'none'));
  await expect(packed()).rejects.toThrow('is a link to nothing');
  rmSync(join(folder, 'none'));
  symlinkSync('..', join(base, 'shared/up'));
  await expect(packed()).rejects.toThrow('leads back into a folder above it');
});

it('leaves out what .lambdaignore says, and what no function needs', async () => {
  for (const name of ['a.js', 'a.test.js', 'keep.test.js', '.git/config', '__pycache__/a.pyc', 'notes/x.md']) put(name);
  put('.lambdaignore', '*.test.js\n!keep.test.js\nnotes/\n');
  expect((await packed()).map(({ name }) => name)).toEqual(['a.js', 'keep.test.js']);
});

it('puts several folders into one archive, the later over the earlier', async () => {
  put('one.py', 'first');
  const other = join(base, 'other');
  mkdirSync(other);
  for (const name of ['one.py', 'two.py']) writeFileSync(join(other, name), 'second');
  const files = await packedFiles([
    { folder, into: 'python' },
    { folder: other, into: 'python', without: ['two.py'] },
  ]);
  expect(files.map(({ name, source }) => [name, source])).toEqual([['python/one.py', join(other, 'one.py')]]);
});

it('makes the same bytes and the same fingerprint whenever the files were written', async () => {
  put('a.js');
  put('b/c.js');
  symlinkSync('a.js', join(folder, 'link.js'));
  mkdirSync(join(folder, 'empty'));
  const before = { bytes: await zipOf(await packed()), fingerprint: await fingerprintOf(await packed()) };
  utimesSync(join(folder, 'a.js'), new Date(0), new Date(0));
  const files = await packed();
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 100_000_000);
  expect((await zipOf(files)).equals(before.bytes)).toBe(true);
  now.mockRestore();
  expect(await fingerprintOf(files)).toBe(before.fingerprint);
  expect(isArchive(before.bytes)).toBe(true);
  chmodSync(join(folder, 'a.js'), 0o755);
  expect(await fingerprintOf(await packed())).not.toBe(before.fingerprint);
});
