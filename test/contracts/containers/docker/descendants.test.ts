// Processes that a function starts in a container, where an engine answers: they are reaped, and end with the function, however they hide.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import { DockerRuntime } from '#containers/docker/docker-runtime';
import { findEngine } from '#containers/docker/engine';
import { isMissing } from '../../../support/is-missing.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { importTestImages, whyNoEngine } from '../../../support/test-images.ts';
import { createFixture, type Fixture, invoke } from '../contract-fixture.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};

/** Runs a command, waits for the state that the event names, and tells what runs. */
const SHELL = `const fs = require('fs'), cp = require('child_process');
const stats = () => fs.readdirSync('/proc').filter((name) => Number(name) > 0).flatMap((pid) => {
  try { return [fs.readFileSync('/proc/' + pid + '/stat', 'latin1')]; } catch { return []; } });
const count = (name) => stats().filter((stat) => stat.includes('(' + name + ')')).length;
const names = () => stats().map((stat) => stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))).sort();
exports.handler = async ({ run, sleeping, exit, like }) => {
  if (run) cp.spawnSync('/bin/sh', ['-c', run], { stdio: 'ignore' });
  if (exit) process.exit(1);
  while (sleeping !== undefined && count('sleep') !== sleeping) await new Promise((resolve) => setTimeout(resolve, 5));
  while (like && names().join() !== like.join()) await new Promise((resolve) => setTimeout(resolve, 5));
  return names();
};`;

const EXTENSION = `#!/var/lang/bin/node
const http = require('http');
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const call = (method, path, headers, body) => new Promise((resolve) => {
  const sent = http.request({ host, port, method, path, headers }, (answer) => answer.resume().on('end', () => resolve(answer.headers)));
  sent.end(body); });
require('child_process').spawn('setsid', ['tail', '-f', '/dev/null'], { stdio: 'ignore' });
(async () => {
  const known = await call('POST', '/2020-01-01/extension/register', { 'Lambda-Extension-Name': 'holds' }, '{"events":["INVOKE","SHUTDOWN"]}');
  for (;;) await call('GET', '/2020-01-01/extension/event/next', { 'Lambda-Extension-Identifier': known['lambda-extension-identifier'] });
})();`;

const ORPHANS = 'i=0; while [ $i -lt 1500 ]; do (sleep 0 &) ; i=$((i+1)); done';
/** In a session of its own, without a variable by which anybody could find it, and deaf. */
const HIDDEN = `setsid env -i sh -c 'trap "" TERM HUP INT; while :; do sleep 100; done' & setsid env -i sleep 301 &`;
/** Without it, the engine cannot put a process of its own before the init program. */
const noInit = isMissing(
  'containers with --init',
  !['/usr/bin/docker-init', '/usr/libexec/docker/docker-init'].some((path) => existsSync(path)) && 'no docker-init is on this machine',
);
const MORE = { timeoutMs: 60_000, memoryMb: 512, tmpMb: 16 };
const FORKS = `import os, time
def handler(event, context):
    if "forks" in event:
        if os.fork() == 0:
            os.setsid()
            while True:
                try:
                    if os.fork() != 0: os._exit(0)
                except OSError: pass
        os._exit(1)
    return [name for name in os.listdir("/proc") if name.isdigit() and int(name) > 1 and int(name) != os.getpid()]`;

function descendantCases(flags: string, open: () => Fixture): void {
  const title = flags === '' ? 'as process 1' : `with ${flags}`;
  const test = it.skipIf(flags === '--init' && noInit);

  test(`reaps what its parents left, ${title}`, async () => {
    const { environment } = await open().start('nodejs20.x', 'index.handler', { 'index.js': SHELL }, MORE);
    const before = (await invoke(environment)).body as string[];
    // More than the container may have at once.
    expect((await invoke(environment, { run: ORPHANS, like: before })).body).toEqual(before);
    await environment.stop();
  });

  test(`ends what hides, ${title}`, async () => {
    const { environment } = await open().start('nodejs20.x', 'index.handler', { 'index.js': SHELL }, MORE);
    const before = (await invoke(environment)).body as string[];
    await invoke(environment, { run: HIDDEN, sleeping: 2 });
    expect((await invoke(environment, { exit: true })).body).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect((await invoke(environment, { like: before })).body).toEqual(before);
    await environment.stop();
  });

  test(`ends what hides beside an extension, which gets its time, ${title}`, async () => {
    const fixture = open();
    const layers = [fixture.content({ 'extensions/holds': EXTENSION })];
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': SHELL }, { ...MORE, layers });
    const before = (await invoke(environment)).body as string[];
    expect(before).toContain('tail');
    await invoke(environment, { run: HIDDEN, sleeping: 2 });
    await invoke(environment, { exit: true });
    expect((await invoke(environment, { like: before })).body).toEqual(before);
    await environment.stop();
  });
}

describe.skipIf(isMissing('descendants of functions in containers', whyNoEngine(found)))('descendants, containers', () => {
  const workDir = mkdtempSync(join(tmpdir(), 'descendants-docker-'));
  const control = createControlChannel();
  const server = createServer((request, response) => void control.answer(request, response));
  const runtimes: DockerRuntime[] = [];
  const instance = `descendants-${process.pid}`;
  const start = (flags: string) => {
    const runtime = new DockerRuntime({
      ...{ control, workDir, network: 'host', instance, imageMapping: JSON.stringify(images), flags },
      origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      log: messageLines(),
    });
    runtimes.push(runtime);
    return createFixture(runtime, join(workDir, 'code'), instance);
  };
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    await Promise.all(runtimes.map((runtime) => runtime.dispose()));
    await control.stop();
    server.closeAllConnections();
    server.close();
    rmSync(workDir, { recursive: true, force: true });
  });

  for (const flags of ['', '--init']) descendantCases(flags, () => start(flags));

  it('ends what forks all the time', async () => {
    const { environment } = await start('').start('python3.12', 'app.handler', { 'app.py': FORKS }, MORE);
    expect((await invoke(environment, { forks: true })).body).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect((await invoke(environment)).body).toEqual([]);
    await environment.stop();
  });

  it('tells of a function that takes too much at once, whoever kills it', async () => {
    const code = { 'app.py': 'def handler(event, context): return len(bytearray(b"x") * (1 << 30))' };
    const { environment } = await start('').start('python3.12', 'app.handler', code, {
      ...MORE,
      memoryMb: 128,
    });
    const { body, report } = await invoke(environment);
    expect(body).toMatchObject({ errorType: 'Runtime.ExitError', errorMessage: expect.stringMatching(/signal: killed$/) });
    expect(report).toMatchObject({ maxMemoryUsedMb: 128, errorType: 'Runtime.OutOfMemory' });
    await environment.stop();
  });
});
