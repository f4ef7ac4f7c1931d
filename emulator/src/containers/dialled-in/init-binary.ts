// The program /var/rapid/init as a file on this machine: found in a package or in the cache, else compiled once with bun, with progress.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { INIT_NOT_BUILT } from '#containers/messages';
import { cacheFolder, pruneCache } from '#lib/cache-folder';
import { runCommand } from '#lib/child-process';
import { EmulatorError } from '#lib/emulator-error';
import { PACKAGE_ROOT } from '#lib/package-root';
import { table } from '#lib/table';

export type InitArchitecture = 'x86_64' | 'arm64';

const BUN_VERSION = '1.4.5';

/** Names of bun's own packages, one per host platform. */
const HOST_PACKAGES: Readonly<Record<string, string>> = table({
  'linux-x64': '@oven/bun-linux-x64',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'darwin-x64': '@oven/bun-darwin-x64',
  'darwin-arm64': '@oven/bun-darwin-aarch64',
  'win32-x64': '@oven/bun-windows-x64',
});
/** The baseline of x86-64 runs on processors without AVX2 too; GLIBC 2.17 suffices for both. */
const TARGETS: Readonly<Record<InitArchitecture, string>> = { x86_64: 'bun-linux-x64-baseline', arm64: 'bun-linux-arm64' };

/** Folders and files that the init program is compiled from; the package's `files` name the same. */
const SOURCES = [
  'init-program',
  'src/config/listen-address.ts',
  'src/config/messages.ts',
  'src/dns',
  'src/lib/emulated-names.ts',
  'src/lib/emulator-error.ts',
  'src/lib/json-object.ts',
  'src/lib/message.ts',
  'src/lib/next-turn.ts',
  'src/lib/percent-encoding.ts',
  'src/lib/sign-v4.ts',
  'src/lib/regex',
  'src/lib/table.ts',
  'src/runtime-init',
];

export interface InitBinaryOptions {
  /** Path of another program to use instead. */
  readonly path?: string | undefined;
  /** Folder for compiled programs. */
  readonly cacheDir?: string | undefined;
  readonly progress: (text: string) => void;
}

export class InitBinary {
  readonly #options: InitBinaryOptions;
  readonly #found = new Map<InitArchitecture, Promise<string>>();

  constructor(options: InitBinaryOptions) {
    this.#options = options;
  }

  /** Path of the program. @throws EmulatorError INIT_NOT_BUILT */
  for(architecture: InitArchitecture): Promise<string> {
    const known = this.#found.get(architecture) ?? this.#find(architecture);
    this.#found.set(architecture, known);
    // The cause of a failure may be fixed: the next function that needs it tries again.
    known.catch(() => this.#found.delete(architecture));
    return known;
  }

  async #find(architecture: InitArchitecture): Promise<string> {
    const { path, cacheDir = cacheFolder('init') } = this.#options;
    if (path) return path;
    const packed = packagedInit(architecture);
    if (packed) return packed;
    const sources = sourcesOf();
    const directory = join(cacheDir, sources.hash);
    const file = join(directory, `init-${architecture}`);
    if (existsSync(file)) return file;
    try {
      const bun = await this.#bun(cacheDir);
      await pruneCache(cacheDir, (name) => /^[0-9a-f]{16}$/.test(name));
      return await this.#compile(bun, sources.entry, architecture, directory, file);
    } catch (cause) {
      const message = `The init program of function containers could not be built: ${(cause as Error).message.trim()}`;
      throw new EmulatorError(INIT_NOT_BUILT, message, {
        cause,
        hint: 'It is compiled once with bun, which comes from the npm registry.',
      });
    }
  }

  /** bun's own binary, from the npm registry. */
  async #bun(cacheDir: string): Promise<string> {
    const name = HOST_PACKAGES[`${process.platform}-${process.arch}`];
    if (!name) throw new Error(`bun does not run on ${process.platform} ${process.arch}.`);
    const directory = join(cacheDir, `bun-${BUN_VERSION}`);
    const file = join(directory, 'node_modules', name, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun');
    if (existsSync(file)) return file;
    this.#options.progress(`Fetching bun ${BUN_VERSION} to compile the init program of function containers (once, about 100 MB) …`);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{"private":true}');
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${BUN_VERSION}`];
    await runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { cwd: directory });
    return file;
  }

  async #compile(bun: string, entry: string, architecture: InitArchitecture, directory: string, file: string): Promise<string> {
    const startedAt = performance.now();
    this.#options.progress(`Compiling the init program for ${architecture} …`);
    await mkdir(directory, { recursive: true });
    const making = join(directory, `.making-${randomUUID()}`);
    await mkdir(making);
    try {
      const out = join(making, 'init');
      const flags = ['build', '--compile', '--bytecode', '--format=esm', '--minify-whitespace', '--minify-syntax'];
      const args = [...flags, `--target=${TARGETS[architecture]}`, entry, '--outfile', out];
      await runCommand(bun, args, {
        cwd: PACKAGE_ROOT,
        env: { ...process.env, BUN_INSTALL_CACHE_DIR: join(making, 'cache') },
      });
      await chmod(out, 0o755);
      await rename(out, file);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
    this.#options.progress(`The init program for ${architecture} is ready (${Math.round(performance.now() - startedAt)} ms): ${file}`);
    return file;
  }
}

export const packageNameOf = (architecture: InitArchitecture): string =>
  `cloud-emulator-init-linux-${architecture === 'arm64' ? 'arm64' : 'x64'}`;

/** Published along with the emulator, one optional package per architecture. */
function packagedInit(architecture: InitArchitecture): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${packageNameOf(architecture)}/init`);
  } catch {
    return undefined;
  }
}

/** The sources, identified by their content, so that a changed version never runs an old binary. */
function sourcesOf(): { entry: string; hash: string } {
  const hash = createHash('sha256').update(BUN_VERSION);
  for (const path of sourceFiles()) hash.update(path).update(readFileSync(join(PACKAGE_ROOT, path)));
  return { entry: join(PACKAGE_ROOT, 'init-program', 'main.ts'), hash: hash.digest('hex').slice(0, 16) };
}

/** Paths below the package of all files that may be compiled in, those of subfolders too. */
export function sourceFiles(): string[] {
  const filesIn = (folder: string) => readdirSync(join(PACKAGE_ROOT, folder), { encoding: 'utf8', recursive: true });
  const below = (folder: string) => filesIn(folder).map((name) => join(folder, name));
  return SOURCES.flatMap((path) => (path.endsWith('.ts') ? [path] : below(path).filter((name) => /(?<!\.test)\.ts$/.test(name)))).sort();
}
