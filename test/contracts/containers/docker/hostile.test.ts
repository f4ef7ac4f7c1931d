// Functions that mean harm, in containers, where an engine answers.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
import { untilPasses } from '../../../support/until-passes.ts';
import { createFixture, invoke } from '../contract-fixture.ts';
import { hostileCases } from '../contract-hostile.ts';

/** Paths that the engine gives each container: the kernel's read-only `/sys`, and terminals of its own. */
const TOLERATED = ['list /sys', 'list /sys/fs/cgroup', 'list /dev/pts', 'open /dev/ptmx'];

/** The states of the machine's processes with this text in their variables, init aside, which never stands still. */
const statesOf = (text: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(text)) return [];
      if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith('/var/rapid/init')) return [];
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return [stat.slice(stat.lastIndexOf(')') + 2)[0]!];
    } catch {
      return []; // no process, or gone
    }
  });

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};

describe.skipIf(isMissing('functions that mean harm: containers', whyNoEngine(found)))('hostile functions, containers', () => {
  const workDir = mkdtempSync(join(tmpdir(), 'hostile-docker-'));
  const control = createControlChannel();
  const server = createServer((request, response) => void control.answer(request, response));
  const runtime = new DockerRuntime({
    ...{ control, workDir, network: 'host', instance: `hostile-${process.pid}`, imageMapping: JSON.stringify(images) },
    origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: messageLines(),
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));

  const fixture = createFixture(runtime, join(workDir, 'code'), `hostile-docker-${process.pid}`);
  // Users are the machine's own, unless the engine maps them (userns-remap).
  hostileCases(fixture, workDir, { tolerated: TOLERATED, namespaces: ['ipc', 'mnt', 'pid', 'uts'] });

  it('stands still between invocations, with all that it started, and goes on with the next', async () => {
    const code = `let ticks = 0; setInterval(() => ticks++, 5);
      exports.handler = async (event) => {
        if (event.daemon) require('child_process').spawn('sh', ['-c', 'while :; do sleep 0.01; done'], { detached: true, stdio: 'ignore' }).unref();
        const before = ticks;
        if (event.waits) while (ticks - before < 3) await new Promise((resolve) => setTimeout(resolve, 5));
        return ticks - before; };`;
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': code }, { env: { STANDS_STILL: 'yes' } });
    await invoke(environment, { daemon: true });
    await untilPasses(() => expect(statesOf('\0STANDS_STILL=yes').filter((state) => state === 'T').length).toBeGreaterThanOrEqual(2));
    // State D: the kernel still works for the process (a read), or it waits for a child that was stopped between vfork and exec.
    const running = () => statesOf('\0STANDS_STILL=yes').filter((state) => state !== 'T' && state !== 'D');
    await untilPasses(() => expect(running()).toEqual([]));
    expect((await invoke(environment, { waits: true })).body).toBeGreaterThan(2);
    await environment.stop();
  });

  afterAll(async () => {
    await runtime.dispose();
    await control.stop();
    server.closeAllConnections();
    server.close();
    rmSync(workDir, { recursive: true, force: true });
  });
});
