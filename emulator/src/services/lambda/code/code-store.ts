// Code by its content, unpacked once: in the data directory, or in a temporary folder that goes with the emulator.
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Content } from '#containers/container-runtime';
import type { BlobRef, Blobs } from '#core/records';
import { unpack } from './unpack.ts';

export interface CodeStoreOptions {
  /** Where code is kept beyond the emulator's end; a temporary folder when absent. */
  readonly directory?: string | undefined;
  readonly blobs: Blobs;
}

export class CodeStore {
  readonly #options: CodeStoreOptions;
  readonly #unpacking = new Map<string, Promise<Content>>();
  #root: string | undefined;

  constructor(options: CodeStoreOptions) {
    this.#options = options;
  }

  /** The unpacked code. @throws ArchiveError */
  content(ref: BlobRef): Promise<Content> {
    let content = this.#unpacking.get(ref.sha256);
    if (!content) {
      content = this.#unpack(ref);
      this.#unpacking.set(ref.sha256, content);
      content.catch(() => this.#unpacking.delete(ref.sha256));
    }
    return content;
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#unpacking.values());
    if (this.#root !== undefined && this.#options.directory === undefined)
      await rm(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }

  async #unpack(ref: BlobRef): Promise<Content> {
    const folder = join(this.#directory(), ref.sha256);
    if (!existsSync(folder)) await unpack(Buffer.from(await this.#options.blobs.read(ref)), folder);
    return { sha256: ref.sha256, sizeBytes: ref.sizeBytes, localDir: join(folder, 'task') };
  }

  #directory(): string {
    if (this.#root !== undefined) return this.#root;
    const { directory } = this.#options;
    this.#root = directory === undefined ? mkdtempSync(join(tmpdir(), 'cloud-emulator-code-')) : resolve(directory);
    mkdirSync(this.#root, { recursive: true });
    if (directory !== undefined) void this.#sweep(this.#root).catch(() => undefined);
    return this.#root;
  }

  /** Removes what an earlier run unpacked and nothing refers to any more. */
  async #sweep(root: string): Promise<void> {
    for (const name of await readdir(root)) {
      const [sha256 = ''] = name.split('.');
      const kept = name === sha256 && existsSync(this.#options.blobs.path({ sha256, sizeBytes: 0 }));
      if (!kept && !this.#unpacking.has(sha256)) await rm(join(root, name), { recursive: true, force: true });
    }
  }
}
