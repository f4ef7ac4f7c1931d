// Bundles the emulator's JavaScript: the command, the library, the threads that parse large templates and run programs of jq and, as separate chunks, code that is
// loaded on first use.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { nativePackages, smallTools } from './bundle-packages.ts';
import { buildExplorer } from './explorer/build.ts';

const PACKAGE = import.meta.dirname;
const ASSETS = join(PACKAGE, 'src/containers/embedded/assets');
const TEMPLATES = join(PACKAGE, '../templates');

/** Belongs to the project whose tests import `cloud-emulator/vitest`. */
const TEST_RUNNER = 'vitest';

/**
 * Writes `cli.js`, `main.js`, `testing.js`, `vitest.js`, `document-worker.js`, `yaml-worker.js`, `json-worker.js`, `language-worker.js`, `jq-worker.js`, `parquet-worker.js`, their chunks and assets, and the explorer's files, into that folder, which is emptied before. It must lie below a folder whose node_modules
 * hold the emulator's dependencies. Returns the number of files and of bytes.
 */
export async function bundle(folder: string): Promise<{ files: number; bytes: number }> {
  rmSync(folder, { recursive: true, force: true });
  const explorer = buildExplorer(join(folder, 'explorer'));
  const { metafile } = await build({
    entryPoints: {
      cli: join(PACKAGE, 'src/cli/main.ts'),
      main: join(PACKAGE, 'src/main.ts'),
      testing: join(PACKAGE, 'src/testing/testing.ts'),
      vitest: join(PACKAGE, 'src/testing/vitest.ts'),
      'document-worker': join(PACKAGE, 'src/lib/yaml/document-worker.ts'),
      'yaml-worker': join(PACKAGE, 'src/services/cloudformation/engine/yaml-worker.ts'),
      'json-worker': join(PACKAGE, 'src/services/states/map-runs/json/json-worker.ts'),
      'language-worker': join(PACKAGE, 'src/services/states/threads/language-worker.ts'),
      'jq-worker': join(PACKAGE, 'src/services/firehose/transform/jq/jq-worker.ts'),
      'parquet-worker': join(PACKAGE, 'src/services/states/map-runs/parquet/parquet-worker.ts'),
    },
    outdir: folder,
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
    external: [TEST_RUNNER],
    plugins: [nativePackages, smallTools],
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  });
  if (existsSync(ASSETS)) cpSync(ASSETS, join(folder, 'assets'), { recursive: true });
  // Absent where the package is built without the rest of the project.
  if (existsSync(TEMPLATES))
    cpSync(TEMPLATES, join(folder, 'templates'), { recursive: true, filter: (path) => !/\/node_modules$/.test(path) });
  const outputs = Object.values(metafile.outputs);
  const { files, bytes } = await explorer;
  return { files: files + outputs.length, bytes: outputs.reduce((sum, output) => sum + output.bytes, bytes) };
}
