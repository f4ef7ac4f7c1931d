import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isMissing } from '../../../test/support/is-missing.ts';
import { isOwnCode, writersOf } from './writers-of.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'writers-')));
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  for (const path of ['a', 'a/b']) chmodSync(join(folder, path), 0o755);
  writeFileSync(join(folder, 'a/b/code.js'), '', { mode: 0o644 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const OTHER = 12345;
const isRoot = process.getuid?.() === 0;
const notRoot = isRoot ? undefined : 'only root gives files to other users';

it.skipIf(process.platform === 'win32')('are the user who made the file and the folders above it', () => {
  expect(isOwnCode(join(folder, 'a/b/code.js'))).toBe(true);
  expect(() => writersOf(join(folder, 'absent.js'))).toThrow(/ENOENT/);
});

it.skipIf(process.platform === 'win32').each([
  ['a/b/code.js', 0o646],
  ['a/b/code.js', 0o666],
  ['a/b', 0o757],
  ['a', 0o777],
])('are anyone where %s is open to all', (path, mode) => {
  chmodSync(join(folder, path), mode);
  expect(writersOf(join(folder, 'a/b/code.js'))).toBe('anyone');
  expect(isOwnCode(join(folder, 'a/b/code.js'))).toBe(false);
});

it.skipIf(isMissing('files of other users', notRoot)).each(['a/b/code.js', 'a/b', 'a'])('are the owner of %s, too', (path) => {
  chownSync(join(folder, path), OTHER, OTHER);
  expect(writersOf(join(folder, 'a/b/code.js'))).toEqual(new Set([OTHER]));
  expect(isOwnCode(join(folder, 'a/b/code.js'))).toBe(false);
});

it.skipIf(isMissing('files of other users', notRoot))('are those of the file to which a link leads', () => {
  mkdirSync(join(folder, 'foreign'));
  writeFileSync(join(folder, 'foreign/code.js'), '');
  symlinkSync(join(folder, 'foreign'), join(folder, 'a/link'));
  chownSync(join(folder, 'foreign'), OTHER, OTHER);
  expect(isOwnCode(join(folder, 'a/link/code.js'))).toBe(false);
});

it.skipIf(isMissing('files of other groups', notRoot))('are anyone of a group, unless it is the group of the owner alone', () => {
  chmodSync(join(folder, 'a'), 0o775);
  chownSync(join(folder, 'a'), 0, OTHER);
  expect(writersOf(join(folder, 'a/b/code.js'))).toBe('anyone');
  chownSync(join(folder, 'a'), OTHER, OTHER);
  expect(writersOf(join(folder, 'a/b/code.js'))).toEqual(new Set([OTHER]));
});
