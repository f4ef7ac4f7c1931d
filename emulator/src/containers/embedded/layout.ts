// The directories of one embedded environment.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#containers/container-runtime';
import { type UserMounts, userMounts } from '#containers/linked-mounts';
import { mergedLayers } from '#containers/merged-layers';

export interface Layout extends UserMounts {
  /** The environment's own folder with `opt` and `tmp`; removed with it. */
  readonly root: string;
  /** The folder for /tmp, where that is not a file system of its own. */
  readonly tmp: string;
  readonly code: string;
  /** The folder for /opt: one layer as it is, or several merged; never written to. */
  readonly opt: string;
}

/** `hidden`: folders of this machine that no function may see. Undefined: nothing is mounted, so that links lead where they lead here. */
export async function createLayout(
  baseDir: string,
  code: Content,
  layers: readonly Content[],
  hidden?: readonly string[] | undefined,
): Promise<Layout> {
  const opt = await mergedLayers(baseDir, layers);
  const parent = join(baseDir, 'environments');
  await mkdir(parent, { recursive: true });
  const root = await mkdtemp(join(parent, 'e-'));
  await Promise.all(['opt', 'tmp'].map((dir) => mkdir(join(root, dir))));
  const own = { root, tmp: join(root, 'tmp'), code: code.localDir, opt: opt ?? join(root, 'opt') };
  const mounts = hidden === undefined ? { linked: [], emptied: [] } : await userMounts({ code, layers }, hidden);
  return { ...own, ...mounts };
}

export const removeLayout = (layout: Layout): Promise<void> => rm(layout.root, { recursive: true, force: true, maxRetries: 3 });
