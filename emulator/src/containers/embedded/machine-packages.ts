// Finds packages on this machine that the cloud's runtimes include: the SDKs for JavaScript, and boto3. Only reads directories.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { broughtSdkFolder, DURABLE_SDK } from './brought-sdk.ts';
import type { Language } from './interpreters.ts';
import type { Interpreter } from './version-folders.ts';

/** Versions 3 and 2, and the SDK of durable functions. */
const SDKS = ['@aws-sdk', 'aws-sdk', DURABLE_SDK];

/** `release`: that of the interpreter which is to import them; by default any. */
export async function findMachinePackages(
  language: Exclude<Language, 'java' | 'ruby'>,
  found: readonly Interpreter[],
  release?: number,
): Promise<readonly string[]> {
  return language === 'nodejs' ? sdkFolders(found) : botoFolders(found, release);
}

/** Folders whose `node_modules` has SDK packages: upwards from the emulator's own installation, the global ones, then the cache. */
function sdkFolders(found: readonly Interpreter[]): string[] {
  const folders: string[] = [];
  for (let dir = dirname(fileURLToPath(import.meta.url)); dir !== dirname(dir); dir = dirname(dir)) folders.push(dir);
  for (const { path } of found) folders.push(join(dirname(dirname(path)), 'lib'));
  const hasSdk = (dir: string): boolean => SDKS.some((name) => existsSync(join(dir, 'node_modules', name)));
  return [...new Set([...folders, '/usr/local/lib', '/usr/lib', broughtSdkFolder()])].filter(hasSdk);
}

/** The first folder of packages, of any Python, that has a boto3 for this one: with its dependencies it is written in Python alone. */
async function botoFolders(found: readonly Interpreter[], release: number | undefined): Promise<string[]> {
  const beside = await Promise.all(found.map(({ path }) => packagesBeside(dirname(dirname(path)))));
  const all = [...beside.flat(), ...(await packagesBeside(join(homedir(), '.local'))), '/usr/lib/python3/dist-packages'];
  for (const dir of all) {
    if (existsSync(join(dir, 'boto3/__init__.py')) && (release === undefined || release >= (await firstRelease(dir)))) return [dir];
  }
  return [];
}

/** The first Python 3 that the boto3 in a folder runs on, as it says of itself. */
async function firstRelease(dir: string): Promise<number> {
  const name = (await readdir(dir)).find((each) => /^boto3-[\d.]+\.(dist|egg)-info$/.test(each));
  const text = name && (await readFile(join(dir, name, name.endsWith('.dist-info') ? 'METADATA' : 'PKG-INFO'), 'utf8').catch(() => ''));
  return Number(/^Requires-Python:.*>=\s*3\.(\d+)/m.exec(text ?? '')?.[1] ?? 0);
}

async function packagesBeside(prefix: string): Promise<string[]> {
  const lib = join(prefix, 'lib');
  const names = await readdir(lib).catch((): string[] => []);
  const versions = names.filter((name) => /^python3\.\d+$/.test(name));
  return versions.flatMap((name) => [join(lib, name, 'site-packages'), join(lib, name, 'dist-packages')]);
}
