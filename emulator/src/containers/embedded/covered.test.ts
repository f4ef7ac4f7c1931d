// Folders of the machine that a function needs are there although /opt, /var and /tmp are the environment's own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isMissing } from '../../../../test/support/is-missing.ts';
import { shownFolders } from './covered.ts';
import { createLayout } from './layout.ts';
import { providedProgram } from './programs.ts';
import { writeFilter } from './restricting-command.ts';
import { plain, sandboxes, trySandbox } from './sandbox.ts';
import { SandboxRoots } from './sandbox-root.ts';
import { Spawner } from './spawner.ts';

// Below /tmp whatever TMPDIR says.
const work = mkdtempSync('/tmp/covered by sandboxes-');
const filter = () => writeFilter(join(work, 'filter'));
const spawner = new Spawner({ staged: true, filter });
afterAll(async () => {
  await spawner.dispose();
  rmSync(work, { recursive: true, force: true });
});

const nothing = { sha256: '', sizeBytes: 0, localDir: tmpdir() };
const layout = process.platform === 'linux' ? await createLayout(work, nothing, []) : undefined;

it('gives places to covered folders alone', () => {
  expect(shownFolders(['/usr/lib', '/tmp/a', '/optional', '/opt/b'])).toEqual([
    { from: '/usr/lib', to: '/usr/lib' },
    { from: '/tmp/a', to: '/var/packages/0' },
    { from: '/optional', to: '/optional' },
    { from: '/opt/b', to: '/var/packages/1' },
  ]);
});

it.each(['bwrap', 'unshare', 'plain'] as const)('%s shows packages below /tmp, and no one can write there', async (name) => {
  const sandbox = name === 'plain' ? plain : sandboxes[name][0]!;
  const roots = new SandboxRoots(join(work, name), [], { filter });
  const works =
    layout &&
    (name === 'plain' ||
      (await trySandbox(sandbox, { ...layout, code: layout.opt }, () => roots.for(providedProgram), spawner)) === 'works');
  const why = layout ? `${name} does not work on this machine` : 'needs Linux';
  if (isMissing(`packages below /tmp: ${name}`, !works && why) || !layout) return;
  const folders = ['first', 'second'].map((folder) => {
    mkdirSync(join(work, folder), { recursive: true });
    writeFileSync(join(work, folder, 'name'), folder);
    return join(work, folder);
  });
  const [first, second] = sandbox.shown(folders) as [string, string];
  const script = 'cat "$0/name" "$1/name"; { : > "$0/new"; } 2>/dev/null && echo " written"';
  const wrapped = sandbox.wrap({
    layout: { ...layout, code: layout.opt },
    root: () => roots.for({ ...providedProgram, folders }),
    command: ['/bin/sh', '-c', script, first, second],
    env: { PATH: '/usr/bin:/bin' },
  });
  const output: string[] = [];
  const ignore = () => undefined;
  const request = { ...wrapped, mark: 'COVERED=1', contained: true };
  await spawner.run(request, { stdout: (bytes) => output.push(String(bytes)), stderr: ignore, telemetry: ignore }).exited;
  expect(output.join('')).toBe(name === 'plain' ? 'firstsecond written\n' : 'firstsecond');
});
