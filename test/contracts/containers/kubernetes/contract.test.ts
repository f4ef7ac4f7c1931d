// The contract of every container runtime, in Pods: a stand-in for the API server, and a kubelet that starts them as processes of this machine.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import type { KubernetesOptions } from '#containers/kubernetes/kubernetes-options';
import { KubernetesRuntime } from '#containers/kubernetes/kubernetes-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { machineWith, POD_OPTIONS, startCluster } from '../../../support/kubernetes/cluster-fixture.ts';
import { whyNoKubelet } from '../../../support/kubernetes/kubelet.ts';
import { whyNoLongScenario } from '../../../support/long-scenario.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { untilPasses } from '../../../support/until-passes.ts';
import { extensionCases } from '../contract-extensions.ts';
import { createFixture, invoke } from '../contract-fixture.ts';
import { lifeCases } from '../contract-life.ts';
import { nodeCases } from '../contract-node.ts';

const why = whyNoKubelet();
const isLong = !isMissing('languages and extensions in Pods', why ?? whyNoLongScenario());
const control = createControlChannel();
const server = createServer((request, response) => void control.answer(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const cluster =
  why === undefined
    ? await startCluster(isLong ? ['nodejs20.x', 'nodejs24.x', 'provided.al2023'] : ['nodejs20.x', 'provided.al2023'])
    : undefined;

describe.skipIf(isMissing('the contract of runtimes, in Pods', why))('kubernetes', () => {
  const workDir = mkdtempSync(join(tmpdir(), 'contract-kubernetes-'));
  const log = messageLines();
  const { server: api, kubelet, mapping, initPath, stop } = cluster!;
  const open = (more: Partial<KubernetesOptions> = {}) => {
    const made = new KubernetesRuntime({
      ...{ control, origin: () => url, log, initPath, listens: '127.0.0.1:0', instance: 'contract', imageMapping: mapping },
      machine: machineWith(api.kubeconfig()),
      pods: { ...POD_OPTIONS, advertisedUrl: url, imagesWithInit: 'test/*' },
      ...more,
    });
    return { runtime: made, fixture: createFixture(made, join(workDir, 'code'), 'contract-kubernetes') };
  };
  const { runtime, fixture } = open();

  beforeAll(async () => {
    expect(await runtime.probe()).toMatchObject({ ok: true });
  });

  lifeCases(fixture);
  if (isLong) nodeCases(fixture);
  if (isLong) extensionCases(fixture);

  it('brings what has changed in folders and layers, and nothing else', async () => {
    const source = `const fs = require('fs'); const read = (path) => { try { return fs.readFileSync(path, 'utf8'); } catch (error) { return error.code; } };
      exports.handler = async () => [read('a'), read('deep/b'), read('gone'), read('/opt/shared'), fs.statSync('a').ino];`;
    const code = fixture.content({ 'index.js': source, a: '1', 'deep/b': '1', gone: '1' });
    const layers = [fixture.content({ shared: 'lower' }), fixture.content({ shared: 'upper' })];
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', {}, { code, layers });
    const first = (await invoke(environment)).body as unknown[];
    expect(first.slice(0, 4)).toEqual(['1', '1', '1', 'upper']);
    writeFileSync(join(code.localDir, 'deep/b'), 'two');
    rmSync(join(code.localDir, 'gone'));
    rmSync(join(layers[1]!.localDir, 'shared'));
    await environment.reset();
    expect((await invoke(environment)).body).toEqual(['1', 'two', 'ENOENT', 'lower', first[4]]);
    await environment.stop();
  });

  it('downloads the program that starts functions where the image lacks it', async () => {
    const bare = open({ imageMapping: '{"nodejs20.x":"bare/nodejs20.x"}', instance: 'bare' });
    const { environment, log: said } = await bare.fixture.start(
      'nodejs20.x',
      'index.handler',
      {
        'index.js':
          'exports.handler = async () => [process.env.EMULATOR_RUNTIME_TOKEN ?? null, process.env.KUBERNETES_SERVICE_HOST ?? null, process.env.DOLLARS];',
      },
      { env: { DOLLARS: 'a$(HOME)$$b' } },
    );
    expect((await invoke(environment)).body, JSON.stringify(said)).toEqual([null, null, 'a$(HOME)$$b']);
    await environment.stop();
    const image = {
      packageType: 'Image',
      imageUri: 'bare/nodejs20.x',
      architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
    } as const;
    const own = { entryPoint: ['/bin/sh', '-c'], command: ['exec /var/runtime/bootstrap'], workingDirectory: '/opt' };
    const layers = [fixture.content({ 'index.js': 'exports.handler = async () => [process.cwd(), process.getuid()];' })];
    const { environment: ofImage } = await bare.fixture.start(
      '',
      'index.handler',
      {},
      { function: image, image: own, layers, env: { LAMBDA_TASK_ROOT: '/opt' } },
    );
    expect((await invoke(ofImage)).body).toEqual(['/opt', 993]);
    await ofImage.stop();
    await bare.runtime.dispose();
  });

  it('says why a Pod ended, and gives its caller the answer of the cloud', async () => {
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', {
      'index.js': 'exports.handler = async () => { console.log("begun"); for (;;); };',
    });
    const answered = invoke(environment);
    const pod = [...api.pods.keys()].at(-1);
    await untilPasses(() => expect(environment.state).toBe('busy'));
    kubelet.killForMemory(pod!);
    expect((await answered).body).toMatchObject({ errorMessage: expect.stringMatching(/Runtime exited with error: signal: killed$/) });
    await environment.stopped;
    expect(log.lines.at(-1)).toBe(
      `Function contract lost its Pod ${pod}: OOMKilled: it took more memory than its limit. More memory for the function helps.`,
    );
    const { environment: other } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': 'exports.handler = async () => 1;' });
    api.remove([...api.pods.keys()].at(-1)!);
    await other.stopped;
    expect(log.lines.at(-1)).toMatch(/lost its Pod fn-contract-\w+: it was deleted$/);
  });

  it('leaves no Pod and no process behind', async () => {
    await runtime.dispose();
    expect([...api.pods.keys()]).toEqual([]);
    await untilPasses(() => expect(kubelet.running).toBe(0));
  });

  afterAll(async () => {
    await runtime.dispose();
    await control.stop();
    server.closeAllConnections();
    server.close();
    await stop();
    rmSync(workDir, { recursive: true, force: true });
  });
});
