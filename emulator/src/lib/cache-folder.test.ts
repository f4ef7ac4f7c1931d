import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cacheFolder, pruneCache } from './cache-folder.ts';

it('lies where the user keeps such things', () => {
  expect(cacheFolder('init', { XDG_CACHE_HOME: '/elsewhere' })).toBe('/elsewhere/cloud-emulator/init');
  expect(cacheFolder('init', { XDG_CACHE_HOME: '' })).toBe(join(homedir(), '.cache/cloud-emulator/init'));
});

it('forgets what others made a week ago', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cache-'));
  const eightDaysAgo = Date.now() / 1000 - 8 * 24 * 3600;
  for (const name of ['own', 'old', 'new']) mkdirSync(join(folder, name, 'inside'), { recursive: true });
  for (const name of ['own', 'old']) utimesSync(join(folder, name), eightDaysAgo, eightDaysAgo);
  // As what another process takes away between two looks.
  symlinkSync('nowhere', join(folder, 'gone'));
  await pruneCache(folder, (name) => name !== 'own');
  expect(readdirSync(folder).sort()).toEqual(['gone', 'new', 'own']);
  rmSync(folder, { recursive: true });
});
