// Watches the folders from which functions run, as long as an environment runs from them.
import { dirname, join } from 'node:path';
import type { Ctx } from '#core/ctx';
import type { FolderRules } from '#hot-reload/folder/folder-rules';
import { isFolder } from '#services/lambda/code/code-ref';
import { HotEnvironment, type HotUse } from './hot-environment.ts';
import { HotFolder } from './hot-folder.ts';
import { FOLDER_POLLED } from './messages.ts';

export interface HotFoldersOptions {
  /** Folders whose changes never count. */
  readonly unwatched: readonly string[];
  readonly rules: FolderRules;
  /** Holds bundles. */
  readonly workDir: string;
}

export class HotFolders {
  readonly #options: HotFoldersOptions;
  readonly #folders = new Map<string, HotFolder>();
  readonly #closing = new Set<Promise<void>>();
  #bundles = 0;

  constructor(options: HotFoldersOptions) {
    this.#options = options;
  }

  /** Resolves once no change can be missed; undefined if all code is archives. @throws Error if a folder cannot be watched */
  async watch(use: HotUse, ctx: Ctx): Promise<HotEnvironment | undefined> {
    const paths = use.code.flatMap((code) => (isFolder(code) ? [code.folder] : []));
    if (paths.length === 0) return undefined;
    // Git often ignores the folder of the handler, which is what a build makes.
    const kept = dirname(use.settings.handler ?? '');
    const environment = new HotEnvironment({
      use,
      folders: paths.map((path) => this.#folder(path, kept, ctx)),
      release: (folder) => this.#release(folder),
      bundleDir: () => join(this.#options.workDir, 'bundles', String(++this.#bundles)),
      ctx,
    });
    await environment.begin();
    return environment;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#folders.values()].map((folder) => folder.close()));
    this.#folders.clear();
    await Promise.all(this.#closing);
  }

  #folder(path: string, kept: string, ctx: Ctx): HotFolder {
    const key = `${path}\n${kept}`;
    const known = this.#folders.get(key);
    if (known && !known.isLost) return known;
    const { rules, unwatched } = this.#options;
    const folder = new HotFolder(path, rules, async (hot) => {
      const { watchFolder } = await import('#hot-reload/watch/folder-watcher');
      return watchFolder({
        folder: path,
        kept: [kept],
        folders: unwatched,
        mayLinkTo: (target) => rules.refusal(target) === undefined,
        began: () => hot.began(),
        moved: () => (hot.isLost = true),
        settled: (paths) => hot.settled(paths),
        fellBack: (reason) => ctx.log.write(FOLDER_POLLED, { folder: path, reason }),
      });
    });
    this.#folders.set(key, folder);
    return folder;
  }

  #release(folder: HotFolder): void {
    if (folder.users.size > 0) return;
    for (const [key, each] of this.#folders) if (each === folder) this.#folders.delete(key);
    const closing = folder.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
