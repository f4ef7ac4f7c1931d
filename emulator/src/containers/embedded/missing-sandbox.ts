// Why no sandbox can be built on this machine, and how to mend that: for the log, `doctor`, and users who require a sandbox.

import { existsSync, readFileSync } from 'node:fs';
import { systemCommand } from './system-command.ts';

export interface MissingSandbox {
  /** One sentence. */
  readonly reason: string;
  readonly hint: string;
}

/** The facts about the machine, passed in so that tests can choose them. */
export interface Machine {
  readonly platform: string;
  readonly has: (path: string) => boolean;
  /** A setting of the kernel's; undefined where it has none of that name. */
  readonly setting: (path: string) => string | undefined;
  readonly tools: readonly string[];
}

const IN_CONTAINERS = 'CONTAINER_RUNTIME=docker runs functions in containers instead.';

function setting(path: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${path}`, 'latin1').trim();
  } catch {
    return undefined;
  }
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  has: existsSync,
  setting,
  tools: ['bwrap', 'unshare'].filter((name) => systemCommand(name) !== undefined),
});

/** Asked once it is known that none works. */
export function whyNoSandbox({ platform, has, setting: of, tools }: Machine = thisMachine()): MissingSandbox {
  if (platform !== 'linux') return { reason: 'Sandboxes are made of namespaces, which Linux alone has.', hint: IN_CONTAINERS };
  if (tools.length === 0)
    return {
      reason: 'Neither bwrap nor unshare, which build sandboxes, is on this machine.',
      hint: 'Install bubblewrap or util-linux.',
    };
  if (has('/.dockerenv') || has('/run/.containerenv'))
    return {
      reason: 'The container that the emulator runs in may not make namespaces, which sandboxes are made of.',
      hint: `Start it with --cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined. ${IN_CONTAINERS}`,
    };
  if (of('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return {
      reason: 'AppArmor keeps programs of users from namespaces, which sandboxes are made of.',
      hint: 'Give bwrap its profile (bwrap-userns-restrict of apparmor-profiles), or set kernel.apparmor_restrict_unprivileged_userns=0.',
    };
  if (of('kernel/unprivileged_userns_clone') === '0' || of('user/max_user_namespaces') === '0')
    return {
      reason: 'The kernel is set to give users no namespaces, which sandboxes are made of.',
      hint: 'Set kernel.unprivileged_userns_clone=1 and user.max_user_namespaces to more than 0.',
    };
  return {
    reason: `What is on this machine (${tools.join(', ')}) builds no sandbox here.`,
    hint: `Install bubblewrap 0.8 or newer. ${IN_CONTAINERS}`,
  };
}
