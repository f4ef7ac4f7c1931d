// Finds the Rubies of this machine.

import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { exists, type Interpreter, list, type Places, type ReleaseOf, type Search, scan, versionIn } from './version-folders.ts';

/** 3.3 is 33. Our bootstrap supports Ruby 2.7 and newer. */
const releaseOf: ReleaseOf = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const release = major * 10 + minor;
  return release >= 27 ? release : undefined;
};

const placesOf = (home: string, env: NodeJS.ProcessEnv): Places => [
  [join(env['RBENV_ROOT'] ?? join(home, '.rbenv'), 'versions'), 'bin/ruby'],
  [join(env['ASDF_DATA_DIR'] ?? join(home, '.asdf'), 'installs/ruby'), 'bin/ruby'],
  [join(env['MISE_DATA_DIR'] ?? join(home, '.local/share/mise'), 'installs/ruby'), 'bin/ruby'],
  [join(home, '.rvm/rubies'), 'bin/ruby'],
  [join(home, '.rubies'), 'bin/ruby'],
  ['/opt/rubies', 'bin/ruby'],
  ['/opt/homebrew/Cellar/ruby', 'bin/ruby'],
];

const SYSTEM_DIRS = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];

/** From the file that `ruby` links to, which names the version, or from the library beside it. */
async function versionOf(path: string): Promise<string | undefined> {
  const named = versionIn(basename(await realpath(path)));
  if (named !== undefined) return named;
  const versions = (await list(join(dirname(dirname(path)), 'lib/ruby'))).filter((name) => /^\d+\.\d+\.0$/.test(name));
  return versions.length === 1 ? versions[0]?.replace(/\.0$/, '') : undefined;
}

async function system(): Promise<Interpreter[]> {
  const found: Interpreter[] = [];
  for (const dir of SYSTEM_DIRS) {
    for (const name of (await list(dir)).filter((each) => /^ruby(\d+\.\d+)?$/.test(each))) {
      const path = join(dir, name);
      const version = (await exists(path)) ? await versionOf(path) : undefined;
      const release = version === undefined ? undefined : releaseOf(version);
      if (version !== undefined && release !== undefined) found.push({ path, version, release });
    }
  }
  return found.filter(({ version }, at) => found.findIndex((other) => other.version === version) === at);
}

export async function findRubies(home: string, env: NodeJS.ProcessEnv): Promise<Search> {
  const places = placesOf(home, env);
  return { found: [...(await scan(places, releaseOf)), ...(await system())], lookedIn: [...places.map(([dir]) => dir), ...SYSTEM_DIRS] };
}

/** Folders of gems on this machine that contain an SDK, which the cloud's runtime includes. */
export async function gemFolders(found: readonly Interpreter[]): Promise<readonly string[]> {
  const folders = new Set<string>();
  for (const parent of ['.gem/ruby', '.local/share/gem/ruby'].map((inside) => join(homedir(), inside)))
    for (const name of await list(parent)) folders.add(join(parent, name));
  for (const { path } of found) {
    const prefix = dirname(dirname(await realpath(path)));
    const parents = [join(prefix, 'lib/ruby/gems'), '/var/lib/gems', '/usr/local/lib/ruby/gems', '/usr/share/rubygems-integration'];
    for (const parent of parents) for (const name of await list(parent)) folders.add(join(parent, name));
  }
  const having: string[] = [];
  for (const folder of folders) {
    if ((await list(join(folder, 'gems'))).some((name) => name.startsWith('aws-sdk-core-'))) having.push(folder);
  }
  return having;
}
