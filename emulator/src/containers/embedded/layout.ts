// The directories of one environment, and the one /opt that its layers make together.

import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#containers/container-runtime';

export interface Layout {
  /** The environment's own: `var/…`, `opt`, `tmp`. Removed with it. */
  readonly root: string;
  /** What /tmp is. */
  readonly tmp: string;
  readonly code: string;
  /** What /opt is: one layer as it lies, or several merged; never written to. */
  readonly opt: string;
}

export async function createLayout(baseDir: string, code: Content, layers: readonly Content[]): Promise<Layout> {
  const opt = await optOf(baseDir, layers);
  const parent = join(baseDir, 'environments');
  await mkdir(parent, { recursive: true });
  const root = await mkdtemp(join(parent, 'e-'));
  const inside = ['var/task', 'var/runtime', 'var/lang', 'var/tmp', 'opt', 'tmp'];
  await Promise.all(inside.map((dir) => mkdir(join(root, dir), { recursive: true })));
  return { root, tmp: join(root, 'tmp'), code: code.localDir, opt: opt ?? join(root, 'opt') };
}

export const removeLayout = (layout: Layout): Promise<void> => rm(layout.root, { recursive: true, force: true, maxRetries: 3 });

/** The merged directory is kept by what it is made of: environments of one function share it. */
async function optOf(baseDir: string, layers: readonly Content[]): Promise<string | undefined> {
  if (layers.length <= 1) return layers[0]?.localDir;
  const name = createHash('sha256')
    .update(layers.map(({ sha256 }) => sha256).join('\n'))
    .digest('hex')
    .slice(0, 32);
  const parent = join(baseDir, 'layers');
  const merged = join(parent, name);
  await mkdir(parent, { recursive: true });
  if ((await readdir(parent)).includes(name)) return merged;
  const making = await mkdtemp(join(parent, '.making-'));
  for (const layer of layers) await overlay(layer.localDir, making);
  try {
    await rename(making, merged);
  } catch {
    // Another environment made the same one meanwhile.
    await rm(making, { recursive: true, force: true });
  }
  return merged;
}

/** Later layers win, file by file. Files are linked where the file system allows. */
async function overlay(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await makeDirectory(target);
      await overlay(source, target);
      continue;
    }
    await rm(target, { recursive: true, force: true });
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch {
    // An earlier layer has a file of that name.
    await rm(path, { force: true });
    await mkdir(path, { recursive: true });
  }
}

const ownName = /^embedded-(\d+)-/;

/** A directory name of this process's own, by which a later emulator knows whether its owner lives. */
export const ownDirectory = (parent: string): string => join(parent, `embedded-${process.pid}-${randomUUID().slice(0, 8)}`);

/** Removes what emulators left that were killed. */
export async function sweepLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch((): string[] => []);
  const dead = names.filter((name) => {
    const pid = ownName.exec(name)?.[1];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(dead.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
