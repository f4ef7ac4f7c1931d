// Folders of version managers, one per version: looked into, nothing is run.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Interpreter {
  readonly path: string;
  /** `20.20.2`, or as much of it as the place tells: `3.11`. */
  readonly version: string;
  /** The part that a runtime identifier names: 20 for nodejs20.x, 11 for python3.11, 33 for ruby3.3, 21 for java21. */
  readonly release: number;
}

export interface Search {
  /** Best first for each release. */
  readonly found: readonly Interpreter[];
  /** In words, for who has to install one. */
  readonly lookedIn: readonly string[];
}

/** Undefined: not one that we can run at all. */
export type ReleaseOf = (version: string) => number | undefined;

/** `[folder of versions, path of the interpreter in one]` */
export type Places = readonly (readonly [string, string])[];

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;
export const list = (dir: string): Promise<string[]> => readdir(dir).catch((): string[] => []);

export const versionIn = (text: string): string | undefined => /(?:^|[^\d.])(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1];

/** The managers' other implementations (`pypy3.9`, `graalpy-24`, `jruby-9.4`) are no substitute. */
const OTHER = /py-?\d|jython|conda|nightly|jruby|truffleruby|mruby|rbx/;

export async function scan(places: Places, releaseOf: ReleaseOf): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const [dir, inside] of places) {
    for (const name of (await list(dir)).sort().reverse()) {
      const version = OTHER.test(name.replace('cpython', '')) ? undefined : versionIn(name);
      const release = version === undefined ? undefined : releaseOf(version);
      const path = join(dir, name, inside);
      if (version !== undefined && release !== undefined && (await exists(path))) found.push({ path, version, release });
    }
  }
  return found;
}
