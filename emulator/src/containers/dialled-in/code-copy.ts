// Code and layers of one environment that gets copies of them: whole at its start, and with each reset what has changed since.

import { createHash } from 'node:crypto';
import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Content, EnvironmentSpec } from '#containers/container-runtime';
import type { CodeChange } from '#runtime-init/channel-wire';
import { archiveName } from './init-settings.ts';
import { type Packed, packTar } from './tar.ts';

interface Entry extends Packed {
  /** Differs once the file has changed. */
  readonly signature: string;
}
/** By the path below the folder that it becomes. */
type Files = ReadonlyMap<string, Entry>;

const CODE = '/var/task';
const LAYERS = '/opt';
/** Limit: folders within each other that are copied into an environment. */
const MAX_DEPTH = 64;
const leadsOut = (path: string): boolean => path === '..' || path.startsWith('../');

export class CodeCopy {
  readonly #contents: readonly { readonly content: Content; readonly at: string }[];
  readonly #hidden: readonly string[];
  readonly #archives = new Map<string, readonly Packed[]>();
  #sent = new Map<string, Files>();
  #changes = 0;

  private constructor({ function: { packageType }, code, layers }: EnvironmentSpec, hidden: readonly string[]) {
    this.#contents = [
      ...(packageType === 'Zip' ? [{ content: code, at: CODE }] : []),
      ...layers.map((content) => ({ content, at: LAYERS })),
    ];
    this.#hidden = hidden;
  }

  /** `hidden`: folders of this machine that no function may see. Reads the folders as they are now. */
  static async of(spec: EnvironmentSpec, hidden: readonly string[] = []): Promise<CodeCopy> {
    const copy = new CodeCopy(spec, await realPaths(hidden));
    const scans = await copy.#scan();
    for (const [at, { content }] of copy.#contents.entries())
      copy.#archives.set(archiveName(content.sha256), [...(scans[at] as Files).values()]);
    copy.#sent = copy.#merged(scans);
    return copy;
  }

  /** The archive of that name on the control channel. */
  archive(name: string): Readable | undefined {
    const entries = this.#archives.get(name);
    return entries && packTar(...entries);
  }

  /** Compares with the folders at the last call; the archives can be had from now on. */
  async changes(): Promise<readonly CodeChange[]> {
    const now = this.#merged(await this.#scan());
    const changes = [...now].flatMap(([path, files]) => this.#change(path, this.#sent.get(path) ?? new Map(), files));
    this.#sent = now;
    return changes;
  }

  #change(path: string, before: Files, now: Files): CodeChange[] {
    const changed = [...now.values()].filter(({ to, signature }) => before.get(to)?.signature !== signature);
    const removed = [...before.keys()].filter((to) => !now.has(to));
    if (changed.length === 0 && removed.length === 0) return [];
    const sha256 = archiveName(`changes ${++this.#changes} ${createHash('sha256').update(path).digest('hex').slice(0, 8)}`);
    this.#archives.set(sha256, changed);
    return [{ sha256, path, removed }];
  }

  #scan(): Promise<readonly Files[]> {
    return Promise.all(this.#contents.map(({ content }) => filesOf(content, this.#hidden)));
  }

  /** By folder inside; later layers override earlier ones. */
  #merged(scans: readonly Files[]): Map<string, Files> {
    const merged = new Map<string, Map<string, Entry>>();
    this.#contents.forEach(({ at }, index) => {
      const files = merged.get(at) ?? new Map<string, Entry>();
      for (const [to, entry] of scans[index] as Files) files.set(to, entry);
      merged.set(at, files);
    });
    return merged;
  }
}

const realPaths = async (paths: readonly string[]): Promise<readonly string[]> =>
  (await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)))).filter((path) => path !== undefined);

/** Files, links and empty folders of a content. Targets of links that lead out of the user's folder take the place of these, where they may be shown. */
async function filesOf({ localDir, mayLinkTo }: Content, hidden: readonly string[]): Promise<Files> {
  const files = new Map<string, Entry>();
  const root = await realpath(localDir);
  const visit = async (from: string, to: string, depth: number): Promise<void> => {
    if (hidden.includes(from) || depth > MAX_DEPTH) return;
    const found = await lstat(from).catch(() => undefined);
    if (!found) return;
    if (found.isDirectory()) {
      const names = (await readdir(from)).sort().filter((name) => mayLinkTo === undefined || name !== '.git');
      if (names.length === 0 && to !== '') files.set(to, { from, to, signature: 'folder' });
      for (const name of names) await visit(join(from, name), to === '' ? name : `${to}/${name}`, depth + 1);
      return;
    }
    if (!found.isSymbolicLink()) {
      if (found.isFile()) files.set(to, { from, to, signature: `${found.mode} ${found.size} ${found.mtimeMs} ${found.ino}` });
      return;
    }
    const text = await readlink(from);
    const target =
      mayLinkTo && leadsOut(relative(root, resolve(from, '..', text))) ? await realpath(from).catch(() => undefined) : undefined;
    // A link to a folder above itself would be copied without end.
    if (target !== undefined && mayLinkTo?.(target) && leadsOut(relative(target, from))) await visit(target, to, depth + 1);
    else files.set(to, { from, to, signature: `link ${text}` });
  };
  await visit(root, '', 0);
  return files;
}
