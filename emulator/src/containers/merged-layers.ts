// Merges a function's layers into one /opt.

import { createHash } from 'node:crypto';
import { chmod, copyFile, link, lstat, mkdir, mkdtemp, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from './container-runtime.ts';

/** The merged directory is named by its contents, so environments of one function share it. */
export async function mergedLayers(baseDir: string, layers: readonly Content[]): Promise<string | undefined> {
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
  // In a container the function's own user reads it.
  await chmod(making, 0o755);
  for (const layer of layers) await overlay(layer.localDir, making);
  try {
    await rename(making, merged);
  } catch {
    // Another environment made the same directory meanwhile.
    await rm(making, { recursive: true, force: true });
  }
  return merged;
}

/** Later layers override earlier ones, file by file. Uses hard links where the file system allows. */
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

/** Replaces anything else that an earlier layer has there: behind a link, files would be written wherever it leads. */
async function makeDirectory(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there?.isDirectory()) return;
  await rm(path, { force: true });
  await mkdir(path);
}
