// Watches a folder of code, and the folders to which its links lead. It knows files, and nothing of what runs from them.
import { type ChangeEvents, Changes } from './changes.ts';
import { type OpenWatcher, openWatcher } from './chokidar-watcher.ts';
import { needsPolling } from './file-events.ts';
import { Look, type LookOptions } from './look.ts';
import { Ways } from './ways.ts';

export interface FolderWatchOptions extends ChangeEvents, LookOptions {
  /** Looks at all files every 100 ms instead of waiting for events; by default where the file system reports none. */
  readonly polls?: boolean | undefined;
  /** How long no file must change; by default 30 ms. */
  readonly settleMs?: number | undefined;
  /** Called before `settled` where the path leads to another folder by now, or a link to another place: mounts show the old ones. */
  readonly moved?: (() => void) | undefined;
  /** The kernel has no room for more events (`ENOSPC`, `EMFILE`), so that the folder is polled from now on. */
  readonly fellBack?: ((reason: string) => void) | undefined;
}

export interface FolderWatcher {
  readonly polls: boolean;
  /** Watches a further folder, as a linked one. */
  add(folder: string): void;
  close(): Promise<void>;
}

const NO_ROOM = new Set(['ENOSPC', 'EMFILE']);
/** How often links may change while the watchers are being opened, until that is left to the next change. */
const MAX_LOOKS = 5;

/** Resolves once no further change can be missed. @throws Error ENOENT if there is no such folder */
export async function watchFolder(options: FolderWatchOptions): Promise<FolderWatcher> {
  const look = await Look.at(options, []);
  if (look.isMissing) throw Object.assign(new Error(`ENOENT: ${options.folder} does not exist`), { code: 'ENOENT' });
  return new Watcher(options, look).start();
}

/** The watchers for one look. */
interface Opened {
  readonly files: OpenWatcher;
  readonly ways: Ways;
}

class Watcher implements FolderWatcher {
  readonly #options: FolderWatchOptions;
  readonly #changes: Changes;
  readonly #further = new Set<string>();
  #look: Look;
  #opened: Opened | undefined;
  /** The opening under way, and those before it. */
  #opening: Promise<void> = Promise.resolve();
  /** Links may be others than at the last look. */
  #isSuspect = false;
  /** An entry on the way to a folder was replaced, even if the path leads to the same folder now. */
  #wasReplaced = false;
  #fellBack = false;
  #closed = false;

  constructor(options: FolderWatchOptions, look: Look) {
    this.#options = options;
    this.#look = look;
    this.#changes = new Changes({ ...options, look: () => (this.#isSuspect ? this.#lookAgain() : undefined) });
  }

  get polls(): boolean {
    return this.#options.polls ?? (this.#fellBack || this.#look.roots.some((root) => needsPolling(root)));
  }

  async start(): Promise<this> {
    await this.#reopen();
    return this;
  }

  add(folder: string): void {
    if (!this.#look.take(folder)) return;
    this.#further.add(folder);
    this.#opened?.files.add(folder);
    void this.#opened?.ways.add(folder);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.close();
    await this.#opening;
    await closeAll(this.#opened);
  }

  #noted(path: string): void {
    const look = this.#look;
    if (look.isIgnored(path, 'unknown')) return;
    if (look.mayChangeAfter(path)) this.#isSuspect = true;
    this.#changes.note(path);
  }

  async #lookAgain(): Promise<void> {
    this.#isSuspect = false;
    const before = this.#look;
    before.refreshGit();
    const look = await Look.at(this.#options, [...this.#further]);
    if (look.equals(before) && !this.#wasReplaced) return;
    this.#wasReplaced = false;
    this.#look = look;
    this.#options.moved?.();
    await this.#reopen();
  }

  /** Opens watchers for the present look, and closes those before. */
  #reopen(): Promise<void> {
    this.#opening = this.#opening.then(() => this.#open());
    return this.#opening;
  }

  async #open(): Promise<void> {
    for (let looks = 1; !this.#closed; looks++) {
      const before = this.#opened;
      this.#opened = await this.#openFor(this.#look);
      await closeAll(before);
      // A link may have changed after the look and before it was watched.
      const look = await Look.at(this.#options, [...this.#further]);
      if (look.equals(this.#look) || looks === MAX_LOOKS) return;
      this.#look = look;
    }
  }

  async #openFor(look: Look): Promise<Opened> {
    const { polls } = this;
    const failed = (error: unknown) => this.#failed(error);
    const ways = new Ways({ polls, failed, changed: (path) => this.#replaced(path) });
    const files = await openWatcher({
      folders: look.roots,
      polls,
      failed,
      isIgnored: (path, kind) => look.isIgnored(path, kind),
      noted: (path) => this.#noted(path),
      entriesChanged: (folder) => void this.#compareLinks(look, folder),
    });
    for (const path of look.ways) await ways.add(path);
    return { files, ways };
  }

  async #compareLinks(look: Look, folder: string): Promise<void> {
    for (const link of await look.changedLinks(folder)) this.#noted(link);
  }

  #replaced(path: string): void {
    this.#isSuspect = true;
    this.#wasReplaced = true;
    this.#changes.note(path);
  }

  #failed(error: unknown): void {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (this.polls || this.#closed || !NO_ROOM.has(code)) return;
    this.#fellBack = true;
    this.#options.fellBack?.(message);
    void this.#reopen();
  }
}

async function closeAll(opened: Opened | undefined): Promise<void> {
  opened?.ways.close();
  await opened?.files.close();
}
