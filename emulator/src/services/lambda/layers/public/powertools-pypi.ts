// The packages of Powertools for Python, installed by a pip of this machine as its published layer has them: with all that it can use.
// aws-powertools/powertools-lambda-python, layer_v3/ (2026-08).
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findInterpreters, nearest } from '#containers/embedded/interpreters';
import { runCommand } from '#lib/child-process';
import { NotBrought } from './not-brought.ts';
import type { Installing } from './powertools-npm.ts';

const PACKAGE = 'aws-lambda-powertools';
/** The release of Python in layers whose name tells none. */
const USUAL_RELEASE = 12;
const FLAGS = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries', '1', '--timeout', '15', '--only-binary=:all:'];

/** @throws NotBrought */
export async function installPowertoolsFromPypi({ folder, name, major, onMake }: Installing): Promise<void> {
  const [, minor, architecture] = /-python3(\d+)-(x86_64|arm64)$/.exec(name) ?? [];
  const python = nearest((await findInterpreters('python')).found, Number(minor ?? USUAL_RELEASE));
  if (!python) throw new NotBrought('there is no Python with pip on this machine.');
  onMake(`${PACKAGE} ${major}, by pip`);
  const site = minor === undefined ? join(folder, 'python') : join(folder, `python/lib/python3.${minor}/site-packages`);
  await mkdir(site, { recursive: true });
  const platform = `manylinux2014_${architecture === 'arm64' ? 'aarch64' : 'x86_64'}`;
  const target = minor === undefined ? [] : ['--platform', platform, '--implementation', 'cp', '--python-version', `3.${minor}`];
  const wanted = `${PACKAGE}[all]>=${major},<${major + 1}`;
  try {
    await runCommand(python.path, ['-m', 'pip', 'install', ...FLAGS, ...target, '--target', site, wanted]);
  } catch (cause) {
    throw new NotBrought(`pip: ${pipReason(cause as Error)}`);
  }
}

/** pip's first error. */
function pipReason({ message, stderr = '' }: Error & { stderr?: string }): string {
  const said = /^ERROR: (.+)/m.exec(stderr)?.[1] ?? /(No module named pip)/.exec(stderr)?.[1];
  return said ?? message.split('\n')[0]!;
}
