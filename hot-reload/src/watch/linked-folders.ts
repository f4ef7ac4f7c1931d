// Finds the links below a folder, and the files and folders outside of it to which they lead: packages of a monorepo above all.
import type { Dirent } from 'node:fs';
import { readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * The outermost folder of packages in which a path lies. Links to installed packages lead to a store of packages (pnpm, Bun), in which more links
 * lead from one package to another. Undefined if the path lies in none.
 */
export const packagesAround = (path: string): string | undefined => /^(.*?[\\/]node_modules)(?:[\\/]|$)/s.exec(path)?.[1];

const entriesOf = (folder: string): Promise<Dirent[]> => readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);

interface LinkRules {
  /** Whether links at this path, below the folder or one of the targets, do not count. */
  readonly isIgnored: (path: string, root: string) => boolean;
  /** Whether a target, free of links, may be watched. */
  readonly mayLinkTo?: ((target: string) => boolean) | undefined;
}

export interface FoundLinks {
  /** The text of each link, by its path. */
  readonly links: ReadonlyMap<string, string>;
  /** The targets outside of the folder, without those inside of other targets and without installed packages. */
  readonly targets: readonly string[];
  /** Where paths outside lead: links that lead out or nowhere, and folders of installed packages to which links lead. */
  readonly places: ReadonlyMap<string, string>;
}

/** `folder` must be free of links. The targets' own links are followed, too. */
export async function linkedFolders(folder: string, { isIgnored, mayLinkTo = () => true }: LinkRules): Promise<FoundLinks> {
  const [links, places, roots] = [new Map<string, string>(), new Map<string, string>(), [folder]];
  for (const root of roots)
    for (const link of await linksIn(root, (path) => isIgnored(path, root))) {
      links.set(link, await readlink(link).catch(() => ''));
      const target = await realpath(link).catch(() => undefined);
      if (target !== undefined && roots.some((each) => isBelow(target, each))) continue;
      const packages = target && packagesAround(target);
      const place = packages ?? link;
      if (!places.has(place)) places.set(place, await placeOf(place));
      if (target !== undefined && packages === undefined && mayLinkTo(target)) roots.push(target);
    }
  return { links, places, targets: roots.slice(1) };
}

/** Tells a file or folder from every other one; empty if the path leads nowhere. */
export async function placeOf(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat(path);
    return `${await realpath(path)} ${dev} ${ino}`;
  } catch {
    return '';
  }
}

/** The links below a folder, without those of installed packages. */
export async function linksIn(root: string, isIgnored: (path: string) => boolean): Promise<readonly string[]> {
  if (packagesAround(root) === root) return packageLinks(root);
  const links: string[] = [];
  const folders = [root];
  for (const folder of folders)
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.name === 'node_modules') links.push(...(entry.isSymbolicLink() ? [path] : await packageLinks(path)));
      else if (isIgnored(path)) continue;
      else if (entry.isDirectory()) folders.push(path);
      else if (entry.isSymbolicLink()) links.push(path);
    }
  return links.sort();
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
