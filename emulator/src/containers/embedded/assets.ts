// Finds the scripts that run outside the emulator's process: beside this file in a clone, in `assets/` beside the bundle when built.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `.` is the whole folder. */
export type AssetName =
  | 'spawner.mjs'
  | 'node/bootstrap.cjs'
  | 'python/bootstrap.py'
  | 'ruby/bootstrap.rb'
  | 'java'
  | 'stage.sh'
  | 'restrict.pl'
  | 'restrict.py'
  | 'relay.mjs'
  | '.';

/** From the bundle, which is `dist/*.js` or a chunk one folder below. */
const PLACES = ['assets', '../assets', '../../assets'];

export function assetPath(name: AssetName): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (const place of PLACES) {
    const path = join(here, place, name);
    if (existsSync(path)) return path;
  }
  throw new Error(`The file ${name}, which starts functions, is not in ${join(here, 'assets')}: the package is not whole.`);
}
