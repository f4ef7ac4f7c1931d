// A base for images, made of this machine's own Node, so that no registry is asked.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROGRAMS = ['/bin/sh', '/usr/bin/env'];

/** Imports the base under that name. */
export function importLocalBase(name: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'base-'));
  try {
    const node = realpathSync(process.execPath);
    put(folder, node, '/usr/bin/node');
    for (const program of PROGRAMS) put(folder, program, program);
    for (const library of new Set([node, ...PROGRAMS].flatMap(librariesOf))) put(folder, library, library);
    mkdirSync(join(folder, 'tmp'));
    execFileSync('sh', ['-c', `tar -C '${folder}' -c . | docker import --change 'ENV PATH=/usr/bin:/bin' - '${name}'`], {
      stdio: 'ignore',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const librariesOf = (program: string): string[] => execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];

function put(folder: string, from: string, to: string): void {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  cpSync(realpathSync(from), join(folder, to));
}
