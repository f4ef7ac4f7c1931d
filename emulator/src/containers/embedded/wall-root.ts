// The folder that becomes a function's `/`: empty but for the points at which things are mounted, links, and copies of small files. One per program,
// for all its environments; nobody writes there from inside.

import { copyFileSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assetPath } from './assets.ts';
import type { Program } from './programs.ts';
import { type Bind, type Visible, visibleTo } from './visible.ts';

export interface WallRoot {
  /** Unique within the emulator. */
  readonly name: string;
  readonly folder: string;
  readonly binds: readonly Bind[];
  readonly emptied: readonly string[];
  /** An empty folder. */
  readonly nothing: string;
}

export const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'] as const;
const FOLDERS = ['proc', 'dev/shm', 'tmp', 'opt', 'var/task', 'var/runtime', 'var/lang/bin', 'var/tmp', 'etc'];
const DEVICE_LINKS: readonly (readonly [string, string])[] = [
  ['/dev/fd', '/proc/self/fd'],
  ['/dev/stdin', '/proc/self/fd/0'],
  ['/dev/stdout', '/proc/self/fd/1'],
  ['/dev/stderr', '/proc/self/fd/2'],
];
/** Names of users that the machine has are none of the function's business. */
const GROUPS = 'root:x:0:\nsbx_user1051:x:990:\n';

const RESOLVER = '/etc/resolv.conf';

export class WallRoots {
  readonly #parent: string;
  readonly #hidden: readonly string[];
  readonly #nameServer: string | undefined;
  readonly #roots = new Map<string, { root: WallRoot; copies: Map<string, number> }>();

  /** `hidden`: folders that no function may see. `nameServer`: whom functions ask about names, instead of whom the machine asks. */
  constructor(parent: string, hidden: readonly string[], nameServer?: string) {
    this.#nameServer = nameServer;
    this.#parent = parent;
    this.#hidden = hidden;
  }

  /** Copies of what has changed on the machine since (names of hosts, name servers) are made anew. */
  for(program: Program): WallRoot {
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

  #make(program: Program): { root: WallRoot; copies: Map<string, number> } {
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
    const root = { name, folder, binds, emptied, nothing };
    const copied = visible.copies.filter((path) => this.#nameServer === undefined || path !== RESOLVER);
    if (this.#nameServer !== undefined)
      writeFileSync(join(folder, RESOLVER), `nameserver ${this.#nameServer}\noptions timeout:1 attempts:1\n`);
    return { root, copies: new Map(copied.map((path) => [path, -1])) };
  }
}

function makePoints(folder: string, { binds, links, copies }: Visible): void {
  for (const path of [...links.map(([each]) => each), ...copies]) mkdirSync(dirname(join(folder, path)), { recursive: true });
  for (const { from, to } of binds) {
    // Within what is bound itself its own folders serve.
    if (binds.some((bind) => bind.to !== to && to.startsWith(`${bind.to}/`))) continue;
    if (statSync(from).isDirectory()) mkdirSync(join(folder, to), { recursive: true });
    else {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      writeFileSync(join(folder, to), '');
    }
  }
  for (const [path, target] of [...links, ...DEVICE_LINKS]) symlinkSync(target, join(folder, path));
}

/** Through links: the resolver's file often lies below /run. 0: it is gone. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
