// Finds the changes that polling misses at its beginning. `fs.watchFile` takes what its first look finds for the state of a file, and that look
// happens some time after the watcher is ready: a file that has changed in between would not be reported.
import { stat } from 'node:fs/promises';

const FOLDER = 'folder ';

export class FirstLooks {
  readonly #states = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  /** Notes the state of each file; a change after it resolves is found. */
  async note(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#states.set(path, await stateOf(path));
  }

  /** A change of the file has been reported. */
  reported(path: string): void {
    this.#states.delete(path);
  }

  /** Calls `changed` in `afterMs` milliseconds with each path that differs from what was noted, unless that has been reported. */
  compare(afterMs: number, changed: (path: string, isFolder: boolean) => void): void {
    this.#timer = setTimeout(() => void this.#compare(changed), afterMs).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#states.clear();
  }

  async #compare(changed: (path: string, isFolder: boolean) => void): Promise<void> {
    for (const [path, before] of this.#states) {
      const now = await stateOf(path);
      if (this.#states.has(path) && now !== before) changed(path, now.startsWith(FOLDER));
    }
    this.#states.clear();
  }
}

async function stateOf(path: string): Promise<string> {
  const state = await stat(path).catch(() => undefined);
  return `${state?.isDirectory() ? FOLDER : ''}${state?.size} ${state?.mtimeMs}`;
}
