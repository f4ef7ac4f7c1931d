// Archives of layers that are made of public packages: made once, by the package manager of this machine, and kept in the user's cache.
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cacheFolder } from '#lib/cache-folder';
import { packFolder } from '#services/lambda/code/pack-folder';
import type { MadeOfPackages } from './known-layers.ts';
import { installPowertoolsFromNpm } from './powertools-npm.ts';
import { installPowertoolsFromPypi } from './powertools-pypi.ts';

interface Making {
  readonly from: MadeOfPackages;
  /** The layer's name: it tells the version of the language and the architecture. */
  readonly name: string;
}

/** The path of the archive. `onMake` is called where it has to be made. @throws NotBrought */
export async function madeArchive(
  { from, name }: Making,
  onMake: (packages: string) => void,
  cache = cacheFolder('layers'),
): Promise<string> {
  const path = join(cache, `${name}.zip`);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, '.making-'));
  try {
    const folder = join(making, 'layer');
    await mkdir(folder);
    const install = from.kind === 'npm' ? installPowertoolsFromNpm : installPowertoolsFromPypi;
    await install({ folder, name, major: from.major, onMake });
    const archive = join(making, 'layer.zip');
    const rules = { isLeftOut: () => false, mayLinkTo: () => false };
    await pipeline(Readable.from(packFolder(folder, rules)), createWriteStream(archive));
    // Another process may have been faster: its archive is as good.
    await rename(archive, path);
    return path;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
