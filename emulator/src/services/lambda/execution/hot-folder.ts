// A folder from which functions run, watched: changes of its files that are close in time, and the bundles made from it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TypeScriptBundle } from '#hot-reload/bundle/typescript-bundle';
import { type FolderRules, withoutLinks } from '#hot-reload/folder/folder-rules';
import type { FolderWatcher } from '#hot-reload/watch/folder-watcher';
import { findEsbuild } from '#services/lambda/code/find-esbuild';

/** Changes of files that are close in time. */
interface Burst {
  readonly beganMs: number;
  /** Changed paths, with those of the burst before it if nobody was told of that. */
  readonly paths: Set<string>;
  /** Resolves when no file has changed for a moment, and bundles are made. */
  readonly settled: Promise<void>;
  files: number;
  /** Fleets whose reload has been logged. */
  readonly told: Set<string>;
}

const MANY_FILES = 100;

/** Files that are gone do not count beside others: `sed -i` and careful editors write another file, and move it over the file that changes. */
function countFiles(paths: readonly string[]): number {
  return paths.length > MANY_FILES ? paths.length : paths.filter((path) => existsSync(path)).length || paths.length;
}

export interface HotFolderUser {
  /** The first of some changes. */
  changed(): void;
}

export class HotFolder {
  readonly folder: string;
  readonly users = new Set<HotFolderUser>();
  burst: Burst | undefined;
  /** Set when the path or a link leads elsewhere by now: environments that were made before see what it led to then. */
  isLost = false;
  readonly #watcher: Promise<FolderWatcher>;
  /** Bundles of handlers in TypeScript, by file and release of Node.js. */
  readonly #bundles = new Map<string, TypeScriptBundle>();
  readonly #rules: FolderRules;
  #settle: () => void = () => undefined;

  constructor(folder: string, rules: FolderRules, watch: (hot: HotFolder) => Promise<FolderWatcher>) {
    this.folder = folder;
    this.#rules = rules;
    this.#watcher = watch(this);
    // The users of the folder await it, and are told.
    this.#watcher.catch(() => undefined);
  }

  /** Resolves once no change can be missed. @throws Error ENOENT if there is no such folder */
  async watched(): Promise<void> {
    await this.#watcher;
  }

  began(): void {
    const settled = new Promise<void>((resolve) => (this.#settle = resolve));
    const untold = this.burst?.told.size === 0 ? this.burst.paths : [];
    this.burst = { beganMs: performance.now(), paths: new Set(untold), settled, files: 0, told: new Set() };
    for (const user of [...this.users]) user.changed();
  }

  settled(paths: readonly string[]): void {
    const settle = this.#settle;
    for (const path of paths) this.burst?.paths.add(path);
    if (this.burst) this.burst.files = countFiles([...this.burst.paths]);
    // The next environment makes its own bundle from the folder that is there then.
    const bundles = this.isLost ? [] : [...this.#bundles.values()];
    void Promise.all(bundles.map((bundle) => this.#build(bundle))).then(settle);
  }

  /** The bundle of a handler in TypeScript. `outDir` gives a new folder for it. */
  async bundle(file: string, release: number, outDir: () => string): Promise<TypeScriptBundle> {
    const folder = withoutLinks(this.folder);
    const mayRead = (path: string): boolean => this.#rules.refusal(path) === undefined;
    const key = `${file} ${release}`;
    const known = this.#bundles.get(key);
    const bundle = known ?? new TypeScriptBundle({ folder, file, release, outDir: join(outDir(), 'task'), mayRead, findEsbuild });
    this.#bundles.set(key, bundle);
    if (known) await known.built;
    else await this.#build(bundle);
    return bundle;
  }

  async close(): Promise<void> {
    await this.#watcher.then((watcher) => watcher.close()).catch(() => undefined);
    for (const bundle of this.#bundles.values()) await bundle.close();
  }

  /** Watches all sources of the bundle, wherever they are. */
  async #build(bundle: TypeScriptBundle): Promise<void> {
    await bundle.build();
    const watcher = await this.#watcher;
    for (const folder of bundle.foldersOutside) watcher.add(folder);
  }
}
