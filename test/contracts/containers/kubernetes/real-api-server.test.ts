// The contract at a real API server, with the role that is shipped: its validation, its permissions, its watches. A kubelet of ours starts the Pods.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import { KubernetesRuntime } from '#containers/kubernetes/kubernetes-runtime';
import { isMissing } from '../../../support/is-missing.ts';
import { machineWith, POD_OPTIONS, startCluster } from '../../../support/kubernetes/cluster-fixture.ts';
import { whyNoKubelet } from '../../../support/kubernetes/kubelet.ts';
import { RealApiServer, whyNoApiServer } from '../../../support/kubernetes/real-api-server.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { untilPasses } from '../../../support/until-passes.ts';
import { createFixture, invoke } from '../contract-fixture.ts';
import { lifeCases } from '../contract-life.ts';

const why = whyNoKubelet() ?? whyNoApiServer();
const MANIFESTS = join(import.meta.dirname, '../../../../integrations/kubernetes/manifests');
const control = createControlChannel();
const gateway = createServer((request, response) => void control.answer(request, response));
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
const real = why === undefined ? new RealApiServer() : undefined;
await real?.start();
const cluster = real && (await startCluster(['nodejs20.x', 'provided.al2023'], (pod, status) => real.report('team', pod, status)));

describe.skipIf(isMissing('Pods at a real API server', why))('a real API server', () => {
  if (!real || !cluster) return it('is not here', () => undefined);
  const workDir = mkdtempSync(join(tmpdir(), 'contract-real-'));
  const log = messageLines();
  const { kubelet, mapping, initPath, stop } = cluster;
  const runtime = new KubernetesRuntime({
    ...{ control, origin: () => url, log, initPath, listens: '127.0.0.1:0', instance: 'contract', imageMapping: mapping },
    machine: machineWith(real.kubeconfig('team')),
    pods: { ...POD_OPTIONS, advertisedUrl: url },
  });
  const fixture = createFixture(runtime, join(workDir, 'code'), 'contract-real');

  beforeAll(async () => {
    await real.call('POST', '/api/v1/namespaces', { metadata: { name: 'team' } });
    real.serve('team', kubelet);
  });

  it('without the role, says which verb is missing; with it, needs nothing else', async () => {
    expect(await runtime.probe()).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^Not allowed to list pods in the namespace team/),
    });
    const documents = loadAll(readFileSync(join(MANIFESTS, 'role.yaml'), 'utf8')) as { kind: string; subjects?: object[] }[];
    for (const document of documents) {
      if (document.kind === 'ServiceAccount') continue;
      const body = document.subjects
        ? { ...document, subjects: [{ kind: 'User', name: 'emulator', apiGroup: 'rbac.authorization.k8s.io' }] }
        : document;
      const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/team/${document.kind.toLowerCase()}s`;
      expect((await real.call('POST', path, body)).status).toBe(201);
    }
    await untilPasses(async () => expect(await runtime.probe()).toMatchObject({ ok: true }));
  });

  lifeCases(fixture);

  it('takes every field of a Pod that it is given, and tells those that it does not', async () => {
    const { environment } = await fixture.start('nodejs20.x', 'index.handler', { 'index.js': 'exports.handler = async () => 1;' });
    expect((await invoke(environment)).body).toBe(1);
    await environment.stop();
    const wrong = new KubernetesRuntime({
      ...{ control, origin: () => url, log, initPath, listens: '127.0.0.1:0', instance: 'wrong', imageMapping: mapping },
      machine: machineWith(real.kubeconfig('team')),
      pods: { ...POD_OPTIONS, advertisedUrl: url, template: '{"spec":{"dnsPolicy":"Nonsense"}}' },
    });
    const other = createFixture(wrong, join(workDir, 'code'), 'contract-real');
    await expect(other.start('nodejs20.x', 'index.handler', { 'index.js': '' })).rejects.toThrow(
      /^The cluster refuses the Pod: .*spec\.dnsPolicy/,
    );
    await wrong.dispose();
  });

  it.each(['role', 'emulator', 'network-policy', 'ingress-example'])('takes the manifest %s', async (name) => {
    const paths = new Map([
      ...['ServiceAccount', 'PersistentVolumeClaim', 'Service'].map((kind) => [kind, '/api/v1'] as const),
      ...['Role', 'RoleBinding'].map((kind) => [kind, '/apis/rbac.authorization.k8s.io/v1'] as const),
      ...['NetworkPolicy', 'Ingress'].map((kind) => [kind, '/apis/networking.k8s.io/v1'] as const),
      ['Deployment', '/apis/apps/v1'] as const,
    ]);
    for (const document of loadAll(readFileSync(join(MANIFESTS, `${name}.yaml`), 'utf8')) as { kind: string; metadata: object }[]) {
      const { kind } = document;
      const plural = `${kind.toLowerCase().replace(/y$/, 'ie').replace(/ss$/, 'sse')}s`;
      const renamed = { ...document, metadata: { ...document.metadata, name: 'tried' } };
      const answer = await real.call('POST', `${paths.get(kind)}/namespaces/team/${plural}?dryRun=All`, renamed);
      expect([kind, answer.status, answer.body['message']]).toEqual([kind, 201, undefined]);
    }
  });

  it('a quota is told', async () => {
    await real.call('POST', '/api/v1/namespaces/team/resourcequotas', { metadata: { name: 'none' }, spec: { hard: { pods: '0' } } });
    // A controller that is not here would count it.
    const status = { status: { hard: { pods: '0' }, used: { pods: '0' } } };
    await real.call('PATCH', '/api/v1/namespaces/team/resourcequotas/none/status', status, 'application/merge-patch+json');
    await untilPasses(async () => {
      await expect(fixture.start('nodejs20.x', 'index.handler', { 'index.js': '' })).rejects.toThrow(
        /A quota or limit of the namespace team is in the way/,
      );
    });
    await real.call('DELETE', '/api/v1/namespaces/team/resourcequotas/none');
  });

  it('leaves no Pod and no process behind', async () => {
    await runtime.dispose();
    const { body } = await real.call('GET', '/api/v1/namespaces/team/pods');
    expect(body['items']).toEqual([]);
    await untilPasses(() => expect(kubelet.running).toBe(0));
  });

  afterAll(async () => {
    await runtime.dispose();
    await stop();
    real.stop();
    rmSync(workDir, { recursive: true, force: true });
  });
});

afterAll(async () => {
  await control.stop();
  gateway.closeAllConnections();
  gateway.close();
});
