// Finds the Javas of this machine by the file `release` in each of them.

import { readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { exists, type Interpreter, list, type Search } from './version-folders.ts';

/** Our bootstrap is compiled for this release: older ones cannot run it. */
export const OLDEST_JAVA = 11;

/** `1.8.0_392` is 8, `21.0.4` is 21. */
const releaseOf = (version: string): number => Number(/^(?:1\.)?(\d+)/.exec(version)?.[1] ?? 0);

/** Folders of Java homes, and the path from a home to the parent of its `bin`. */
const parentsOf = (home: string, env: NodeJS.ProcessEnv): readonly (readonly [string, string])[] => [
  ['/usr/lib/jvm', ''],
  [join(env['SDKMAN_DIR'] ?? join(home, '.sdkman'), 'candidates/java'), ''],
  [join(env['ASDF_DATA_DIR'] ?? join(home, '.asdf'), 'installs/java'), ''],
  [join(env['MISE_DATA_DIR'] ?? join(home, '.local/share/mise'), 'installs/java'), ''],
  [join(home, '.jdks'), ''],
  ['/opt/java', ''],
  ['/Library/Java/JavaVirtualMachines', 'Contents/Home'],
];

async function javaIn(home: string): Promise<Interpreter | undefined> {
  const path = join(home, 'bin/java');
  const version = /^JAVA_VERSION="([^"]+)"/m.exec(await readFile(join(home, 'release'), 'latin1').catch(() => ''))?.[1];
  if (version === undefined || !(await exists(path))) return undefined;
  const release = releaseOf(version);
  return release >= OLDEST_JAVA ? { path, version, release } : undefined;
}

export async function findJavas(home: string, env: NodeJS.ProcessEnv): Promise<Search> {
  const onPath = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '' && !dir.endsWith('/shims'))
    .map((dir) => join(dir, 'java'));
  const resolved = await Promise.all(onPath.map((path) => realpath(path).catch(() => undefined)));
  const homes = [env['JAVA_HOME'], ...resolved.map((path) => path && dirname(dirname(path)))].filter(
    (dir) => dir !== undefined && dir !== '',
  );
  const parents = parentsOf(home, env);
  for (const [parent, inside] of parents) homes.push(...(await list(parent)).sort().map((name) => join(parent, name, inside)));
  const real = await Promise.all(homes.map((dir) => realpath(dir as string).catch(() => undefined)));
  const found = await Promise.all([...new Set(real)].map((dir) => (dir === undefined ? undefined : javaIn(dir))));
  return { found: found.filter((java) => java !== undefined), lookedIn: ['JAVA_HOME', 'PATH', ...parents.map(([dir]) => dir)] };
}

/** The compiler beside one of them, the newest first. */
export async function compilerAmong(found: readonly Interpreter[]): Promise<string | undefined> {
  for (const { path } of [...found].sort((a, b) => b.release - a.release)) {
    const javac = join(dirname(path), 'javac');
    if (await exists(javac)) return javac;
  }
  return undefined;
}
