// The development loop: deploys, and deploys again when the infrastructure has changed. A failure is shown, and the loop goes on.
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { type FolderWatcher, watchFolder } from '../watch/folder-watcher.ts';
import type { Deployer, See } from './deployer.ts';

type Watch = typeof watchFolder;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

export class DevLoop {
  readonly #deployer: Deployer;
  readonly #see: See;
  readonly #now: () => number;
  #watcher: FolderWatcher | undefined;
  #running: Promise<void> | undefined;
  /** The reason of a deployment that follows the present one. */
  #next: string | undefined;
  #closed = false;

  constructor(deployer: Deployer, see: See, now: () => number = () => performance.now()) {
    this.#deployer = deployer;
    this.#see = see;
    this.#now = now;
  }

  /** Resolves after the first deployment, whether it succeeded or not. */
  async start(watch: Watch = watchFolder): Promise<void> {
    const { folder, ignored } = this.#deployer;
    this.#watcher = await watch({ folder, patterns: ignored, began: () => undefined, settled: (files) => this.changed(files) });
    await this.deploy('start');
  }

  /** Paths that have changed, absolute. That of a folder changes with its entries, which are reported themselves. */
  changed(files: readonly string[]): void {
    const relevant = files.filter((file) => !isFolder(file) && this.#deployer.redeploysAfter(file));
    if (relevant.length === 0) return;
    const named = relative(this.#deployer.folder, relevant[0]!);
    void this.deploy(relevant.length === 1 ? `${named} has changed` : `${named} and ${relevant.length - 1} more have changed`);
  }

  /** Deploys now, or after the deployment under way, once however often it is called meanwhile. */
  deploy(reason: string): Promise<void> {
    if (this.#running) {
      this.#next = reason;
      return this.#running;
    }
    this.#running = this.#deployAll(reason).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#deployer.abort?.();
    await this.#watcher?.close();
    await this.#running;
    const text = await this.#deployer.close();
    if (text !== undefined) this.#see({ type: 'ended', text });
  }

  async #deployAll(first: string): Promise<void> {
    for (let reason: string | undefined = first; reason !== undefined && !this.#closed; reason = this.#next) {
      this.#next = undefined;
      await this.#deployOnce(reason);
    }
  }

  async #deployOnce(reason: string): Promise<void> {
    const startedMs = this.#now();
    this.#see({ type: 'deploying', reason });
    try {
      const deployed = await this.#deployer.deploy(this.#see);
      this.#see({ type: 'deployed', ms: Math.round(this.#now() - startedMs), ...deployed });
    } catch (error) {
      const { hint } = Object(error) as { readonly hint?: string };
      this.#see({ type: 'failed', text: error instanceof Error ? error.message : String(error), hint });
    }
  }
}
