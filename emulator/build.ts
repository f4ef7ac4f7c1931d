// Bundles the emulator into emulator/dist, or into the folder that is given: the command, the library with its types and, as separate chunks,
// code that is loaded on first use.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeDeclarations } from './declarations.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = resolve(process.argv[2] ?? join(here, 'dist'));
const assets = join(here, 'src/containers/embedded/assets');

rmSync(dist, { recursive: true, force: true });
const started = performance.now();
const result = await build({
  entryPoints: { cli: join(here, 'src/cli/main.ts'), main: join(here, 'src/main.ts') },
  outdir: dist,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  // Names are kept, so that stacks in the log are readable.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  chunkNames: 'chunks/[name]-[hash]',
  // Native modules, and packages that read files of their own: resolved from node_modules.
  external: ['lmdb', 'msgpackr', 'dockerode'],
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  metafile: true,
  logLevel: 'warning',
});
writeDeclarations(join(dist, 'main.d.ts'));
if (existsSync(assets)) cpSync(assets, join(dist, 'assets'), { recursive: true });
const bytes = Object.values(result.metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
console.log(
  `bundle: ${Object.keys(result.metafile.outputs).length} files, ${(bytes / 1024).toFixed(0)} KB, ${Math.round(performance.now() - started)} ms`,
);
