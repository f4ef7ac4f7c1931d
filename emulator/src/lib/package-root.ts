// Where this package is installed, for its sources and its bundle alike.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder whose package.json is named `cloud-emulator`. */
export const PACKAGE_ROOT = find(dirname(fileURLToPath(import.meta.url)));

function find(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && readFileSync(file, 'utf8').includes('"name": "cloud-emulator"')) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('the package of the emulator was not found above its own code');
  return find(parent);
}
