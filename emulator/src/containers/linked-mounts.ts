// Finds where the links of a folder lead once the folder is mounted, and what must be mounted there so that they lead somewhere: packages of
// a monorepo are links out of the function's folder. Finds, too, what must appear empty below what is mounted.

import { existsSync, realpathSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, posix, relative } from 'node:path';
import { isInstalled, linksIn } from '#hot-reload/linked-folders';
import type { EnvironmentSpec } from './container-runtime.ts';

/** A file or folder of this machine, and its path inside. */
export interface LinkedMount {
  readonly from: string;
  readonly to: string;
}

/** The system's own places, and the environment's: nothing is mounted over them. */
const TAKEN =
  /^\/($|(bin|boot|dev|etc|gnu|lib|lib32|lib64|libx32|nix|opt|proc|run|sbin|sys|tmp|usr|var\/(lang|packages|runtime|task|tmp))(\/|$))/;

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
  const lists = mounted.map(async ({ content, at }) => (content.mayLinkTo ? linkedMounts(content.localDir, at, content.mayLinkTo) : []));
  const linked = (await Promise.all(lists)).flat();
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
async function linkedMounts(folder: string, at: string, mayLinkTo: (target: string) => boolean): Promise<readonly LinkedMount[]> {
  const mounts: LinkedMount[] = [{ from: await realpath(folder), to: at }];
  for (const { from, to } of mounts)
    for (const link of await linksIn(from, (path) => basename(path) === '.git')) {
      const target = await realpath(link).catch(() => undefined);
      if (target === undefined || isInstalled(target) || !leadsOut(relative(from, target)) || !mayLinkTo(target)) continue;
      const text = await readlink(link);
      // Normal, because the path is made below the environment's root.
      const path = posix.resolve(to, dirname(relative(from, link)), text);
      // Inside of another mount the target is there already.
      if (!TAKEN.test(path) && !mounts.some((mount) => path === mount.to || path.startsWith(`${mount.to}/`)))
        mounts.push({ from: target, to: path });
    }
  return mounts.slice(1);
}

const leadsOut = (path: string): boolean => path === '..' || path.startsWith(join('..', '/')) || isAbsolute(path);
