// Files in code and layers that the emulator itself looks for: bootstraps and extensions. It follows a link no further than the function
// would: layers over one another can make a path that leads far above them on this machine, where each of them alone stays inside.

import { readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Content } from '#containers/container-runtime';

/** `contents`: the code or the layers that `folder` shows; folders of the user may have links out of them. */
export function isOwnFile(path: string, folder: string, contents: readonly Content[]): boolean {
  try {
    const real = realpathSync(path);
    return real.startsWith(`${realpathSync(folder)}${sep}`) || contents.some(({ mayLinkTo }) => mayLinkTo?.(real) === true);
  } catch {
    return false; // There is none, or its link leads nowhere.
  }
}

/** Names of the files in the folder of extensions below /opt, in order. */
export function extensionsIn(opt: string, layers: readonly Content[]): string[] {
  const folder = join(opt, 'extensions');
  if (!isOwnFile(folder, opt, layers)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
