// After the process, the spawner or the emulator dies, nothing is left running and the next invocation works.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { untilTrue } from '../../../support/until-passes.ts';
import { createFixture, invoke } from '../contract-fixture.ts';

const workDir = mkdtempSync(join(tmpdir(), 'ends-'));
const marker = `ends-${process.pid}-${Date.now()}`;
const runtime = new EmbeddedRuntime({ workDir, sandbox: 'plain' });
const fixture = createFixture(runtime, join(workDir, 'code'), marker);
const noLinux = process.platform !== 'linux' && 'needs Linux: processes are found in /proc';
const linux = it.skipIf(isMissing('ends of embedded functions', noLinux));

afterAll(async () => {
  await runtime.dispose();
  rmSync(workDir, { recursive: true, force: true });
});

const read = (path: string) => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
};
const pids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
const marked = (mark: string) => pids().filter((pid) => read(`/proc/${pid}/environ`).includes(mark));
const children = (parent: number) => pids().filter((pid) => read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === String(parent));
const spawners = (parent: number) => children(parent).filter((pid) => read(`/proc/${pid}/cmdline`).includes('spawner.mjs'));

const code = {
  'index.js': `exports.handler = async (event) => {
    if (event.spin) { console.log('spinning'); for (;;); }
    if (event.daemon) require('child_process').spawn('sleep', ['500'], { detached: true, stdio: 'ignore' }).unref();
    return process.pid; };`,
};

linux('an idle process that is killed is replaced', async () => {
  const { environment } = await fixture.start('nodejs20.x', 'index.handler', code);
  const { body: pid } = await invoke(environment);
  const before = marked(marker);
  process.kill(pid as number, 'SIGKILL');
  await untilTrue(() => marked(marker).some((one) => !before.includes(one)));
  const { body, outcome } = await invoke(environment);
  expect(outcome.kind).toBe('response');
  expect(body).not.toBe(pid);
  await environment.stop();
  expect(marked(marker)).toEqual([]);
});

linux('a spawner that is killed takes nothing with it but its processes', async () => {
  const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', code);
  await invoke(environment, { daemon: true });
  const handle = environment.invoke({ requestId: 'spin', payload: Buffer.from('{"spin":true}'), invokedFunctionArn: 'a' });
  await untilTrue(() => log.some(({ text }) => text.endsWith('spinning')));
  const [spawner] = spawners(process.pid);
  process.kill(Number(spawner), 'SIGKILL');
  expect(await handle.response).toMatchObject({ kind: 'exit', errorType: 'Runtime.ExitError' });
  await handle.done;
  expect((await invoke(environment)).outcome.kind).toBe('response');
  await environment.stop();
  await untilTrue(() => marked(marker).length === 0);
});

linux.each([
  ['plain', false],
  ['plain', true],
  ['unshare', true],
  ['bwrap', true],
] as const)('an emulator that is killed leaves nothing: %s, its spawner with it: %s', async (sandbox, both) => {
  const mark = `killed-${sandbox}-${both}-${marker}`;
  const script = join(import.meta.dirname, `ends-${process.pid}.ts`);
  writeFileSync(
    script,
    `import { createFixture, invoke } from '../contract-fixture.ts';
     import { EmbeddedRuntime } from '#containers/embedded/embedded-runtime';
     const runtime = new EmbeddedRuntime({ workDir: ${JSON.stringify(workDir)}, sandbox: '${sandbox}' });
     const works = await runtime.probe().then(() => true, () => false);
     if (!works) { console.log('fails'); await runtime.dispose(); process.exit(); }
     const fixture = createFixture(runtime, ${JSON.stringify(join(workDir, 'code'))}, '${mark}');
     const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', ${JSON.stringify(code)});
     await invoke(environment, { daemon: true });
     void invoke(environment, { spin: true });
     while (!log.some(({ text }) => text.endsWith('spinning'))) await new Promise((resolve) => setTimeout(resolve, 10));
     console.log('spinning');`,
  );
  try {
    const emulator = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const said = await new Promise((resolve) => emulator.stdout.once('data', resolve));
    const fails = String(said).includes('fails') && `${sandbox} does not work on this machine`;
    if (isMissing(`an emulator that is killed: ${sandbox}`, fails)) return;
    expect(marked(mark).length).toBeGreaterThanOrEqual(2);
    if (both) for (const spawner of spawners(emulator.pid as number)) process.kill(Number(spawner), 'SIGKILL');
    emulator.kill('SIGKILL');
    await untilTrue(() => marked(mark).length === 0);
  } finally {
    rmSync(script);
  }
});
