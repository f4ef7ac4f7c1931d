// The limits and settings of containers, on machines with an engine: memory, CPU weight, /tmp, flags, platform.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import type { DockerOptions } from '#containers/docker/docker-options';
import { DockerRuntime } from '#containers/docker/docker-runtime';
import { findEngine } from '#containers/docker/engine';
import { LABELS } from '#containers/docker/leftovers';
import { isMissing } from '../../../support/is-missing.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { importTestImages, whyNoEngine } from '../../../support/test-images.ts';
import { createFixture, invoke } from '../contract-fixture.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};
const instance = `limits-${process.pid}`;
const mine = process.arch === 'arm64' ? 'arm64' : 'x86_64';
const other = mine === 'arm64' ? 'x86_64' : 'arm64';

describe.skipIf(isMissing('what containers are given', whyNoEngine(found)))('docker', () => {
  const workDir = mkdtempSync(join(tmpdir(), 'limits-docker-'));
  const control = createControlChannel();
  const server = createServer((request, response) => void control.answer(request, response));
  const runtimes: DockerRuntime[] = [];
  const open = (more: Partial<DockerOptions> = {}) => {
    const log = messageLines();
    const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const base = { control, workDir, network: 'host', instance, imageMapping: JSON.stringify(images), origin, log };
    const runtime = new DockerRuntime({ ...base, ...more });
    runtimes.push(runtime);
    return createFixture(runtime, join(workDir, 'code'), instance);
  };
  const inspected = async () => {
    const docker = found.ok ? found.engine.docker : (undefined as never);
    const [container] = await docker.listContainers({ filters: { label: [`${LABELS.instance}=${instance}`] } });
    return docker.getContainer(container?.Id ?? '').inspect();
  };

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    await Promise.all(runtimes.map((runtime) => runtime.dispose()));
    await control.stop();
    server.closeAllConnections();
    server.close();
    rmSync(workDir, { recursive: true, force: true });
  });

  it('/tmp has the size that was asked for, besides the memory, and is kept between invocations', async () => {
    const body = `const fs = require('node:fs'); const before = fs.readdirSync('/tmp');
      try { fs.writeFileSync('/tmp/file-' + event.mb, Buffer.alloc(event.mb << 20)); return [before, 'written']; } catch (e) { fs.rmSync('/tmp/file-' + event.mb); return [before, e.code]; }`;
    const { environment } = await open().start(
      'nodejs20.x',
      'index.handler',
      { 'index.js': `exports.handler = async (event) => { ${body} };` },
      { memoryMb: 300, tmpMb: 64 },
    );
    expect((await invoke(environment, { mb: 40 })).body).toEqual([[], 'written']);
    expect((await invoke(environment, { mb: 41 })).body).toEqual([['file-40'], 'ENOSPC']);
    const { HostConfig } = await inspected();
    expect(HostConfig.Memory).toBe((300 + 64 + 160) << 20);
    expect(HostConfig.CpuShares).toBe(Math.round((300 / 1769) * 1024));
    await environment.stop();
  });

  it('flags come over what is chosen otherwise', async () => {
    const flags =
      '-m 700m --cpus 0.5 --tmpfs /tmp:size=1m --label team=a -e FROM_FLAGS=1 --ulimit nofile=2000:3000 --add-host other:10.9.8.7';
    const source = `exports.handler = async () => [process.env.FROM_FLAGS, require('node:fs').readFileSync('/etc/hosts', 'utf8').includes('10.9.8.7')];`;
    const { environment } = await open({ flags }).start('nodejs20.x', 'index.handler', { 'index.js': source }, { tmpMb: 64 });
    expect((await invoke(environment)).body).toEqual(['1', true]);
    const { HostConfig, Config } = await inspected();
    expect(HostConfig).toMatchObject({ Memory: 700 << 20, NanoCpus: 500_000_000, Tmpfs: { '/tmp': 'size=1m' } });
    expect(HostConfig.Ulimits).toEqual([{ Name: 'nofile', Soft: 2000, Hard: 3000 }]);
    expect(Config.Labels).toMatchObject({ team: 'a', [LABELS.function]: 'contract' });
    await environment.stop();
  });

  it.each([
    ['', '2 2'],
    ['--security-opt seccomp=unconfined', '0 0'],
  ])('system calls are refused beside what the engine refuses, unless flags open them: %s', async (flags, filters) => {
    const source = `exports.handler = async () => ['Seccomp', 'Seccomp_filters'].map((name) =>
      new RegExp('^' + name + ':\\\\s*(.*)$', 'm').exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'))[1]).join(' ');`;
    const { environment } = await open({ flags }).start('nodejs20.x', 'index.handler', { 'index.js': source });
    expect((await invoke(environment)).body).toBe(filters);
    await environment.stop();
  });

  it('an image, or a bootstrap, of another architecture is told with both names', async () => {
    const fixture = open();
    expect(await fixture.runtime.supports({ packageType: 'Zip', runtime: 'nodejs20.x', architecture: other })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(
        /^The image \S+ is for (amd64|arm64), but the function's architecture is (arm64|x86_64) \((arm64|amd64)\)\.$/,
      ),
    });
    const elf = Buffer.alloc(64);
    elf.write('\x7fELF', 'latin1');
    elf.writeUInt16LE(other === 'arm64' ? 0xb7 : 0x3e, 18);
    const code = fixture.content({});
    writeFileSync(join(code.localDir, 'bootstrap'), elf);
    const started = fixture.start('provided.al2023', 'x', {}, { code });
    await expect(started).rejects.toThrow(`The function's bootstrap was built for`);
  });

  it('a runtime without an image is told with the option that names one', async () => {
    const support = await open().runtime.supports({ packageType: 'Zip', runtime: 'nonsense', architecture: mine });
    expect(support).toMatchObject({ ok: false, reason: expect.stringContaining('FUNCTION_RUNTIME_IMAGE_MAPPING') });
  });
});
