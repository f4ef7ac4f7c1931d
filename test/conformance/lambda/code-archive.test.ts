// Code that containers fetch: what the emulator packs, its init program unpacks, one layer after the other.
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packTar } from '#containers/dialled-in/tar';
import { unpack } from '../../../emulator/init-program/untar.ts';

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tar-'));
  target = join(folder, 'target');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function content(name: string, files: Record<string, string>, links: Record<string, string> = {}): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  mkdirSync(join(folder, name), { recursive: true });
  for (const [path, to] of Object.entries(links)) symlinkSync(to, join(folder, name, path));
  return join(folder, name);
}
const unpacked = (from: string) => unpack(packTar({ from, to: '' }), target);
const read = (path: string): string => readFileSync(join(target, path), 'utf8');

it('brings files, modes, links and long names', async () => {
  const long = `${'deep/'.repeat(40)}é.txt`;
  const from = content('one', { a: '1', 'b/c': '2', [long]: '3', big: 'x'.repeat(200_000) }, { link: 'b/c' });
  chmodSync(join(from, 'a'), 0o755);
  await unpacked(from);
  expect(['a', 'b/c', long, 'link'].map(read)).toEqual(['1', '2', '3', '2']);
  expect(read('big')).toHaveLength(200_000);
  expect(lstatSync(join(target, 'a')).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(target, 'link'))).toBe('b/c');
});

it('lets what comes later take the place of what is there', async () => {
  await unpacked(content('one', { was: 'file', 'folder/a': '1' }, { x: '/nowhere' }));
  await unpacked(content('two', { 'was/a': 'folder', x: 'file' }, { folder: 'was' }));
  expect(['was/a', 'x', 'folder/a'].map(read)).toEqual(['folder', 'file', 'folder']);
});

it('writes nothing to where a link of an earlier layer leads', async () => {
  const elsewhere = content('elsewhere', { file: 'kept' });
  await unpacked(content('one', {}, { x: elsewhere }));
  await unpacked(content('two', { 'x/file': 'changed', 'x/deep/er': 'too' }));
  expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe('kept');
  expect(['x/file', 'x/deep/er'].map(read)).toEqual(['changed', 'too']);
});

it('refuses an archive that ends early', async () => {
  const chunks: Buffer[] = [];
  for await (const chunk of packTar({ from: content('one', { a: 'text' }), to: '' })) chunks.push(Buffer.from(chunk as Uint8Array));
  const whole = Buffer.concat(chunks);
  async function* cut() {
    yield whole.subarray(0, whole.length - 1024 - 500);
  }
  await expect(unpack(cut(), target)).rejects.toThrow('ends in the middle');
});

it('fails where what is to be packed is not there', async () => {
  await expect(unpack(packTar({ from: join(folder, 'absent'), to: '' }), target)).rejects.toThrow('ENOENT');
});
