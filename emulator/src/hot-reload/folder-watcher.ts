// Watches a folder of code, and the folders to which its links lead. It knows files, and nothing of what runs from them.
import { realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { type ChangeEvents, Changes } from './changes.ts';
import { needsPolling } from './file-events.ts';
import { FirstLooks } from './first-looks.ts';
import { type IgnoreOptions, IgnoreRules } from './ignore-rules.ts';
import { linkedFolders } from './linked-folders.ts';

export interface FolderWatchOptions extends ChangeEvents, Pick<IgnoreOptions, 'folder' | 'folders' | 'patterns' | 'kept'> {
  /** Looks at all files every 100 ms instead of waiting for events; by default where the file system reports none. */
  readonly polls?: boolean | undefined;
  /** How long no file must change; by default 30 ms. */
  readonly settleMs?: number | undefined;
  /** Whether a file or folder outside, to which a link leads, may be watched; by default each may. */
  readonly mayLinkTo?: ((target: string) => boolean) | undefined;
  /** The kernel has no room for more events (`ENOSPC`, `EMFILE`), so that the folder is polled from now on. */
  readonly fellBack?: ((reason: string) => void) | undefined;
}

export interface FolderWatcher {
  readonly polls: boolean;
  /** Watches a further folder, as a linked one. */
  add(folder: string): void;
  close(): Promise<void>;
}

const POLL_MS = 100;
const NO_ROOM = new Set(['ENOSPC', 'EMFILE']);

/** Resolves once no further change can be missed. @throws Error ENOENT if there is no such folder */
export async function watchFolder(options: FolderWatchOptions): Promise<FolderWatcher> {
  const folder = await realpath(options.folder);
  const rules = new IgnoreRules({ ...options, folder, git: true });
  const isUnwatched = (path: string): boolean => rules.isIgnored(path, 'unknown');
  const linked = await linkedFolders(folder, { isIgnored: isUnwatched, mayLinkTo: options.mayLinkTo });
  // A linked package is used as it was built, so that what its repository ignores counts.
  const rulesOf = (each: string) => new IgnoreRules({ ...options, folder: each, kept: undefined, git: false });
  const all = [rules, ...linked.map(rulesOf)];
  const isIgnored = (path: string, kind: 'file' | 'folder' | 'unknown'): boolean => all.every((each) => each.isIgnored(path, kind));
  const changes = new Changes(options, options.settleMs);
  const note = (path: string): void => {
    if (isIgnored(path, 'unknown')) return;
    if (basename(path) === '.gitignore') rules.refresh();
    changes.note(path);
  };
  const folders = [folder, ...linked];
  const open = (polls: boolean, failed: (error: unknown) => void) => openWatcher({ folders, polls, isIgnored, note, failed });
  const take = (further: string): boolean => {
    if (folders.some((each) => further === each || further.startsWith(`${each}${sep}`))) return false;
    folders.push(further);
    all.push(rulesOf(further));
    return true;
  };
  return new Watcher({ open, take }, options, changes).start(options.polls ?? needsPolling(folder));
}

interface Watching {
  readonly open: (polls: boolean, failed: (error: unknown) => void) => Promise<OpenWatcher>;
  /** False if the folder is watched already. */
  readonly take: (folder: string) => boolean;
}

class Watcher implements FolderWatcher {
  readonly #watching: Watching;
  readonly #options: FolderWatchOptions;
  readonly #changes: Changes;
  #watcher: OpenWatcher | undefined;
  #closed = false;
  polls = false;

  constructor(watching: Watching, options: FolderWatchOptions, changes: Changes) {
    this.#watching = watching;
    this.#options = options;
    this.#changes = changes;
  }

  async start(polls: boolean): Promise<this> {
    this.polls = polls;
    const watcher = await this.#watching.open(polls, (error) => this.#failed(error));
    if (this.#closed || this.polls !== polls) await watcher.close();
    else this.#watcher = watcher;
    return this;
  }

  add(folder: string): void {
    if (this.#watching.take(folder)) this.#watcher?.add(folder);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.close();
    await this.#watcher?.close();
  }

  #failed(error: unknown): void {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (this.polls || this.#closed || !NO_ROOM.has(code)) return;
    const before = this.#watcher;
    this.#watcher = undefined;
    this.#options.fellBack?.(message);
    void this.start(true).then(() => before?.close());
  }
}

interface Watched {
  readonly folders: readonly string[];
  readonly polls: boolean;
  readonly isIgnored: (path: string, kind: 'file' | 'folder' | 'unknown') => boolean;
  readonly note: (path: string) => void;
  readonly failed: (error: unknown) => void;
}

type OpenWatcher = Pick<FSWatcher, 'add' | 'close'>;

async function openWatcher({ folders, polls, isIgnored, note, failed }: Watched): Promise<OpenWatcher> {
  const firstLooks = new FirstLooks();
  const watcher = watch([...folders], {
    ignoreInitial: true,
    followSymlinks: false,
    // Its own treatment of atomic writes holds events back for 100 ms.
    atomic: false,
    usePolling: polls,
    interval: POLL_MS,
    binaryInterval: POLL_MS,
    ignorePermissionErrors: true,
    // Without the kind of a path nothing can be ruled out: it is asked about again.
    ignored: (path, stats) => stats !== undefined && isIgnored(path, stats.isDirectory() ? 'folder' : 'file'),
  });
  watcher.on('error', failed);
  // Links are reported when they are found; the raw events tell of new ones.
  watcher.on('all', (_event, path, stats) => {
    firstLooks.reported(path);
    if (!stats?.isSymbolicLink()) note(path);
  });
  // The raw events of the kernel, because two changes of a file within 50 ms become one otherwise, of which only the first is reported.
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath } = (details ?? {}) as { watchedPath?: string };
    if (watchedPath === undefined || polls) return;
    note(name === null || name === undefined || basename(watchedPath) === name ? watchedPath : join(watchedPath, name));
  });
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  if (polls) {
    const paths = Object.entries(watcher.getWatched()).flatMap(([parent, names]) => names.map((name) => join(parent, name)));
    await firstLooks.note(paths);
    firstLooks.compare(POLL_MS, note);
  }
  return {
    add: (folder) => watcher.add(folder),
    close: async () => {
      firstLooks.close();
      await watcher.close();
    },
  };
}
