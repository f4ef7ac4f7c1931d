// Watches files in folders with chokidar, by events or by looking, and follows no links.
import { basename, join } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { FirstLooks } from './first-looks.ts';

export type EntryKind = 'file' | 'folder' | 'link' | 'unknown';

export interface Watched {
  readonly folders: readonly string[];
  readonly polls: boolean;
  readonly isIgnored: (path: string, kind: EntryKind) => boolean;
  /** A file, a link or a folder has changed, is new or is gone. */
  readonly noted: (path: string) => void;
  /** Entries of a folder are new or gone. Told only where files are looked at, because events name the entry. */
  readonly entriesChanged: (folder: string) => void;
  readonly failed: (error: unknown) => void;
}

export type OpenWatcher = Pick<FSWatcher, 'add' | 'close'>;

const POLL_MS = 100;

/** Resolves once no further change can be missed. */
export async function openWatcher({ folders, polls, isIgnored, noted, entriesChanged, failed }: Watched): Promise<OpenWatcher> {
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
    ignored: (path, stats) => stats !== undefined && isIgnored(path, kindOf(stats)),
  });
  let isReady = false;
  watcher.on('error', failed);
  // Links are reported when they are found, too.
  watcher.on('all', (_event, path, stats) => {
    firstLooks.reported(path);
    if (isReady || !stats?.isSymbolicLink()) noted(path);
  });
  // The raw events of the kernel, because two changes of a file within 50 ms become one otherwise, of which only the first is reported.
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath, curr } = (details ?? {}) as { watchedPath?: string; curr?: { isDirectory(): boolean } };
    if (polls && curr?.isDirectory()) entriesChanged(name);
    if (watchedPath === undefined || polls) return;
    noted(name === null || name === undefined || basename(watchedPath) === name ? watchedPath : join(watchedPath, name));
  });
  // Without folders chokidar never is ready.
  if (folders.length > 0) await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  isReady = true;
  if (polls) {
    const paths = Object.entries(watcher.getWatched()).flatMap(([parent, names]) => names.map((name) => join(parent, name)));
    await firstLooks.note(paths);
    firstLooks.compare(POLL_MS, (path, isFolder) => (isFolder ? entriesChanged(path) : noted(path)));
  }
  return {
    add: (folder) => watcher.add(folder),
    close: async () => {
      firstLooks.close();
      await watcher.close();
    },
  };
}

const kindOf = (stats: { isDirectory(): boolean; isSymbolicLink(): boolean }): EntryKind => {
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
};
