// Installs Pythons from Debian's packages, where they have the version: no other package index has Pythons for this machine.
import { RUNTIME_NOT_BROUGHT } from '#containers/messages';
import { runCommand } from '#lib/child-process';
import { EmulatorError } from '#lib/emulator-error';
import { findInterpreters } from './interpreters.ts';
import type { Interpreter } from './version-folders.ts';

interface BringPythonOptions {
  readonly progress: (text: string) => void;
  readonly find?: () => Promise<readonly Interpreter[]>;
  readonly isRoot?: boolean;
}

const ELSEWHERE = 'A version manager (pyenv, uv, asdf, mise) brings it: it is found there.';

/** Keeps a version that exists. @throws EmulatorError RUNTIME_NOT_BROUGHT */
export async function bringPython(
  release: number,
  { progress, find = async () => (await findInterpreters('python')).found, isRoot = process.getuid?.() === 0 }: BringPythonOptions,
): Promise<Interpreter> {
  const found = async () => (await find()).find((each) => each.release === release);
  const there = await found();
  if (there) return there;
  const name = `python3.${release}`;
  const refused = (message: string, hint: string) => new EmulatorError(RUNTIME_NOT_BROUGHT, message, { hint });
  const offered = await offeredPythons();
  if (!offered) throw refused(`No package index has Python 3.${release} for this machine: only Debian's packages have Pythons.`, ELSEWHERE);
  if (!offered.includes(name)) {
    const have = offered.length === 0 ? 'no version' : offered.join(', ');
    throw refused(`No package index has Python 3.${release} for this machine: Debian's packages here have ${have}.`, ELSEWHERE);
  }
  if (!isRoot) throw refused(`Debian's packages have Python 3.${release}, and only root installs them.`, `sudo apt-get install ${name}`);
  progress(`Installing ${name} of Debian's packages …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runCommand('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  } catch (cause) {
    throw refused(`${name} could not be installed: ${(cause as Error).message.trim().split('\n').at(-1)}`, ELSEWHERE);
  }
  const installed = await found();
  if (!installed) throw refused(`${name} was installed, and is not among the interpreters that are found.`, ELSEWHERE);
  return installed;
}

/** Names of packages such as `python3.11`; undefined where the system is not Debian's. */
async function offeredPythons(): Promise<readonly string[] | undefined> {
  const { stdout } = await runCommand('apt-cache', ['search', '--names-only', '^python3\\.[0-9]+$']).catch(() => ({ stdout: undefined }));
  return stdout?.split('\n').flatMap((line) => /^(python3\.\d+) /.exec(line)?.[1] ?? []);
}
