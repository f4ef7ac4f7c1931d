// Finds the esbuild that bundles a folder: that of the folder's project, or one beside the emulator. A caller names the folder, so it may be another
// user's, and its esbuild is code: it is loaded here only where nobody else could have written it. An emulator that root runs starts that of another
// user as this user, in a process of its own.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Esbuild, FoundEsbuild } from '#hot-reload/bundle/found-esbuild';
import { isOwnCode, writersOf } from '#lib/writers-of';
import { openForeignEsbuild } from './foreign-esbuild.ts';

/** The loading module reads it, once. */
const PROGRAM_VARIABLE = 'ESBUILD_BINARY_PATH';

/** From the folder upwards, then beside the emulator. */
export function findEsbuild(folder: string): FoundEsbuild {
  let foreign: string | undefined;
  for (const from of [join(folder, 'package.json'), import.meta.url])
    try {
      const main = createRequire(from).resolve('esbuild');
      const program = programOf(main);
      if (isOwnCode(main) && (program === undefined || isOwnCode(program))) return { esbuild: loaded(main, program) };
      const user = process.getuid?.() === 0 ? onlyWriter(main) : undefined;
      if (user !== undefined) return { esbuild: { context: (options) => openForeignEsbuild(main, user, options) } };
      foreign ??= dirname(dirname(main));
    } catch {
      // The next one is tried.
    }
  return { foreign };
}

/** The compiled program, which esbuild starts: in a package of its own, since version 0.16. */
function programOf(main: string): string | undefined {
  const name = process.platform === 'win32' ? 'esbuild.exe' : 'bin/esbuild';
  try {
    return createRequire(main).resolve(`@esbuild/${process.platform}-${process.arch}/${name}`);
  } catch {
    return undefined;
  }
}

/**
 * The program is named to it, so that it looks for none itself: it would ask for `pnpapi` first, in all folders above, of which others may fill one
 * (`/tmp/node_modules`).
 */
function loaded(main: string, program: string | undefined): Esbuild {
  const before = process.env[PROGRAM_VARIABLE];
  if (program !== undefined) process.env[PROGRAM_VARIABLE] = program;
  try {
    return createRequire(main)(main) as Esbuild;
  } finally {
    if (before === undefined) delete process.env[PROGRAM_VARIABLE];
    else process.env[PROGRAM_VARIABLE] = before;
  }
}

function onlyWriter(main: string): number | undefined {
  const writers = writersOf(main);
  return writers !== 'anyone' && writers.size === 1 ? [...writers][0] : undefined;
}
