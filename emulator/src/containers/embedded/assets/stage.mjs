// The mounts that functions see, made in the spawner's own mount namespace: roots below one of its folders, invisible outside of that
// namespace. They last as long as the spawner runs, no matter which processes enter them.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `at`: the folder; `outside`: the mount namespace of the emulator. */
const { STAGE_AT: at, STAGE_OUTSIDE: outside } = process.env;
const KEPT_FLAGS = ['nosuid', 'nodev', 'noexec'];
const TABLE = 'table';
const roots = new Set();
let opened = false;

const system = (name) => ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((dir) => join(dir, name)).find(existsSync) ?? name;

function call(name, words) {
  const { status, stderr, error } = spawnSync(system(name), words, { env: {}, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${(error?.message ?? stderr).trim().split('\n')[0]}`);
}

/** Refuses to mount anything that would be visible outside. */
function open() {
  if (opened) return;
  if (!at || !outside || readlinkSync('/proc/self/ns/mnt') === outside) throw new Error('there is no mount namespace to make mounts in');
  call('mount', ['-t', 'tmpfs', '-o', 'mode=755,nosuid', 'tmpfs', at]);
  opened = true;
}

const unescaped = (text) => text.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
const escaped = (text) => text.replace(/[\s\\#]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`);

const mountTable = () =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map((fields) => ({ path: unescaped(fields[4]), options: fields[5].split(',') }));

const isBelow = (path, folder) => folder === '/' || path === folder || path.startsWith(`${folder}/`);

/** Flags of a mount that its copies must keep. */
function flagsOf(path, table) {
  let holder = { path: '', options: [] };
  for (const mount of table) if (isBelow(path, mount.path) && mount.path.length >= holder.path.length) holder = mount;
  return KEPT_FLAGS.filter((flag) => holder.options.includes(flag));
}

/** Lines of a table for `mount`. A row is {from, to} (read-only unless `device`), or {tmpfs, to} with the options of a tmpfs. */
function lineOf({ from, to, device, tmpfs }, root, table) {
  const target = escaped(join(root, to));
  if (tmpfs !== undefined) return `tmpfs ${target} tmpfs nosuid,nodev,${tmpfs} 0 0`;
  const source = from.startsWith('/') ? from : join(at, from);
  const flags = device ? ['bind'] : ['rbind', 'ro', ...new Set(['nosuid', ...flagsOf(source, table)])];
  return `${escaped(source)} ${target} none ${flags.join(',')} 0 0`;
}

/** A read-only bind does not include the mounts below it: makes them read-only, too. */
function closeBelow(root, rows) {
  const open = new Set(rows.filter(({ device, tmpfs }) => device || tmpfs !== undefined).map(({ to }) => join(root, to)));
  for (const { path, options } of mountTable()) {
    if (!isBelow(path, root) || options.includes('ro') || open.has(path) || path.startsWith(join(root, 'dev/'))) continue;
    call('mount', ['-o', ['remount', 'bind', 'ro', ...KEPT_FLAGS.filter((flag) => options.includes(flag))].join(','), path]);
  }
}

/** Makes a root unless it exists. @throws the message of `mount` */
export function setUp({ name, rows }) {
  if (roots.has(name)) return;
  open();
  const root = join(at, name);
  mkdirSync(root, { recursive: true });
  const table = mountTable();
  const file = join(at, TABLE);
  writeFileSync(file, rows.map((row) => `${lineOf(row, root, table)}\n`).join(''));
  try {
    call('mount', ['-a', '-T', file]);
    closeBelow(root, rows);
  } catch (error) {
    roots.add(name);
    takeDown(name);
    throw error;
  }
  roots.add(name);
}

export function takeDown(name) {
  if (!roots.delete(name)) return;
  try {
    call('umount', ['-R', '-l', join(at, name)]);
    rmdirSync(join(at, name));
  } catch {
    // It stays mounted until this process ends.
  }
}
