// The sandboxes of a function's process: bubblewrap, util-linux `unshare`, or none (`plain`). Each turns a program and an environment's
// directories into a command; a probe tells which of them work on this machine. visible.ts decides what exists in a sandbox.

import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { assetPath } from './assets.ts';
import { placed, shownFolders } from './covered.ts';
import type { Layout } from './layout.ts';
import type { Inside, Program, View } from './programs.ts';
import { leavingCommand } from './restricting-command.ts';
import { DEVICES, type SandboxRoot } from './sandbox-root.ts';
import { type MountRow, type Spawner, STAGE, type StageRoot } from './spawner.ts';
import { systemCommand } from './system-command.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'plain';

/** The facts for starting a process of an environment. */
export interface SandboxRequest {
  readonly layout: Layout;
  readonly root: () => SandboxRoot;
  readonly prefix?: string | undefined;
  /** With paths as the function sees them. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tmpMb?: number | undefined;
}

interface Wrapped {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Roots that must be mounted before it starts. */
  readonly stage?: readonly StageRoot[] | undefined;
  /** A file that the command reads from descriptor 5. */
  readonly input?: string | undefined;
}

export interface Sandbox {
  readonly name: SandboxName;
  /** No descendant can outlive the process, because it has its own process namespace. */
  readonly contains: boolean;
  /** /tmp is a file system of its own, with a limited size. */
  readonly boundsTmp: boolean;
  view(layout: Layout): View;
  /** Paths of these folders of the machine as the function sees them. */
  shown(folders: readonly string[]): readonly string[];
  wrap(request: SandboxRequest): Wrapped;
}

/** The user of functions in the cloud, and the matching user outside where root runs the emulator: no user of the machine. */
const USER = { uid: '993', gid: '990' };
const OUTSIDE_USER = { uid: '60993', gid: '60990' };
/** Limit: processes and threads of a function, where the kernel counts those of a sandbox alone. */
const MAX_PROCESSES = '1024';

const SHARED_MEMORY_MB = 64;
const DEFAULT_TMP_MB = 512;
const INODES_PER_MB = 128;
const FILE_BLOCK_BYTES = 512;
const CLOUD_VIEW: View = { task: '/var/task', opt: '/opt', runtime: '/var/runtime', tmp: '/tmp' };

/** Variables that the shell sets itself or does not accept as names. */
const SHELLS_OWN = /^(UID|EUID|PPID|IFS|SHELLOPTS|BASH.*|_)$|[^A-Za-z0-9_]/;

/** Kernels before 5.14 count all processes of a user in all namespaces: a limit for a function would limit the whole machine. */
function mostProcesses(): string {
  const [major = 0, minor = 0] = release().split('.').map(Number.parseFloat);
  return major > 5 || (major === 5 && minor >= 14) ? MAX_PROCESSES : '';
}

/** `enter.sh` and its arguments, process 1 of the sandbox: the function's variables affect no program before it. */
function entering({ command, env, prefix }: SandboxRequest, maxFileMb: number | undefined) {
  const names = Object.keys(env).filter((name) => !SHELLS_OWN.test(name));
  const hidden = Object.entries(env).map(([name, value]) => [names.includes(name) ? `FN_${name}` : name, value]);
  const blocks = maxFileMb === undefined ? '' : String((maxFileMb * 1024 ** 2) / FILE_BLOCK_BYTES);
  const words = ['/bin/sh', '/var/runtime/enter.sh', mostProcesses(), blocks, names.join(' ')];
  return { words: [...words, ...command.map((word) => placed(prefix, word))], env: Object.fromEntries(hidden) as Record<string, string> };
}

const inMemory = (to: string, mb: number): MountRow => ({ to, tmpfs: `size=${mb}m,nr_inodes=${mb * INODES_PER_MB},mode=1777` });

/** Links of the code may lead anywhere outside of it: there the root needs something to mount on. A target may be gone by now. */
function pointedTo({ linked }: Layout, { folder }: SandboxRoot): Layout['linked'] {
  return linked.filter(({ from, to }) => {
    const point = join(folder, to);
    try {
      const isFolder = statSync(from).isDirectory();
      mkdirSync(isFolder ? point : dirname(point), { recursive: true });
      if (!isFolder) closeSync(openSync(point, 'a'));
      return true;
    } catch {
      return false;
    }
  });
}

/** The root of the program, shared by all its environments, and the environment's own root with its code, layers and /tmp. */
function stageOf({ layout, root: rootOf, tmpMb = DEFAULT_TMP_MB }: SandboxRequest): readonly StageRoot[] {
  const root = rootOf();
  const linked = pointedTo(layout, root);
  const shared: MountRow[] = [
    { from: root.folder, to: '' },
    ...root.binds,
    ...root.emptied.map((to) => ({ from: root.nothing, to })),
    ...DEVICES.map((name) => ({ from: `/dev/${name}`, to: `/dev/${name}`, device: true })),
  ];
  const own: MountRow[] = [
    { from: root.name, to: '' },
    { from: layout.code, to: '/var/task' },
    { from: layout.opt, to: '/opt' },
    ...linked,
    ...layout.emptied.map(({ to }) => ({ from: root.nothing, to })),
    inMemory('/tmp', tmpMb),
    inMemory('/dev/shm', SHARED_MEMORY_MB),
  ];
  return [
    { name: root.name, rows: shared },
    { name: stagedName(layout), rows: own },
  ];
}

/** The stage's name for an environment's root. */
export const stagedName = (layout: Layout): string => basename(layout.root);

/** In a user namespace of one user, root is not the machine's root, and no other user can be chosen. */
function isKnownUser(uid: number): boolean {
  const ranges = readFileSync('/proc/self/uid_map', 'latin1').trim().split('\n');
  return ranges.map((line) => line.trim().split(/\s+/).map(Number)).some(([first = 0, , count = 0]) => uid >= first && uid < first + count);
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0 && isKnownUser(Number(OUTSIDE_USER.uid));
const setpriv = () => systemCommand('setpriv') ?? 'setpriv';
/** Where root runs the emulator, functions do not run as root. */
const demoted = isRoot ? [`--reuid=${OUTSIDE_USER.uid}`, `--regid=${OUTSIDE_USER.gid}`, '--clear-groups'] : [];

const sandboxed = {
  contains: true,
  view: () => CLOUD_VIEW,
  shown: (folders: readonly string[]) => shownFolders(folders).map(({ to }) => to),
} as const;

const BWRAP_NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--disable-userns',
  '--die-with-parent',
  '--as-pid-1',
];
const bwrapIdentity = () => [systemCommand('bwrap') ?? 'bwrap', ...BWRAP_NAMESPACES, '--uid', USER.uid, '--gid', USER.gid];
/** Options that follow the mount of /proc; a file that is covered so cannot be opened. */
const bwrapMasks = () => MASKED.filter(existsSync).flatMap((path) => ['--ro-bind', '/dev/null', path]);
const bwrapFilter = ({ filter }: SandboxRoot) => (filter === undefined ? [] : ['--seccomp', '5']);

const bwrap: Sandbox = {
  ...sandboxed,
  name: 'bwrap',
  boundsTmp: true,
  wrap: (request) => {
    const root = request.root();
    const { words, env } = entering(request, undefined);
    const mounts = ['--dev-bind', join(STAGE, stagedName(request.layout)), '/', '--proc', '/proc', ...bwrapMasks(), '--chdir', '/var/task'];
    const user = isRoot ? [setpriv(), ...demoted, '--'] : [];
    const command = [...user, ...bwrapIdentity(), ...bwrapFilter(root), ...mounts, '--', ...words];
    return { command, cwd: '/', env, stage: stageOf(request), input: root.filter };
  },
};

const UNSHARE_NAMESPACES = ['-U', '-m', '-p', '-i', '-u', '-f', '--kill-child', '--keep-caps'];
const NO_PRIVILEGES = ['--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--'];
/** Lists of keys, with their names: of the user who runs the emulator, unless functions are another one outside of the sandbox, too. */
const MASKED = ['/proc/keys', '/proc/key-users'];
const MASK = ['/bin/sh', '-c', 'mount -a -T /var/runtime/masks && exec "$@"', 'mask'];
const masking = () => (isRoot || !MASKED.every(existsSync) ? [] : MASK);

/** After a change of root, the function cannot create user namespaces of its own. The spawner has loaded the filter of system calls. */
const unshare: Sandbox = {
  ...sandboxed,
  name: 'unshare',
  boundsTmp: true,
  wrap: (request) => {
    const { words, env } = entering(request, undefined);
    const identity = [systemCommand('unshare') ?? 'unshare', ...UNSHARE_NAMESPACES, `--map-user=${USER.uid}`, `--map-group=${USER.gid}`];
    const root = [`--root=${join(STAGE, stagedName(request.layout))}`, '--wd=/var/task', '--mount-proc'];
    const tied = [setpriv(), '--pdeathsig', 'KILL', ...demoted, '--'];
    const command = [...tied, ...identity, ...root, ...masking(), setpriv(), ...NO_PRIVILEGES, ...words];
    return { command, cwd: '/', env, stage: stageOf(request) };
  },
};

/** Where only bubblewrap may create namespaces: /tmp is a folder, with a limit for single files. Not for root, which it would stay. */
const bareBwrap: Sandbox = {
  ...sandboxed,
  name: 'bwrap',
  boundsTmp: false,
  wrap: (request) => {
    const { layout, tmpMb } = request;
    const root = request.root();
    const linked = pointedTo(layout, root);
    const { words, env } = entering(request, tmpMb);
    const mounts = [
      ...['--ro-bind', root.folder, '/', ...root.binds.flatMap(({ from, to }) => ['--ro-bind', from, to])],
      ...root.emptied.flatMap((to) => ['--ro-bind', root.nothing, to]),
      ...DEVICES.flatMap((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
      ...['--ro-bind', layout.code, '/var/task', '--ro-bind', layout.opt, '/opt', '--bind', layout.tmp, '/tmp'],
      ...linked.flatMap(({ from, to }) => ['--ro-bind', from, to]),
      ...layout.emptied.flatMap(({ to }) => ['--ro-bind', root.nothing, to]),
      ...['--size', String(SHARED_MEMORY_MB * 1024 ** 2), '--tmpfs', '/dev/shm', '--proc', '/proc', ...bwrapMasks()],
      ...['--chdir', '/var/task'],
    ];
    const command = [...bwrapIdentity(), ...bwrapFilter(root), ...mounts, '--', ...leavingCommand(), ...words];
    return { command, cwd: '/', env, input: root.filter };
  },
};

export const plain: Sandbox = {
  name: 'plain',
  contains: false,
  boundsTmp: false,
  view: (layout) => ({ task: layout.code, opt: layout.opt, runtime: assetPath('.'), tmp: layout.tmp }),
  shown: (folders) => folders,
  wrap: ({ layout, command, env }) => ({ command, cwd: layout.code, env }),
};

/** The sandboxes by name, the best first. */
export const sandboxes: Readonly<Record<Exclude<SandboxName, 'plain'>, readonly Sandbox[]>> = {
  bwrap: [bwrap, ...(isRoot ? [] : [bareBwrap])],
  unshare: [unshare],
};

const UNFILTERED = 3;
const PLACES = 'test -f /var/runtime/enter.sh && test -d /var/task && : > /tmp/probe && : > /dev/null && test "$(id -u)" = 993';
const PROBE = `${PLACES} && { grep -q '^Seccomp:.2' /proc/self/status || exit ${UNFILTERED}; }`;
const PROBE_MS = 5000;

/** `open`: it works, but no system call is refused. */
export type Trial = 'works' | 'open' | 'fails';

/** Tries a sandbox: inside, everything must be in its place. */
export async function trySandbox(sandbox: Sandbox, layout: Layout, root: () => SandboxRoot, spawner: Spawner): Promise<Trial> {
  if (systemCommand(sandbox.name) === undefined) return 'fails';
  const env = { PATH: '/usr/bin:/bin', EMULATOR_PROBE: layout.root };
  const code = await tried(sandbox.wrap({ layout, root, command: ['/bin/sh', '-c', PROBE], env }), layout.root, spawner);
  spawner.unmount(stagedName(layout));
  if (code === UNFILTERED) return 'open';
  return code === 0 ? 'works' : 'fails';
}

/** A program that makes the kernel end the command when the spawner is gone; empty where the system has no such program. */
export async function tieCommand(spawner: Spawner): Promise<readonly string[]> {
  const setpriv = systemCommand('setpriv');
  if (setpriv === undefined) return [];
  const tie = [setpriv, '--pdeathsig', 'KILL', '--'];
  return (await tried({ command: [...tie, '/bin/sh', '-c', ':'], cwd: '/', env: {} }, 'tie', spawner)) === 0 ? tie : [];
}

async function tried(wrapped: Wrapped, mark: string, spawner: Spawner): Promise<number | undefined> {
  const ignore = () => undefined;
  const request = { ...wrapped, mark: `EMULATOR_PROBE=${mark}`, contained: true };
  const process = spawner.run(request, { stdout: ignore, stderr: ignore, telemetry: ignore });
  const timer = setTimeout(() => process.kill(), PROBE_MS);
  const { code } = await process.exited;
  clearTimeout(timer);
  return code;
}

/** The command that runs a program, without any sandbox. */
export function commandOf(
  { interpreter, words }: Program,
  inside: Inside,
  wrapper: string | undefined,
  bootstrap: string,
): readonly string[] {
  const command = interpreter === undefined || words === undefined ? [bootstrap] : [interpreter, ...words(inside)];
  return wrapper ? [wrapper, ...command] : command;
}
