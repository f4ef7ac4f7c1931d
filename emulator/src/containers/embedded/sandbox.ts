// How a function's process is walled in: bubblewrap, util-linux `unshare`, or not at all (`plain`). Each turns a program and an
// environment's directories into a command; a probe says which of them work on this machine.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { assetPath } from './assets.ts';
import { coveredFolders, coveredLang, placed, shownFolders } from './covered.ts';
import { type Layout, langOf } from './layout.ts';
import type { Inside, Program, View } from './programs.ts';
import type { Spawner } from './spawner.ts';

export type SandboxName = 'bwrap' | 'unshare' | 'plain';

interface Wrapped {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Variables for the wall itself; the process does not keep them. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a program needs of this machine, wherever it lies. */
export interface Needs {
  readonly prefix?: string | undefined;
  readonly folders?: readonly string[];
}

export interface Sandbox {
  readonly name: SandboxName;
  /** Nothing that a process starts can outlive it: it has a process namespace of its own. */
  readonly contains: boolean;
  /** It ends with the process that started it, however that one ends. */
  readonly tied: boolean;
  /** The exit status through which a signal is told, where the wall hides it. */
  readonly signalOf?: ((code: number) => string | undefined) | undefined;
  view(layout: Layout): View;
  /** Folders of this machine, as the function finds them. */
  shown(folders: readonly string[]): readonly string[];
  /** `command` is in terms of the view. */
  wrap(layout: Layout, needs: Needs, command: readonly string[]): Wrapped;
}

/** The function's own PATH must not decide which program builds its wall. */
export function systemCommand(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/local/bin', '/usr/sbin', '/sbin'].map((dir) => join(dir, name)).find((path) => existsSync(path));
}

/** The identity of functions in the cloud. */
const user = { uid: '993', gid: '990' };
/** Names that user: who asks for its home is told of one that is not there, as in the cloud, instead of failing. */
const passwd = (): string => join(assetPath('.'), 'passwd');
const cloudView: View = { task: '/var/task', opt: '/opt', runtime: '/var/runtime', tmp: '/tmp' };

const shownInside = (folders: readonly string[]) => shownFolders(folders).map(({ to }) => to);

const signals: Readonly<Record<number, string>> = { 134: 'SIGABRT', 137: 'SIGKILL', 139: 'SIGSEGV', 143: 'SIGTERM' };

const bwrap: Sandbox = {
  name: 'bwrap',
  contains: true,
  tied: true,
  signalOf: (code) => signals[code],
  view: () => cloudView,
  shown: shownInside,
  wrap: (layout, { prefix, folders = [] }, command) => {
    const lang = coveredLang(prefix) ?? langOf(layout);
    const walls = [
      '--unshare-user',
      '--unshare-pid',
      '--unshare-ipc',
      '--unshare-uts',
      '--die-with-parent',
      '--uid',
      user.uid,
      '--gid',
      user.gid,
    ];
    const mounts = [
      ...['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev', '--proc', '/proc', '--tmpfs', '/var'],
      ...['--ro-bind', layout.code, '/var/task', '--ro-bind', assetPath('.'), '/var/runtime', '--dir', '/var/tmp'],
      ...['--ro-bind', lang, '/var/lang', '--ro-bind', passwd(), '/etc/passwd'],
      ...coveredFolders(folders).flatMap(({ from, to }) => ['--ro-bind', from, to]),
      ...['--ro-bind', layout.opt, '/opt', '--bind', layout.tmp, '/tmp', '--chdir', '/var/task'],
    ];
    return {
      command: [systemCommand('bwrap') ?? 'bwrap', ...walls, ...mounts, '--', ...command.map((word) => placed(prefix, word))],
      cwd: '/',
      env: {},
    };
  },
};

const unshare: Sandbox = {
  name: 'unshare',
  contains: true,
  tied: false,
  view: () => cloudView,
  shown: shownInside,
  wrap: (layout, { prefix, folders = [] }, command) => ({
    command: [
      ...[
        systemCommand('unshare') ?? 'unshare',
        '-U',
        `--map-user=${user.uid}`,
        `--map-group=${user.gid}`,
        '--keep-caps',
        '-m',
        '-p',
        '-f',
        '--kill-child',
      ],
      ...['/bin/sh', assetPath('sandbox.sh'), layout.root, ...command.map((word) => placed(prefix, word))],
    ],
    cwd: '/',
    env: {
      SANDBOX_CODE: layout.code,
      SANDBOX_RUNTIME: assetPath('.'),
      SANDBOX_PASSWD: passwd(),
      SANDBOX_LANG: coveredLang(prefix) ?? '',
      SANDBOX_FOLDERS: coveredFolders(folders)
        .map(({ from }) => from)
        .join('\n'),
      SANDBOX_OPT: layout.opt === join(layout.root, 'opt') ? '' : layout.opt,
    },
  }),
};

const plain: Sandbox = {
  name: 'plain',
  contains: false,
  tied: false,
  view: (layout) => ({ task: layout.code, opt: layout.opt, runtime: assetPath('.'), tmp: layout.tmp }),
  shown: (folders) => folders,
  wrap: (layout, _needs, command) => ({ command, cwd: layout.code, env: {} }),
};

export const sandboxes: Readonly<Record<SandboxName, Sandbox>> = { bwrap, unshare, plain };

const probeCommand = ['/bin/sh', '-c', 'test -f /var/runtime/sandbox.sh && test -d /var/task && : > /tmp/probe'];
const probeMs = 5000;

/** Tries a wall: inside everything must be in its place. */
export async function commandWorks(sandbox: Sandbox, layout: Layout, spawner: Spawner): Promise<boolean> {
  if (systemCommand(sandbox.name) === undefined) return false;
  const { command, cwd, env } = sandbox.wrap(layout, {}, probeCommand);
  return tried({ command, cwd, env, mark: layout.root }, spawner);
}

/** What a command is started through so that the kernel ends it when the spawner is gone; nothing where the system has no such program. */
export async function tieCommand(spawner: Spawner): Promise<readonly string[]> {
  const setpriv = systemCommand('setpriv');
  if (setpriv === undefined) return [];
  const tie = [setpriv, '--pdeathsig', 'KILL', '--'];
  return (await tried({ command: [...tie, '/bin/sh', '-c', ':'], cwd: '/', env: {}, mark: 'tie' }, spawner)) ? tie : [];
}

async function tried({ command, cwd, env, mark }: Wrapped & { mark: string }, spawner: Spawner): Promise<boolean> {
  const ignore = () => undefined;
  const marked = { ...env, PATH: '/usr/bin:/bin', EMULATOR_PROBE: mark };
  const request = { command, cwd, env: marked, mark: `EMULATOR_PROBE=${mark}`, contained: true };
  const process = spawner.run(request, { stdout: ignore, stderr: ignore, telemetry: ignore });
  const timer = setTimeout(() => process.kill(), probeMs);
  const { code } = await process.exited;
  clearTimeout(timer);
  return code === 0;
}

/** The command that serves a program, before any wall. */
export function commandOf(
  { interpreter, words }: Program,
  inside: Inside,
  wrapper: string | undefined,
  bootstrap: string,
): readonly string[] {
  const command = interpreter === undefined || words === undefined ? [bootstrap] : [interpreter, ...words(inside)];
  return wrapper ? [wrapper, ...command] : command;
}
