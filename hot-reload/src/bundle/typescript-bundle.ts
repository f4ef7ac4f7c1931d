// Handlers in TypeScript run as they are written: bundled with the project's own esbuild, incrementally, with source maps.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BuildFailure, BuildOptions, Metafile } from 'esbuild';
import { readText } from '../read-text.ts';
import type { BundleContext, FoundEsbuild } from './found-esbuild.ts';

const SOURCES = ['.ts', '.mts', '.cts', '.tsx'];
const COMPILED = ['.js', '.mjs', '.cjs'];
const MAX_SHOWN_ERRORS = 5;
/** CommonJS packages inside an ES module need `require`, `__filename` and `__dirname`. They are globals, so that no declaration of the user collides with them. */
const MODULE_BANNER = `import { createRequire as __createRequire } from 'node:module';
globalThis.require ??= __createRequire(import.meta.url);
globalThis.__filename ??= (await import('node:url')).fileURLToPath(import.meta.url);
globalThis.__dirname ??= (await import('node:path')).dirname(globalThis.__filename);`;

/** The runtime takes the name up to its first dot for the file, and what follows for the export: `api.orders` of `app.api.orders`. */
const NAME = /^([^.]*)\.(.*)$/;

/**
 * The file of a handler in TypeScript, `src/app.ts` for `src/app.handler`; undefined if it is already compiled, or not there. The file's name
 * may have dots (`stack.Orders.ts` for `stack.Orders.handler`, as the CDK names them).
 */
export function typeScriptHandler(folder: string, handler: string): string | undefined {
  const [, name = '', exported = ''] = NAME.exec(basename(handler)) ?? [];
  const exists = (file: string): boolean => existsSync(join(folder, dirname(handler), file));
  if (COMPILED.some((extension) => exists(`${name}${extension}`))) return undefined;
  const parts = exported.split('.');
  const names = parts.map((_, count) => [name, ...parts.slice(0, count)].join('.'));
  const file = names.flatMap((each) => SOURCES.map((extension) => `${each}${extension}`)).find(exists);
  return file === undefined ? undefined : join(dirname(handler), file);
}

export interface BundleOptions {
  /** The function's folder. */
  readonly folder: string;
  /** The handler's file, relative to the folder. */
  readonly file: string;
  /** Folder for the bundle, which is the function's code. */
  readonly outDir: string;
  /** Major version of Node.js. */
  readonly release: number;
  /** Whether the bundle may contain sources of this folder, which lies outside. Installed packages are not asked about. */
  readonly mayRead: (folder: string) => boolean;
  /** Loads the esbuild that bundles this folder. */
  readonly findEsbuild: (folder: string) => FoundEsbuild;
}

export class TypeScriptBundle {
  readonly #options: BundleOptions;
  readonly #outFile: string;
  #context: BundleContext | undefined;
  #building: Promise<void> = Promise.resolve();
  #inputs: readonly string[] = [];
  #failure: string | undefined;

  constructor(options: BundleOptions) {
    this.#options = options;
    const { outDir, file } = options;
    this.#outFile = join(outDir, dirname(file), `${basename(file).replace(/\..*$/, '')}${isModule(options) ? '.mjs' : '.js'}`);
  }

  get outDir(): string {
    return this.#options.outDir;
  }

  /** The folders of sources of the last build that lie outside of the function's folder: packages of a workspace. */
  get foldersOutside(): readonly string[] {
    const { folder } = this.#options;
    return [...new Set(this.#inputs.filter((path) => !path.startsWith(`${folder}/`)).map((path) => dirname(path)))];
  }

  /** Why the last build failed; undefined if it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Resolves when the builds that have begun are done. */
  get built(): Promise<void> {
    return this.#building;
  }

  /** One at a time. Never rejects: a failure becomes a module that throws it. */
  build(): Promise<void> {
    this.#building = this.#building.then(() => this.#build());
    return this.#building;
  }

  async close(): Promise<void> {
    await this.built;
    await this.#context?.dispose();
  }

  async #build(): Promise<void> {
    this.#failure = undefined;
    try {
      this.#context ??= await this.#open();
      const { metafile } = await this.#context.rebuild();
      this.#inputs = inputsOf(metafile, this.#options.folder);
      const hidden = this.foldersOutside.find((path) => !this.#options.mayRead(path));
      if (hidden === undefined) return;
      this.#inputs = [];
      throw new Error(`${this.#options.file} imports a file of ${hidden}, where code may not look.`);
    } catch (error) {
      this.#failure = sentences(error as BuildFailure);
      await mkdir(dirname(this.#outFile), { recursive: true });
      await writeFile(this.#outFile, `throw new SyntaxError(${JSON.stringify(this.#failure)});\n`);
    }
  }

  /** @throws Error if there is no esbuild, with what to do */
  async #open(): Promise<BundleContext> {
    const { folder, file, outDir, release, findEsbuild } = this.#options;
    const found = findEsbuild(folder);
    const { esbuild } = found;
    if (!esbuild) {
      const place = nearestPackage(folder)?.folder ?? folder;
      const problem =
        found.foreign === undefined
          ? `is not installed: run \`npm i -D esbuild\` in ${place}`
          : `is not loaded from ${found.foreign}, which other users of this machine can change: install it in a folder that is yours alone`;
      throw new Error(`${file} is TypeScript, and esbuild, which bundles it, ${problem}`);
    }
    const format = this.#outFile.endsWith('.mjs') ? 'esm' : 'cjs';
    await mkdir(dirname(this.#outFile), { recursive: true });
    // Node.js looks above the code for the kind of its modules.
    await writeFile(join(dirname(outDir), 'package.json'), '{}\n');
    return esbuild.context({
      absWorkingDir: folder,
      ...entryOf(folder, file),
      outfile: this.#outFile,
      bundle: true,
      platform: 'node',
      format,
      ...(format === 'esm' && { banner: { js: MODULE_BANNER } }),
      target: `node${release}`,
      sourcemap: 'inline',
      sourcesContent: false,
      // The cloud's runtime brings the SDK.
      external: release < 18 ? ['aws-sdk'] : ['@aws-sdk/*', '@smithy/*'],
      metafile: true,
      write: true,
      logLevel: 'silent',
    });
  }
}

/** A file with dots in its name is an export of the file that the runtime loads. */
function entryOf(folder: string, file: string): Pick<BuildOptions, 'entryPoints' | 'stdin'> {
  const [, ...parts] = basename(file)
    .replace(/\.[^.]*$/, '')
    .split('.');
  const [exported, ...deeper] = parts;
  if (exported === undefined) return { entryPoints: [file] };
  const value = deeper.reduceRight((inside, part) => `{ ${JSON.stringify(part)}: ${inside} }`, 'source');
  const contents = `import * as source from ${JSON.stringify(`./${basename(file)}`)};
const value = ${value};
export { value as ${JSON.stringify(exported)} };
`;
  return { stdin: { contents, resolveDir: join(folder, dirname(file)), sourcefile: '<handler>', loader: 'js' } };
}

/** As Node.js decides for JavaScript at the same place. */
function isModule({ folder, file }: BundleOptions): boolean {
  if (file.endsWith('.mts') || file.endsWith('.cts')) return file.endsWith('.mts');
  return nearestPackage(dirname(join(folder, file)))?.type === 'module';
}

function nearestPackage(folder: string): { readonly folder: string; readonly type: unknown } | undefined {
  try {
    const { type } = JSON.parse(readText(join(folder, 'package.json'))) as { type?: unknown };
    return { folder, type };
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : nearestPackage(above);
  }
}

const inputsOf = ({ inputs }: Metafile, folder: string): readonly string[] =>
  Object.keys(inputs)
    .filter((path) => !path.includes('node_modules/') && !path.startsWith('<'))
    .map((path) => resolve(folder, path));

function sentences({ errors = [], message }: BuildFailure): string {
  const lines = errors
    .slice(0, MAX_SHOWN_ERRORS)
    .map(({ text, location }) => (location ? `${location.file}:${location.line}:${location.column}: ${text}` : text));
  return lines.length > 0 ? lines.join('\n') : message;
}
