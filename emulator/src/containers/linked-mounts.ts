// Finds where the links of a folder lead once the folder is mounted, and what must be mounted there so that they lead somewhere: packages of
// a monorepo are links out of the function's folder. Finds, too, what must appear empty below what is mounted.

import { existsSync, realpathSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative } from 'node:path';
import { linksIn, packagesAround } from '#hot-reload/watch/linked-folders';
import type { Content, EnvironmentSpec } from './container-runtime.ts';

/** A file or folder of this machine, and its path inside. */
export interface LinkedMount {
  readonly from: string;
  readonly to: string;
}

/** The system's own places: nothing is mounted over them. Programs and libraries of the machine are seen there as they are. */
const SYSTEM = /^\/(bin|gnu|lib|lib32|lib64|libx32|nix|sbin|usr)(\/|$)/;
/** The environment's own places. */
const OWN = /^\/($|(boot|dev|etc|opt|proc|run|sys|tmp|var\/(lang|packages|runtime|task|tmp))(\/|$))/;

export interface UserMounts {
  /** Files and folders to which links in the code or in /opt lead, at the paths to which they lead inside. */
  readonly linked: readonly LinkedMount[];
  /** Folders that no function may see and that lie in the code, in /opt or in what is linked. */
  readonly emptied: readonly LinkedMount[];
}

/** For the code and the layers that are folders of the user's. `hidden`: folders of this machine that no function may see. */
export async function userMounts(
  { code, layers }: Pick<EnvironmentSpec, 'code' | 'layers'>,
  hidden: readonly string[],
): Promise<UserMounts> {
  const mounted = [{ content: code, at: '/var/task' }, ...layers.map((content) => ({ content, at: '/opt' }))];
  const linked = (await Promise.all(mounted.map(({ content, at }) => linkedMounts(content, at)))).flat();
  const open = mounted.flatMap(({ content, at }) => (content.mayLinkTo ? [{ from: realpathSync(content.localDir), to: at }] : []));
  return { linked, emptied: [...open, ...linked].flatMap((mount) => hiddenIn(mount, hidden)) };
}

function hiddenIn({ from, to }: LinkedMount, hidden: readonly string[]): readonly LinkedMount[] {
  const real = hidden.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return real.flatMap((path) => {
    const inside = relative(from, path);
    return inside === '' || leadsOut(inside) ? [] : [{ from: path, to: posix.join(to, inside) }];
  });
}

/** The links of mounted targets are followed, too. Targets that may not be shown, or would lie in a place of the system, are left out. */
async function linkedMounts({ localDir, mayLinkTo, onCoveredLink }: Content, at: string): Promise<readonly LinkedMount[]> {
  if (!mayLinkTo) return [];
  const mounts: LinkedMount[] = [{ from: await realpath(localDir), to: at }];
  const refused = new Set<string>();
  for (const { from, to } of mounts)
    for (const link of await linksIn(from, (path) => basename(path) === '.git')) {
      const target = await realpath(link).catch(() => undefined);
      if (target === undefined || !leadsOut(relative(from, target))) continue;
      const text = await readlink(link).catch(() => '');
      // Normal, because the path is made below the environment's root.
      const path = posix.resolve(to, dirname(relative(from, link)), text);
      // Inside of another mount the target is there already.
      if (mounts.some((mount) => path === mount.to || path.startsWith(`${mount.to}/`))) continue;
      if (SYSTEM.test(path) && path === target) continue;
      const mount = withNeighbours({ from: target, to: path });
      if (refused.has(mount.from)) continue;
      const isShown = mayLinkTo(mount.from);
      if (isShown && (SYSTEM.test(path) || OWN.test(path))) onCoveredLink?.({ link, path });
      else if (isShown) mounts.push(mount);
      else refused.add(mount.from);
    }
  return mounts.slice(1);
}

/** The whole folder of packages in place of one package (pnpm, Bun): links within the package lead to others in it. */
function withNeighbours({ from, to }: LinkedMount): LinkedMount {
  const packages = packagesAround(from);
  const inside = packages === undefined ? '' : from.slice(packages.length);
  const name = `/${basename(packages ?? '')}${inside}`;
  return packages === undefined || !to.endsWith(name) ? { from, to } : { from: packages, to: to.slice(0, to.length - inside.length) };
}

const leadsOut = (path: string): boolean => path === '..' || path.startsWith(join('..', '/')) || isAbsolute(path);
