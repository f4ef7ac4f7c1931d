// The part of this machine that a function sees in a sandbox: the system's programs and libraries, the few files of /etc that they need,
// its interpreter and the packages that come with it. Everything else is hidden by never being mounted.

import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { assetPath } from './assets.ts';
import { coveredLang, shownFolders } from './covered.ts';
import type { Program } from './programs.ts';

/** A folder or file of this machine, and its path inside. */
export interface Bind {
  readonly from: string;
  readonly to: string;
}

export interface Visible {
  readonly binds: readonly Bind[];
  /** `[path inside, target]` */
  readonly links: readonly (readonly [string, string])[];
  /** Files of this machine that the function gets as a copy at the same path. */
  readonly copies: readonly string[];
  /** Folders inside a visible folder that appear empty. */
  readonly emptied: readonly string[];
}

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];
/** Certificates without their keys, the programs behind common names, and settings of interpreters. */
const ETC_FOLDERS = /^(alternatives|crypto-policies|fonts|java(-.*)?|python3.*|ruby.*|terminfo)$/;
const CERTIFICATES = ['ssl/certs', 'pki/tls/certs', 'pki/ca-trust', 'pki/java', 'ca-certificates/extracted'];
const ETC_FILES = [
  ...['hosts', 'resolv.conf', 'nsswitch.conf', 'host.conf', 'gai.conf', 'services', 'protocols', 'mime.types', 'localtime', 'timezone'],
  ...['ld.so.cache', 'ld.so.conf', 'os-release', 'ssl/openssl.cnf', 'ssl/cert.pem', 'pki/tls/openssl.cnf', 'pki/tls/cert.pem'],
];

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder === '/' ? '' : folder}/`);
const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** `hidden`: folders of this machine that no function may see, wherever they are. */
export function visibleTo(program: Program, hidden: readonly string[]): Visible {
  const links: [string, string][] = [];
  const binds: Bind[] = [];
  const show = (from: string, to = from) => {
    if (!existsSync(from) || binds.some((bind) => isBelow(from, bind.from) && to === bind.to + from.slice(bind.from.length))) return;
    binds.push({ from, to });
  };
  const asItIs = (path: string) => {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) links.push([path, readlinkSync(path)]);
    else show(path);
  };
  for (const folder of SYSTEM) asItIs(folder);
  const own = namesIn('/etc').filter((name) => ETC_FOLDERS.test(name));
  for (const name of [...own, ...CERTIFICATES]) asItIs(join('/etc', name));
  show(assetPath('.'), '/var/runtime');
  for (const path of partsOf(program)) show(path, placedPath(path, program));
  for (const { from, to } of shownFolders(program.folders)) {
    for (const part of program.folderParts ?? ['']) show(join(from, part), join(to, part));
    if (program.folderParts !== undefined && from === to) for (const folder of linkedPackages(join(from, 'node_modules'))) show(folder);
  }
  if (coveredLang(program.prefix) === undefined && program.interpreter !== undefined)
    for (const name of program.commands) links.push([join('/var/lang/bin', name), program.interpreter]);
  const copies = ETC_FILES.map((name) => join('/etc', name)).filter((path) => existsSync(path));
  return { binds, links, copies, emptied: emptiedIn(binds, hidden) };
}

const placedPath = (path: string, { prefix }: Program): string => {
  const covered = coveredLang(prefix);
  return covered === undefined ? path : join('/var/lang', path.slice(covered.length));
};

/** The interpreter's own folder; where that holds more (`~/bin/node`, `~/.local/bin/python3`), only the program and its libraries. */
function partsOf({ prefix, interpreter }: Program): readonly string[] {
  if (prefix === undefined || interpreter === undefined) return [];
  const [brew] = /^.*\/\.linuxbrew(?=\/)/.exec(prefix) ?? [];
  if (brew !== undefined) return [brew];
  const isShared = isBelow(homedir(), prefix) || prefix === join(homedir(), '.local') || prefix === '/';
  if (!isShared) return [prefix];
  return [join('bin', basename(interpreter)), 'lib', 'lib64', 'libexec'].map((part) => join(prefix, part));
}

/** Targets of packages that are links (pnpm, workspaces): the outermost folder of packages there. */
function linkedPackages(folder: string): readonly string[] {
  const scope = join(folder, '@aws-sdk');
  const real = namesIn(scope).map((name) => join(scope, name));
  const found = real.filter((path) => existsSync(path)).map((path) => /^.*?\/node_modules(?=\/)/.exec(realpathSync(path))?.[0]);
  return [...new Set(found)].filter((path) => path !== undefined);
}

/** Hidden folders inside visible ones, except folders that are visible for a reason of their own. */
function emptiedIn(binds: readonly Bind[], hidden: readonly string[]): readonly string[] {
  return hidden
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
    .flatMap((path) =>
      binds.filter(({ from }) => from !== path && isBelow(path, from)).map(({ from, to }) => join(to, path.slice(from.length))),
    )
    .filter((path) => dirname(path) !== path && !binds.some(({ to }) => isBelow(to, path)));
}
