// Finds files and folders outside of a folder to which its links lead: packages of a monorepo above all.
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
/** Links to installed packages lead to a store of packages (pnpm). */
export const isInstalled = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path);

const entriesOf = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);

interface LinkRules {
  /** Whether links at this path do not count. */
  readonly isIgnored: (path: string) => boolean;
  /** Whether a target, free of links, may be watched. */
  readonly mayLinkTo?: ((target: string) => boolean) | undefined;
}

/**
 * The targets outside of `folder`, without those inside of other targets. `folder` must be free of links. Installed packages (real folders
 * in `node_modules`, and links from one to another) do not count. The targets' own links are followed, too.
 */
export async function linkedFolders(folder: string, { isIgnored, mayLinkTo = () => true }: LinkRules): Promise<readonly string[]> {
  const roots = [folder];
  for (const root of roots)
    for (const link of await linksIn(root, isIgnored)) {
      const target = await realpath(link).catch(() => undefined);
      if (target === undefined || isInstalled(target) || roots.some((each) => isBelow(target, each))) continue;
      if (mayLinkTo(target)) roots.push(target);
    }
  return roots.slice(1);
}

/** The links below a folder, without those of installed packages. */
export async function linksIn(root: string, isIgnored: (path: string) => boolean): Promise<readonly string[]> {
  const links: string[] = [];
  const folders = [root];
  for (const folder of folders)
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name === 'node_modules') links.push(...(await packageLinks(path)));
      else if (isIgnored(path)) continue;
      else if (entry.isDirectory()) folders.push(path);
      else if (entry.isSymbolicLink()) links.push(path);
    }
  return links;
}

/** Links among packages and among those with a scope; deeper ones belong to installed packages. */
async function packageLinks(folder: string): Promise<readonly string[]> {
  const links: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) links.push(path);
    else if (entry.name.startsWith('@') && entry.isDirectory())
      for (const scoped of await entriesOf(path)) if (scoped.isSymbolicLink()) links.push(join(path, scoped.name));
  }
  return links;
}
