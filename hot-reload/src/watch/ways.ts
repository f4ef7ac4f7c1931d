// Watches the ways to files and folders: a folder above may be moved away, a link on the way may be switched, and what is missing may come. A
// watched folder tells nothing of that.
import { type FSWatcher, watch } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { placeOf } from './linked-folders.ts';

export interface WaysOptions {
  /** Looks where the paths lead every 100 ms, instead of waiting for events. */
  readonly polls: boolean;
  /** Something on the way to a path was made, removed or replaced. */
  readonly changed: (path: string) => void;
  readonly failed: (error: unknown) => void;
}

/** A path with more links than that leads nowhere (Linux). */
const MAX_LINKS = 40;
const POLL_MS = 100;

export class Ways {
  readonly #options: WaysOptions;
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly paths: Map<string, string> }>();
  readonly #places = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WaysOptions) {
    this.#options = options;
  }

  async add(path: string): Promise<void> {
    if (this.#places.has(path)) return;
    this.#places.set(path, await placeOf(path));
    if (this.#options.polls) this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS).unref();
    else for (const [folder, name] of await entriesOnWay(path)) this.#watch(folder, name, path);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#places.clear();
    for (const { watcher } of this.#watchers.values()) watcher.close();
  }

  #watch(folder: string, name: string, path: string): void {
    try {
      const known = this.#watchers.get(folder) ?? this.#open(folder);
      this.#watchers.set(folder, known);
      known.paths.set(name, path);
    } catch (error) {
      // A folder that may not be read can still be on the way: then its changes are not seen.
      this.#options.failed(error);
    }
  }

  #open(folder: string) {
    const paths = new Map<string, string>();
    const watcher = watch(folder, (event, name) => {
      const path = name === null ? undefined : paths.get(name);
      if (event === 'rename' && path !== undefined) this.#options.changed(path);
    });
    watcher.on('error', (error) => this.#options.failed(error));
    return { watcher, paths };
  }

  async #poll(): Promise<void> {
    for (const [path, before] of this.#places) {
      const now = await placeOf(path);
      if (now === before || !this.#places.has(path)) continue;
      this.#places.set(path, now);
      this.#options.changed(path);
    }
    if (this.#places.size > 0) this.#timer = setTimeout(() => void this.#poll(), POLL_MS).unref();
  }
}

/** The entries by which a path is found, each with its folder, which is free of links: up to the first missing entry. */
export async function entriesOnWay(path: string): Promise<readonly (readonly [string, string])[]> {
  const found: [string, string][] = [];
  let at = parse(resolve(path)).root;
  let rest = namesOf(resolve(path));
  for (let links = 0; rest.length > 0 && links <= MAX_LINKS; ) {
    const [name = '', ...others] = rest;
    rest = others;
    if (name === '..') at = dirname(at);
    if (name === '..') continue;
    const entry = join(at, name);
    found.push([at, name]);
    const state = await lstat(entry).catch(() => undefined);
    if (state === undefined) break;
    if (!state.isSymbolicLink()) {
      at = entry;
      continue;
    }
    links++;
    const text = await readlink(entry).catch(() => '');
    if (isAbsolute(text)) at = parse(text).root;
    rest = [...namesOf(text), ...rest];
  }
  return found;
}

const namesOf = (path: string): string[] =>
  path
    .slice(parse(path).root.length)
    .split(/[\\/]/)
    .filter((name) => name !== '' && name !== '.');
