// A function gets a boto3 that its interpreter can import.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMachinePackages } from './machine-packages.ts';

const root = mkdtempSync(join(tmpdir(), 'packages-'));
afterAll(() => rmSync(root, { recursive: true }));

const folderOf = (prefix: string, release: number) => join(root, prefix, `lib/python3.${release}/site-packages`);
beforeAll(() => {
  for (const [prefix, release, version, first] of [
    ['new', 12, '1.42.1', 10],
    ['old', 8, '1.37.2', 8],
  ] as const) {
    const folder = folderOf(prefix, release);
    for (const name of ['boto3', `boto3-${version}.dist-info`]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'boto3/__init__.py'), '');
    writeFileSync(join(folder, `boto3-${version}.dist-info/METADATA`), `Name: boto3\nRequires-Python: >= 3.${first}\n`);
  }
});

const found = [
  { path: join(root, 'new/bin/python3.12'), version: '3.12', release: 12 },
  { path: join(root, 'old/bin/python3.8'), version: '3.8', release: 8 },
];

it('an old Python gets the first boto3 that still runs on it, a newer one the first of all', async () => {
  expect(await findMachinePackages('python', found, 12)).toEqual([folderOf('new', 12)]);
  expect(await findMachinePackages('python', found, 10)).toEqual([folderOf('new', 12)]);
  expect(await findMachinePackages('python', found, 9)).toEqual([folderOf('old', 8)]);
  expect(await findMachinePackages('python', found)).toEqual([folderOf('new', 12)]);
});
