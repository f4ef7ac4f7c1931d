// The directories of one embedded environment.

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#containers/container-runtime';
import { mergedLayers } from '#containers/merged-layers';

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
  const opt = await mergedLayers(baseDir, layers);
  const parent = join(baseDir, 'environments');
  await mkdir(parent, { recursive: true });
  const root = await mkdtemp(join(parent, 'e-'));
  const inside = ['var/task', 'var/runtime', 'var/lang', 'var/tmp', 'opt', 'tmp'];
  await Promise.all(inside.map((dir) => mkdir(join(root, dir), { recursive: true })));
  return { root, tmp: join(root, 'tmp'), code: code.localDir, opt: opt ?? join(root, 'opt') };
}

/** What is /var/lang where the interpreter stays in its own place. */
export const langOf = (layout: Layout): string => join(layout.root, 'var/lang');

/** Puts the interpreter where it lies in the cloud: scripts in layers begin with `#!/var/lang/bin/python`. */
export async function linkInterpreter(layout: Layout, interpreter: string, commands: readonly string[]): Promise<void> {
  const bin = join(langOf(layout), 'bin');
  await mkdir(bin);
  await Promise.all(commands.map((name) => symlink(interpreter, join(bin, name))));
}

export const removeLayout = (layout: Layout): Promise<void> => rm(layout.root, { recursive: true, force: true, maxRetries: 3 });

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
