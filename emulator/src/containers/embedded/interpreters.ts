// Finds the interpreters of this machine by reading directories, without running anything: a version manager's shim would take 80 ms
// and answer for the wrong project.

import { readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { BROUGHT_NODE, broughtFolder } from './brought-node.ts';
import { findJavas } from './find-java.ts';
import { findRubies } from './find-ruby.ts';
import { type Interpreter, list, type Places, type ReleaseOf, type Search, scan, versionIn } from './version-folders.ts';

export type Language = 'nodejs' | 'python' | 'ruby' | 'java';

const nodePlaces = (home: string, env: NodeJS.ProcessEnv): Places => [
  [broughtFolder(), BROUGHT_NODE],
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

/** Node from 16 on. */
const nodeRelease: ReleaseOf = (version) => {
  const major = Number(version.split('.')[0]);
  return major >= 16 ? major : undefined;
};

/** Python from 3.8 on. */
const pythonRelease: ReleaseOf = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 3 && minor >= 8 ? minor : undefined;
};

/** The version is not in a node binary's name, but in the headers beside it. */
async function nodeOnPath(env: NodeJS.ProcessEnv): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const dir of new Set((env['PATH'] ?? '').split(delimiter))) {
    const path = await realpath(join(dir, 'node')).catch(() => undefined);
    if (path === undefined || path === process.execPath || dir.endsWith('/shims')) continue;
    const header = await readFile(join(dirname(dirname(path)), 'include/node/node_version.h'), 'latin1').catch(() => '');
    const numbers = ['MAJOR', 'MINOR', 'PATCH'].map((part) => new RegExp(`NODE_${part}_VERSION (\\d+)`).exec(header)?.[1]);
    const version = numbers.every((part) => part !== undefined) ? numbers.join('.') : versionIn(path);
    const release = version === undefined ? undefined : nodeRelease(version);
    if (version !== undefined && release !== undefined) found.push({ path, version, release });
  }
  return found;
}

const SYSTEM_DIRS = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];

async function systemPythons(): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const dir of SYSTEM_DIRS) {
    for (const name of await list(dir)) {
      const version = /^python(3\.\d+)$/.exec(name)?.[1];
      const release = version === undefined ? undefined : pythonRelease(version);
      if (version !== undefined && release !== undefined) found.push({ path: join(dir, name), version, release });
    }
  }
  return found;
}

export async function findInterpreters(language: Language, env: NodeJS.ProcessEnv = process.env): Promise<Search> {
  const home = env['HOME'] ?? homedir();
  if (language === 'ruby') return findRubies(home, env);
  if (language === 'java') return findJavas(home, env);
  const places = language === 'nodejs' ? nodePlaces(home, env) : pythonPlaces(home, env);
  const managed = await scan(places, language === 'nodejs' ? nodeRelease : pythonRelease);
  const dirs = places.map(([dir]) => dir);
  if (language === 'python') return { found: [...managed, ...(await systemPythons())], lookedIn: [...dirs, ...SYSTEM_DIRS] };
  const own = { path: process.execPath, version: process.versions.node, release: Number(process.versions.node.split('.')[0]) };
  return { found: [own, ...(await nodeOnPath(env)), ...managed], lookedIn: ["the emulator's own Node.js", 'PATH', ...dirs] };
}

/** The same release, else the nearest one, newer before older. For Java never an older one, which cannot run newer classes. */
export function nearest(found: readonly Interpreter[], release: number, language?: Language): Interpreter | undefined {
  const tooOld = (each: Interpreter) => (language === 'java' && each.release < release ? 1000 : 0);
  const distance = (each: Interpreter) => Math.abs(each.release - release) * 2 - (each.release > release ? 1 : 0) + tooOld(each);
  return [...found].sort((a, b) => distance(a) - distance(b))[0];
}
