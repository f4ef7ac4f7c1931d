// Compiles /var/rapid/init for both architectures, ahead of its first use: `tsx emulator/init-program/build.ts [--packages <folder>]`.
// With a folder, writes npm packages instead, one per architecture, which are published along with the emulator.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InitArchitecture, InitBinary, packageNameOf } from '#containers/dialled-in/init-binary';
import { VERSION } from '#lib/version';

const [flag, folder] = process.argv.slice(2);
const init = new InitBinary({ progress: (text) => console.log(text) });

function writePackage(architecture: InitArchitecture, binary: string, parent: string): void {
  const name = packageNameOf(architecture);
  const directory = join(parent, name);
  mkdirSync(directory, { recursive: true });
  copyFileSync(binary, join(directory, 'init'));
  const description = `The init program of function containers, for ${architecture}.`;
  const licence = 'Apache-2.0 AND MIT AND LGPL-2.1-only';
  // The processor of the machine, whatever its operating system: containers always run Linux.
  const cpu = [architecture === 'arm64' ? 'arm64' : 'x64'];
  const manifest = { name, version: VERSION, description, license: licence, cpu, files: ['init', 'README.md'] };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  copyFileSync(join(import.meta.dirname, 'README.md'), join(directory, 'README.md'));
  console.log(directory);
}

for (const architecture of ['x86_64', 'arm64'] as const) {
  const binary = await init.for(architecture);
  if (flag === '--packages' && folder) writePackage(architecture, binary, folder);
}
