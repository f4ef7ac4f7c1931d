// Stores code unpacked, once per content: in the data directory, or in a temporary folder that is deleted with the emulator's end.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Content } from '#containers/container-runtime';
import type { BlobRef, Blobs } from '#core/records';
import { temporaryFolder } from '#lib/temporary-folder';
import type { CodeRef } from '#services/lambda/state';
import { isFolder } from './code-ref.ts';
import { contentOfFolder, type FolderContentOptions } from './folder-content.ts';
import { unpack } from './unpack.ts';

export interface CodeStoreOptions {
  /** Folder in which code outlives the emulator. Undefined: a temporary folder. */
  readonly directory?: string | undefined;
  readonly blobs: Blobs;
  readonly folders: FolderContentOptions;
}

export class CodeStore {
  readonly #options: CodeStoreOptions;
  readonly #unpacking = new Map<string, Promise<Content>>();
  /** Number of environments that run each code, by its hash. */
  readonly #users = new Map<string, number>();
  #root: string | undefined;

  constructor(options: CodeStoreOptions) {
    this.#options = options;
  }

  /** The code, unpacked if necessary; a folder as it is. @throws ArchiveError, EmulatorError CODE_FOLDER_MISSING, CODE_FOLDER_REFUSED */
  content(ref: CodeRef): Promise<Content> {
    if (isFolder(ref)) return contentOfFolder(ref.folder, this.#options.folders);
    let content = this.#unpacking.get(ref.sha256);
    if (!content) {
      content = this.#unpack(ref);
      this.#unpacking.set(ref.sha256, content);
      content.catch(() => this.#unpacking.delete(ref.sha256));
    }
    return content;
  }

  /** Protects code that an environment runs from removal, until `unuse`. */
  use(ref: CodeRef): void {
    if (isFolder(ref)) return;
    const { sha256 } = ref;
    this.#users.set(sha256, (this.#users.get(sha256) ?? 0) + 1);
  }

  unuse(ref: CodeRef): void {
    if (isFolder(ref)) return;
    const { sha256 } = ref;
    const left = (this.#users.get(sha256) ?? 1) - 1;
    if (left > 0) this.#users.set(sha256, left);
    else this.#users.delete(sha256);
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#unpacking.values());
    if (this.#root !== undefined && this.#options.directory === undefined)
      await rm(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }

  async #unpack(ref: BlobRef): Promise<Content> {
    const folder = join(this.#directory(), ref.sha256);
    if (!existsSync(folder)) {
      const bytes = await this.#options.blobs.read(ref);
      await unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), folder);
      this.#tidy();
    }
    return { sha256: ref.sha256, sizeBytes: ref.sizeBytes, localDir: join(folder, 'task') };
  }

  #directory(): string {
    if (this.#root !== undefined) return this.#root;
    const { directory } = this.#options;
    this.#root = directory === undefined ? temporaryFolder('code') : resolve(directory);
    mkdirSync(this.#root, { recursive: true });
    if (directory !== undefined) void this.#sweep(this.#root).catch(() => undefined);
    return this.#root;
  }

  /** Removes code that no version names and no environment runs. Called when new code arrives. */
  #tidy(): void {
    for (const sha256 of this.#unpacking.keys()) {
      if (this.#users.has(sha256) || existsSync(this.#options.blobs.path({ sha256, sizeBytes: 0 }))) continue;
      const [folder, gone] = [join(this.#directory(), sha256), join(this.#directory(), `${sha256}.${randomUUID()}`)];
      this.#unpacking.delete(sha256);
      if (!existsSync(folder)) continue;
      // The rename comes first, so that nobody finds a half removed folder.
      renameSync(folder, gone);
      void rm(gone, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  /** Removes folders that an earlier process unpacked and nothing refers to any more. */
  async #sweep(root: string): Promise<void> {
    for (const name of await readdir(root)) {
      const [sha256 = ''] = name.split('.');
      const kept = name === sha256 && existsSync(this.#options.blobs.path({ sha256, sizeBytes: 0 }));
      if (!kept && !this.#unpacking.has(sha256)) await rm(join(root, name), { recursive: true, force: true });
    }
  }
}
