// Folders of version managers, one per version: only read, nothing is run.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Interpreter {
  readonly path: string;
  /** `20.20.2`, or the part of it that the path tells: `3.11`. */
  readonly version: string;
  /** The part of it in a runtime identifier: 20 for nodejs20.x, 11 for python3.11, 33 for ruby3.3, 21 for java21. */
  readonly release: number;
}

export interface Search {
  /** For each release the best one first. */
  readonly found: readonly Interpreter[];
  /** In words, for the user who has to install one. */
  readonly lookedIn: readonly string[];
}

/** Undefined: a version that we cannot run at all. */
export type ReleaseOf = (version: string) => number | undefined;

/** `[folder of versions, path of the interpreter in one]` */
export type Places = readonly (readonly [string, string])[];

export const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;
export const list = (dir: string): Promise<string[]> => readdir(dir).catch((): string[] => []);

export const versionIn = (text: string): string | undefined => /(?:^|[^\d.])(\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1];

/** Other implementations (`pypy3.9`, `graalpy-24`, `jruby-9.4`) cannot substitute. */
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
