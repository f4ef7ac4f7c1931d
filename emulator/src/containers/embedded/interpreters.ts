// Which interpreters this machine has, found by looking into directories and never by running anything (a version manager's shim costs 80 ms
// and answers for the wrong project).

import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export type Language = 'nodejs' | 'python';

export interface Interpreter {
  readonly path: string;
  /** `20.20.2`, or as much of it as the place tells: `3.11`. */
  readonly version: string;
  /** The part that a runtime identifier names: 20 for nodejs20.x, 11 for python3.11. */
  readonly release: number;
}

export interface Search {
  /** Best first for each release. */
  readonly found: readonly Interpreter[];
  /** In words, for who has to install one. */
  readonly lookedIn: readonly string[];
}

const exists = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false;
const list = (dir: string) => readdir(dir).catch((): string[] => []);

/** Version managers keep one folder per version: `[folder of versions, path of the interpreter in one]`. */
type Places = readonly (readonly [string, string])[];

const nodePlaces = (home: string, env: NodeJS.ProcessEnv): Places => [
  [join(env['NVM_DIR'] ?? join(home, '.nvm'), 'versions/node'), 'bin/node'],
  [join(env['FNM_DIR'] ?? join(home, '.local/share/fnm'), 'node-versions'), 'installation/bin/node'],
  [join(env['VOLTA_HOME'] ?? join(home, '.volta'), 'tools/image/node'), 'bin/node'],
  [join(env['ASDF_DATA_DIR'] ?? join(home, '.asdf'), 'installs/nodejs'), 'bin/node'],
  [join(env['MISE_DATA_DIR'] ?? join(home, '.local/share/mise'), 'installs/node'), 'bin/node'],
];

const pythonPlaces = (home: string, env: NodeJS.ProcessEnv): Places => [
  [join(env['PYENV_ROOT'] ?? join(home, '.pyenv'), 'versions'), 'bin/python3'],
  [join(env['ASDF_DATA_DIR'] ?? join(home, '.asdf'), 'installs/python'), 'bin/python3'],
  [join(env['MISE_DATA_DIR'] ?? join(home, '.local/share/mise'), 'installs/python'), 'bin/python3'],
  [join(env['UV_PYTHON_INSTALL_DIR'] ?? join(home, '.local/share/uv/python')), 'bin/python3'],
];

const versionPattern = /(?:^|[^\d.])(\d+\.\d+(?:\.\d+)?)/;

/** The release that counts, when it is one we can run at all: Node from 16 on, Python from 3.8 on. */
function releaseOf(language: Language, version: string): number | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (language === 'nodejs') return major >= 16 ? major : undefined;
  return major === 3 && minor >= 8 ? minor : undefined;
}

async function scan(language: Language, places: Places): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const [dir, inside] of places) {
    for (const name of (await list(dir)).sort().reverse()) {
      // `pypy3.9`, `graalpy-24`: the version managers' other implementations are no substitute.
      const version = /py-?\d|jython|conda|nightly/.test(name.replace('cpython', '')) ? undefined : versionPattern.exec(name)?.[1];
      const release = version === undefined ? undefined : releaseOf(language, version);
      const path = join(dir, name, inside);
      if (version !== undefined && release !== undefined && (await exists(path))) found.push({ path, version, release });
    }
  }
  return found;
}

/** A node binary does not name its version, the headers beside it do. */
async function nodeOnPath(env: NodeJS.ProcessEnv): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const dir of new Set((env['PATH'] ?? '').split(delimiter))) {
    const path = await realpath(join(dir, 'node')).catch(() => undefined);
    if (path === undefined || path === process.execPath || dir.endsWith('/shims')) continue;
    const header = await readFile(join(dirname(dirname(path)), 'include/node/node_version.h'), 'latin1').catch(() => '');
    const numbers = ['MAJOR', 'MINOR', 'PATCH'].map((part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(header)?.[1]);
    const version = numbers.every((part) => part !== undefined) ? numbers.join('.') : versionPattern.exec(path)?.[1];
    const release = version === undefined ? undefined : releaseOf('nodejs', version);
    if (version !== undefined && release !== undefined) found.push({ path, version, release });
  }
  return found;
}

const systemDirs = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];

async function systemPythons(): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const dir of systemDirs) {
    for (const name of await list(dir)) {
      const version = /^python(3\.\d+)$/.exec(name)?.[1];
      const release = version === undefined ? undefined : releaseOf('python', version);
      if (version !== undefined && release !== undefined) found.push({ path: join(dir, name), version, release });
    }
  }
  return found;
}

export async function findInterpreters(language: Language, env: NodeJS.ProcessEnv = process.env): Promise<Search> {
  const home = env['HOME'] ?? homedir();
  const places = language === 'nodejs' ? nodePlaces(home, env) : pythonPlaces(home, env);
  const managed = await scan(language, places);
  const dirs = places.map(([dir]) => dir);
  if (language === 'python') return { found: [...managed, ...(await systemPythons())], lookedIn: [...dirs, ...systemDirs] };
  const own = { path: process.execPath, version: process.versions.node, release: Number(process.versions.node.split('.')[0]) };
  return { found: [own, ...(await nodeOnPath(env)), ...managed], lookedIn: ["the emulator's own Node.js", 'PATH', ...dirs] };
}

/** The same release, else the nearest one, newer before older. */
export function nearest(found: readonly Interpreter[], release: number): Interpreter | undefined {
  const distance = (each: Interpreter) => Math.abs(each.release - release) * 2 - (each.release > release ? 1 : 0);
  return [...found].sort((a, b) => distance(a) - distance(b))[0];
}
