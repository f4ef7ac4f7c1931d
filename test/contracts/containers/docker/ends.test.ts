// Beyond the contract, where an engine answers: other ways for code to come in, ends of every kind, the user that functions run as.

import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import { packTar } from '#containers/dialled-in/tar';
import type { DockerOptions } from '#containers/docker/docker-options';
import { DockerRuntime } from '#containers/docker/docker-runtime';
import { findEngine } from '#containers/docker/engine';
import { LABELS } from '#containers/docker/leftovers';
import { isMissing } from '../../../support/is-missing.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { importTestImages, whyNoEngine } from '../../../support/test-images.ts';
import { untilTrue } from '../../../support/until-passes.ts';
import { createFixture, invoke } from '../contract-fixture.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};
const run = `ends-${process.pid}`;
function fixtureFiles(parent: string, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(parent, 'image-'));
  chmodSync(dir, 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { mode: 0o755 });
  return dir;
}

const code = (body: string) => ({ 'index.js': `exports.handler = async (event) => { ${body} };` });

describe.skipIf(isMissing('ends of containers', whyNoEngine(found)))('docker', () => {
  const workDir = mkdtempSync(join(tmpdir(), 'ends-docker-'));
  const control = createControlChannel();
  const server = createServer((request, response) => void control.answer(request, response));
  const runtimes: DockerRuntime[] = [];
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const docker = found.ok ? found.engine.docker : (undefined as never);
  const listed = async (instance: string) => docker.listContainers({ all: true, filters: { label: [`${LABELS.instance}=${instance}`] } });

  const open = (more: Partial<DockerOptions> = {}) => {
    const log = messageLines();
    const base = { control, workDir, network: 'host', instance: run, imageMapping: JSON.stringify(images), origin, log };
    const runtime = new DockerRuntime({ ...base, ...more });
    runtimes.push(runtime);
    return { fixture: createFixture(runtime, join(workDir, 'code'), run), runtime, said: log.lines };
  };

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    await Promise.all(runtimes.map((runtime) => runtime.dispose()));
    expect(await listed(run)).toEqual([]);
    await control.stop();
    server.closeAllConnections();
    server.close();
    rmSync(workDir, { recursive: true, force: true });
  });

  it.each(['copy', 'fetch'] as const)('code comes in by %s as well, long names, links and layers included', async (delivery) => {
    const { fixture } = open({ delivery });
    const long = `${'deep/'.repeat(30)}ü.txt`;
    const files = { ...code(`return require('fs').readFileSync('${long}', 'utf8') + require('/opt/own.js');`), [long]: 'long and ' };
    const layers = [fixture.content({ 'own.js': 'module.exports = "first"' }), fixture.content({ 'own.js': 'module.exports = "layered"' })];
    const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', files, { layers });
    expect((await invoke(environment)).body, JSON.stringify(log)).toBe('long and layered');
    await environment.stop();
  });

  it('functions are who they are in the cloud, and cannot write to their code or see the secret', async () => {
    const body = `const fs = require('fs'); const trial = (f) => { try { return f(); } catch (e) { return e.code; } };
      return [process.getuid(), process.getgid(), trial(() => fs.writeFileSync('/var/task/x', '')), trial(() => fs.writeFileSync('/tmp/x', '') ?? 'ok'),
        Object.keys(process.env).filter((n) => n.startsWith('EMULATOR')), trial(() => fs.readFileSync('/proc/1/environ') + '')];`;
    const { fixture } = open();
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', code(body));
    expect((await invoke(environment)).body).toEqual([993, 990, 'EROFS', 'ok', [], 'EACCES']);
    await environment.stop();
    const { fixture: asRoot } = open({ user: 'root', flags: '-e FROM_FLAGS=yes --label team=a' });
    const { environment: root } = await asRoot.start(
      'nodejs20.x',
      'index.handler',
      code('return [process.getuid(), process.env.FROM_FLAGS];'),
    );
    expect((await listed(run))[0]?.Labels).toMatchObject({ team: 'a', [LABELS.function]: 'contract' });
    expect((await invoke(root)).body).toEqual([0, 'yes']);
    await root.stop();
  });

  it('a container that is killed answers its caller and is never handed out again', async () => {
    const { fixture } = open();
    const { environment, log } = await fixture.start('nodejs20.x', 'index.handler', code('console.log("spinning"); for (;;);'));
    const handle = environment.invoke({ requestId: 'killed', payload: Buffer.from('{}'), invokedFunctionArn: 'a' });
    await untilTrue(() => log.some(({ text }) => text.endsWith('spinning')));
    const [container] = await listed(run);
    await docker.getContainer(container!.Id).kill();
    const outcome = await handle.response;
    expect(outcome).toMatchObject({ kind: 'exit', errorType: 'Runtime.ExitError' });
    expect(Buffer.from(outcome.body).toString()).toContain('RequestId: killed Error: Runtime exited with error: signal: killed');
    await handle.done;
    await environment.stopped;
    expect(environment.state).toBe('stopped');
    expect(log.at(-1)!.text).toMatch(/^REPORT RequestId: killed/);
  });

  it('an emulator that does not answer any more is given up', async () => {
    const lonely = createServer((request, response) => void control.answer(request, response));
    await new Promise<void>((resolve) => lonely.listen(0, '127.0.0.1', resolve));
    const { fixture } = open({ origin: () => `http://127.0.0.1:${(lonely.address() as AddressInfo).port}`, instance: `${run}-lonely` });
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', code('return 1;'));
    expect((await invoke(environment)).body).toBe(1);
    lonely.closeAllConnections();
    lonely.close();
    const startedAt = Date.now();
    await untilTrue(async () => (await listed(`${run}-lonely`)).length === 0);
    expect(Date.now() - startedAt).toBeGreaterThan(3500);
    await environment.stopped;
  });

  it('images of functions run, their own entry point first', async () => {
    const entry = '#!/bin/sh\nexport FROM_ENTRY=$1\nexec /var/runtime/bootstrap\n';
    const files = fixtureFiles(workDir, {
      'entry.sh': entry,
      'app.js': 'exports.handler = async () => [process.env.FROM_ENTRY, process.cwd()];',
    });
    const container = await docker.createContainer({ Image: images['nodejs20.x']!, Entrypoint: ['/none'], Cmd: [] });
    await container.putArchive(packTar({ from: files, to: 'srv' }), { path: '/' });
    const changes = ['ENTRYPOINT ["/srv/entry.sh"]', 'CMD ["app.handler"]', 'WORKDIR /srv', 'ENV LAMBDA_TASK_ROOT=/srv'];
    await container.commit({ repo: 'cloud-emulator-test', tag: 'own-image', changes });
    await container.remove();
    const { fixture } = open();
    const image = { packageType: 'Image', imageUri: 'cloud-emulator-test:own-image', architecture: 'x86_64' } as const;
    const { environment, log } = await fixture.start('', 'app.handler', {}, { function: image });
    expect((await invoke(environment)).body, JSON.stringify(log)).toEqual(['app.handler', '/srv']);
    await environment.stop();
    await docker.getImage('cloud-emulator-test:own-image').remove();
  });

  it('says why a container never dialled in', async () => {
    const { fixture } = open({ advertisedUrl: 'http://127.0.0.1:1', readyWithinMs: 1500 });
    await expect(fixture.start('nodejs20.x', 'index.handler', code('return 1;'))).rejects.toThrow(
      /^The container of function contract could not be started: it did not reach the emulator at http:\/\/127.0.0.1:1 within 1.5 s/,
    );
    const { runtime } = open({ imageMapping: '{"nodejs20.x":"localhost:1/none:none"}' });
    expect(await runtime.supports({ packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'x86_64' })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^The image localhost:1\/none:none of the runtime nodejs20.x is not here and could not be pulled: /),
    });
  });

  it('an emulator that is killed leaves no container', async () => {
    const script = join(import.meta.dirname, `${run}.ts`);
    const instance = `${run}-killed`;
    writeFileSync(
      script,
      `import { createServer } from 'node:http';
       import { createFixture, invoke } from '../contract-fixture.ts';
       import { createControlChannel } from '#containers/control-channel';
       import { DockerRuntime } from '#containers/docker/docker-runtime';
       const control = createControlChannel();
       const server = createServer((request, response) => void control.answer(request, response));
       await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
       const log = { write() {} };
       const runtime = new DockerRuntime({ control, log, workDir: ${JSON.stringify(workDir)}, network: 'host', instance: '${instance}',
         imageMapping: ${JSON.stringify(JSON.stringify(images))}, origin: () => 'http://127.0.0.1:' + server.address().port });
       const fixture = createFixture(runtime, ${JSON.stringify(join(workDir, 'code'))}, 'x');
       const { environment } = await fixture.start('nodejs20.x', 'index.handler', ${JSON.stringify(code('if (event.spin) for (;;);'))});
       await invoke(environment);
       void invoke(environment, { spin: true });
       console.log('spinning');`,
    );
    try {
      const emulator = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await new Promise((resolve) => emulator.stdout.once('data', resolve));
      expect(await listed(instance)).toHaveLength(1);
      emulator.kill('SIGKILL');
      await untilTrue(async () => (await listed(instance)).length === 0);
    } finally {
      rmSync(script);
    }
  });
});
