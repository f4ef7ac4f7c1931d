// Layers over one another, on disk.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mergedLayers } from './merged-layers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function layer(name: string, files: Record<string, string>, links: Record<string, string> = {}) {
  const localDir = join(folder, name);
  mkdirSync(localDir);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(localDir, path)), { recursive: true });
    writeFileSync(join(localDir, path), text);
  }
  for (const [path, to] of Object.entries(links)) symlinkSync(to, join(localDir, path));
  return { sha256: name, sizeBytes: 1, localDir };
}

it('lets later layers win, file by file', async () => {
  const layers = [
    layer('one', { 'lib/a': '1', 'lib/b': '1', was: 'file' }),
    layer('two', { 'lib/b': '2', 'was/a': 'folder' }),
    layer('three', { 'lib/c': '3' }),
  ];
  const merged = (await mergedLayers(folder, layers)) as string;
  const read = (path: string) => readFileSync(join(merged, path), 'utf8');
  expect(['lib/a', 'lib/b', 'lib/c', 'was/a'].map(read)).toEqual(['1', '2', '3', 'folder']);
  expect(readFileSync(join(folder, 'one/lib/b'), 'utf8')).toBe('1');
});

it('writes nothing to where a link of an earlier layer leads', async () => {
  const elsewhere = layer('elsewhere', { file: 'kept' }).localDir;
  const layers = [layer('one', {}, { x: elsewhere }), layer('two', { 'x/file': 'changed' })];
  const merged = (await mergedLayers(folder, layers)) as string;
  expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe('kept');
  expect(readFileSync(join(merged, 'x/file'), 'utf8')).toBe('changed');
});
