// The directories of one embedded environment.

import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
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
