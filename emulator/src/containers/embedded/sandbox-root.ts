// The folder that becomes a function's `/`: empty except for mount points, links, and copies of small files. One per program, for all its
// environments; functions cannot write to it.

import { copyFileSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assetPath } from './assets.ts';
import type { Program } from './programs.ts';
import { type Bind, type Visible, visibleTo } from './visible.ts';

export interface SandboxRoot {
  /** Unique within the emulator. */
  readonly name: string;
  readonly folder: string;
  readonly binds: readonly Bind[];
  readonly emptied: readonly string[];
  /** An empty folder. */
  readonly nothing: string;
  /** The file of the system calls that are refused; undefined if none is refused. */
  readonly filter: string | undefined;
}

export const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'] as const;
const FOLDERS = ['proc', 'dev/shm', 'tmp', 'opt', 'var/task', 'var/runtime', 'var/lang/bin', 'var/tmp', 'etc'];
const DEVICE_LINKS: readonly (readonly [string, string])[] = [
  ['/dev/fd', '/proc/self/fd'],
  ['/dev/stdin', '/proc/self/fd/0'],
  ['/dev/stdout', '/proc/self/fd/1'],
  ['/dev/stderr', '/proc/self/fd/2'],
];
/** The names of the machine's users are hidden from functions. */
const GROUPS = 'root:x:0:\nsbx_user1051:x:990:\n';

const RESOLVER = '/etc/resolv.conf';

interface RootOptions {
  /** The functions' name server, in place of the machine's. */
  readonly nameServer?: string | undefined;
  /** Writes the file of the system calls that are refused. */
  readonly filter?: (() => string | undefined) | undefined;
}

export class SandboxRoots {
  readonly #parent: string;
  readonly #hidden: readonly string[];
  readonly #nameServer: string | undefined;
  readonly #filter: () => string | undefined;
  readonly #roots = new Map<string, { root: SandboxRoot; copies: Map<string, number> }>();

  /** `hidden`: folders that no function may see. */
  constructor(parent: string, hidden: readonly string[], { nameServer, filter }: RootOptions = {}) {
    this.#filter = filter ?? (() => undefined);
    this.#nameServer = nameServer;
    this.#parent = parent;
    this.#hidden = hidden;
  }

  /** Renews copies that have changed on the machine since (host names, name servers). */
  for(program: Program): SandboxRoot {
    const key = JSON.stringify([program.interpreter, program.folders]);
    const known = this.#roots.get(key) ?? this.#make(program);
    this.#roots.set(key, known);
    for (const [path, changedMs] of known.copies) {
      const now = changedAt(path);
      if (now === changedMs) continue;
      known.copies.set(path, now);
      if (now !== 0) copyFileSync(path, join(known.root.folder, path));
    }
    return known.root;
  }

  #make(program: Program): { root: SandboxRoot; copies: Map<string, number> } {
    const name = `root-${this.#roots.size}`;
    const folder = join(this.#parent, 'roots', name);
    const visible = visibleTo(program, this.#hidden);
    for (const each of FOLDERS) mkdirSync(join(folder, each), { recursive: true });
    for (const each of DEVICES) writeFileSync(join(folder, 'dev', each), '');
    makePoints(folder, visible);
    copyFileSync(join(assetPath('.'), 'passwd'), join(folder, 'etc/passwd'));
    writeFileSync(join(folder, 'etc/group'), GROUPS);
    const { binds, emptied } = visible;
    const nothing = join(this.#parent, 'roots', 'nothing');
    mkdirSync(nothing, { recursive: true });
    const root = { name, folder, binds, emptied, nothing, filter: this.#filter() };
    const copied = visible.copies.filter((path) => this.#nameServer === undefined || path !== RESOLVER);
    if (this.#nameServer !== undefined)
      writeFileSync(join(folder, RESOLVER), `nameserver ${this.#nameServer}\noptions timeout:1 attempts:1\n`);
    return { root, copies: new Map(copied.map((path) => [path, -1])) };
  }
}

function makePoints(folder: string, { binds, links, copies }: Visible): void {
  for (const path of [...links.map(([each]) => each), ...copies]) mkdirSync(dirname(join(folder, path)), { recursive: true });
  for (const { from, to } of binds) {
    // Inside a mounted folder, its own subfolders serve as mount points.
    if (binds.some((bind) => bind.to !== to && to.startsWith(`${bind.to}/`))) continue;
    if (statSync(from).isDirectory()) mkdirSync(join(folder, to), { recursive: true });
    else {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      writeFileSync(join(folder, to), '');
    }
  }
  for (const [path, target] of [...links, ...DEVICE_LINKS]) symlinkSync(target, join(folder, path));
}

/** Follows links, because the resolver's file is often below /run. 0: the file is gone. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
