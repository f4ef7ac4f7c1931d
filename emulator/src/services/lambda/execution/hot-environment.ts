// Connects one environment with the folders it runs from: marks it stale when a file changes, and logs the reload.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Content, Environment } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type TypeScriptBundle, typeScriptHandler } from '#hot-reload/bundle/typescript-bundle';
import type { CodeRef, Settings } from '#services/lambda/state';
import type { HotCode } from './fleet.ts';
import type { HotFolder, HotFolderUser } from './hot-folder.ts';
import { BUNDLE_FAILED, FOLDER_GONE, FUNCTION_RELOADED } from './messages.ts';

export interface HotUse {
  readonly functionName: string;
  /** Key of the version. */
  readonly fleet: string;
  readonly settings: Frozen<Settings>;
  /** The code of the function and of its layers. */
  readonly code: readonly Frozen<CodeRef>[];
}

export interface HotEnvironmentParts {
  readonly use: HotUse;
  readonly folders: readonly HotFolder[];
  readonly release: (folder: HotFolder) => void;
  /** A new folder for a bundle. */
  readonly bundleDir: () => string;
  readonly ctx: Ctx;
}

export class HotEnvironment implements HotCode, HotFolderUser {
  readonly #parts: HotEnvironmentParts;
  #identities: readonly string[] = [];
  #bundle: TypeScriptBundle | undefined;
  #hasChanged = false;
  #isGone = false;
  #onChange: (() => void) | undefined;

  constructor(parts: HotEnvironmentParts) {
    this.#parts = parts;
    for (const folder of parts.folders) folder.users.add(this);
  }

  /** @throws Error if a folder cannot be watched */
  async begin(): Promise<void> {
    const { folders } = this.#parts;
    try {
      await Promise.all(folders.map((folder) => folder.watched()));
      await this.settled();
      this.#identities = await this.#identify();
      this.#bundle = await this.#bundled();
      this.#tellFailure();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The function's code where it is not the folder itself, but made from it. */
  get content(): Content | undefined {
    if (!this.#bundle) return undefined;
    const { outDir } = this.#bundle;
    return { sha256: createHash('sha256').update(outDir).digest('hex'), sizeBytes: 0, localDir: outDir };
  }

  changed(): void {
    this.#hasChanged = true;
    this.#onChange?.();
  }

  onChange(changed: () => void): void {
    this.#onChange = changed;
    if (this.#hasChanged) changed();
  }

  async settled(): Promise<void> {
    await Promise.all(this.#parts.folders.map(({ burst }) => burst?.settled));
  }

  /** A folder that was removed and made anew is another one, and so is what a link leads to by now: mounts show the old ones. */
  async isVisibleTo(environment: Environment): Promise<boolean> {
    const now = await this.#identify();
    this.#isGone = now.includes('');
    const others = this.#parts.folders.filter((_, at) => now[at] !== this.#identities[at]);
    for (const folder of others) folder.isLost = true;
    return environment.sharesFolders && this.#parts.folders.every((folder) => !folder.isLost);
  }

  /** Tells it once for all environments of the version. */
  reloaded(): void {
    const { use, folders, ctx } = this.#parts;
    const { functionName: name, fleet } = use;
    for (const { folder, burst } of folders) {
      if (!burst || burst.told.has(fleet)) continue;
      burst.told.add(fleet);
      if (this.#isGone) ctx.log.write(FOLDER_GONE, { name, folder });
      else ctx.log.write(FUNCTION_RELOADED, { name, ms: performance.now() - burst.beganMs, files: burst.files });
      const run = { what: 'reload', resource: `function ${name}`, startedMs: burst.beganMs } as const;
      if (!this.#isGone && !this.#tellFailure()) ctx.noteRun({ ...run, name: `reload of ${name}` });
    }
  }

  close(): void {
    for (const folder of this.#parts.folders) {
      folder.users.delete(this);
      this.#parts.release(folder);
    }
  }

  /** Undefined if the handler is not in TypeScript. */
  async #bundled(): Promise<TypeScriptBundle | undefined> {
    const { use, folders, bundleDir } = this.#parts;
    const { handler = '', runtime = '', code } = use.settings;
    const hot = folders.find(({ folder }) => code !== undefined && 'folder' in code && folder === code.folder);
    const release = /^nodejs(\d+)/.exec(runtime)?.[1];
    const file = hot && release !== undefined ? typeScriptHandler(hot.folder, handler) : undefined;
    return file === undefined ? undefined : hot?.bundle(file, Number(release), bundleDir);
  }

  /** True where the bundle has failed. */
  #tellFailure(): boolean {
    const { use, ctx } = this.#parts;
    const failure = this.#bundle?.failure;
    if (failure === undefined) return false;
    const { functionName: name } = use;
    ctx.report(BUNDLE_FAILED, { name, failure }, { what: 'reload', resource: `function ${name}`, name: `bundle of ${name}` });
    return true;
  }

  /** Device and number of each folder; empty if it is not there. */
  #identify(): Promise<readonly string[]> {
    const identify = ({ folder }: HotFolder) =>
      stat(folder).then(
        ({ dev, ino }) => `${dev} ${ino}`,
        () => '',
      );
    return Promise.all(this.#parts.folders.map(identify));
  }
}
