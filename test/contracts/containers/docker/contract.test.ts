// The contract of every container runtime, on a container engine, where one answers (DOCKER_HOST names it).

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import { DockerRuntime } from '#containers/docker/docker-runtime';
import { findEngine } from '#containers/docker/engine';
import { LABELS } from '#containers/docker/leftovers';
import { isMissing } from '../../../support/is-missing.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { importTestImages, whyNoEngine } from '../../../support/test-images.ts';
import { extensionCases } from '../contract-extensions.ts';
import { createFixture } from '../contract-fixture.ts';
import { lifeCases } from '../contract-life.ts';
import { memoryCases } from '../contract-memory.ts';
import { nodeCases } from '../contract-node.ts';
import { compiledCases } from '../contract-provided.ts';
import { pythonCases } from '../contract-python.ts';

const found = await findEngine();
const images = found.ok ? await importTestImages(found.engine.docker) : {};

describe.skipIf(isMissing('the contract of runtimes, in containers', whyNoEngine(found)))('docker', () => {
  const workDir = mkdtempSync(join(tmpdir(), 'contract-docker-'));
  const control = createControlChannel();
  const server = createServer((request, response) => void control.answer(request, response));
  const log = messageLines();
  const runtime = new DockerRuntime({
    ...{ control, workDir, network: 'host', instance: `contract-${process.pid}`, imageMapping: JSON.stringify(images) },
    origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
  });
  const fixture = createFixture(runtime, join(workDir, 'code'), `contract-docker-${process.pid}`);

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    expect(await runtime.probe()).toMatchObject({ ok: true });
  });

  lifeCases(fixture);
  nodeCases(fixture);
  pythonCases(fixture);
  compiledCases(fixture);
  extensionCases(fixture);
  memoryCases(fixture, true);

  it('leaves no container and no directory behind', async () => {
    await runtime.dispose();
    if (!found.ok) return;
    const filters = { label: [`${LABELS.instance}=contract-${process.pid}`] };
    expect(await found.engine.docker.listContainers({ all: true, filters })).toEqual([]);
  });

  afterAll(async () => {
    await runtime.dispose();
    await control.stop();
    server.closeAllConnections();
    server.close();
    rmSync(workDir, { recursive: true, force: true });
  });
});
