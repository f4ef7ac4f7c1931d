// Everything that a cluster can have against Pods is a sentence with what to do, within its own time, and leaves nothing behind.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createControlChannel } from '#containers/control-channel';
import type { KubernetesOptions, PodOptions } from '#containers/kubernetes/kubernetes-options';
import { KubernetesRuntime } from '#containers/kubernetes/kubernetes-runtime';
import { CHANNEL_BASE } from '#runtime-init/channel-wire';
import { ApiServerStandIn, type Json, type Refusal } from '../../../support/kubernetes/api-server.ts';
import { machineWith, POD_OPTIONS } from '../../../support/kubernetes/cluster-fixture.ts';
import { messageLines } from '../../../support/message-lines.ts';
import { untilPasses } from '../../../support/until-passes.ts';
import { createFixture } from '../contract-fixture.ts';

const workDir = mkdtempSync(join(tmpdir(), 'refusals-kubernetes-'));
const control = createControlChannel();
const gateway = createServer((request, response) => void control.answer(request, response));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await control.stop();
  gateway.closeAllConnections();
  gateway.close();
  rmSync(workDir, { recursive: true, force: true });
});

async function opened(pods: Partial<PodOptions> = {}, more: Partial<KubernetesOptions> = {}) {
  const api = new ApiServerStandIn();
  await api.listen();
  const log = messageLines();
  const runtime = new KubernetesRuntime({
    ...{ control, origin: () => url, log, initPath: '/bin/true', listens: '127.0.0.1:0', instance: 'mine' },
    machine: machineWith(api.kubeconfig()),
    pods: { ...POD_OPTIONS, advertisedUrl: url, readyWithinMs: 400, ...pods },
    ...more,
  });
  onTestFinished(async () => {
    await runtime.dispose();
    api.close();
  });
  const fixture = createFixture(runtime, join(workDir, 'code'), 'x');
  const start = (signal?: AbortSignal) => fixture.start('nodejs20.x', 'index.handler', { 'index.js': '' }, {}, { signal });
  return { api, runtime, log, start };
}

/** Dials in for a Pod, as its init does. */
async function dialIn(pod: Json): Promise<Response> {
  const [{ env }] = (pod['spec'] as { containers: [{ env: { name: string; value: string }[] }] }).containers;
  const of = (name: string) => env.find((each) => each.name === name)?.value ?? '';
  return fetch(`${url}${CHANNEL_BASE}/${of('EMULATOR_RUNTIME_ID')}/status/ready`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${of('EMULATOR_RUNTIME_TOKEN')}`, 'Emulator-Instance': 'one' },
    body: '{"isFiltered":true}',
  });
}

const zip = { packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'x86_64' } as const;
const forbidden = (message: string): Refusal => ({ status: 403, reason: 'Forbidden', message });

describe('a refused Pod', () => {
  it.each<[string, Refusal, RegExp]>([
    [
      'no verb',
      forbidden('pods is forbidden: User "u" cannot create resource "pods" in API group "" in the namespace "functions"'),
      /^Not allowed to create pods in the namespace functions .*kubectl apply -n functions -f integrations\/kubernetes\/manifests\/role\.yaml/,
    ],
    [
      'a quota',
      forbidden('pods "x" is forbidden: exceeded quota: q, requested: pods=1, used: pods=5, limited: pods=5'),
      /^A quota or limit of the namespace functions is in the way: .*kubectl describe quota/,
    ],
    [
      'Pod Security',
      forbidden('pods "x" is forbidden: violates PodSecurity "restricted:latest": hostNetwork'),
      /^The cluster's rules refuse Pods of functions: .*hostNetwork/,
    ],
    [
      'no namespace',
      { status: 404, reason: 'NotFound', message: 'namespaces "functions" not found' },
      /^There is no namespace functions in the cluster: kubectl create namespace functions/,
    ],
    [
      'an invalid field',
      { status: 422, reason: 'Invalid', message: 'Pod "x" is invalid: spec.priority: Forbidden' },
      /^The cluster refuses the Pod: .*spec\.priority/,
    ],
  ])('%s', async (_, refusal, says) => {
    const { api, start } = await opened();
    api.refuse = ({ verb }) => (verb === 'create' ? refusal : undefined);
    await expect(start()).rejects.toThrow(says);
    expect(api.pods.size).toBe(0);
  });

  it('is asked for again where the cluster is busy, or another creation changed the quota', async () => {
    const { api, start } = await opened();
    const refusals: Refusal[] = [
      { status: 429, reason: 'TooManyRequests', message: 'slow down', headers: { 'Retry-After': '0' } },
      { status: 409, reason: 'Conflict', message: 'Operation cannot be fulfilled on resourcequotas "q"' },
    ];
    api.refuse = ({ verb }) => (verb === 'create' ? refusals.shift() : undefined);
    api.onPod = (pod, isGone) => void (isGone || dialIn(pod));
    const { environment } = await start();
    expect(environment.state).toBe('parked');
    expect(refusals).toEqual([]);
  });
});

describe('a function that cannot run says', () => {
  it('that the credentials have expired', async () => {
    const { api, runtime } = await opened();
    api.token = 'another';
    expect(await runtime.supports(zip)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^The cluster does not accept the credentials of the context here in \/kubeconfig/),
    });
    api.token = 'token';
    expect(await runtime.supports(zip)).toMatchObject({ ok: true });
  });

  it('that no cluster answers', async () => {
    const { api, runtime } = await opened();
    api.close();
    expect(await runtime.supports(zip)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/no Kubernetes cluster answers at http:\/\/127\.0\.0\.1:\d+ .*ECONNREFUSED/),
    });
  });

  it('that no Pod reaches the gateway', async () => {
    const { runtime } = await opened({ advertisedUrl: '' });
    expect(await runtime.supports(zip)).toMatchObject({ ok: false, reason: expect.stringContaining('GATEWAY_LISTEN=0.0.0.0:4566') });
  });

  it('that its image is not known', async () => {
    const { runtime } = await opened();
    expect(await runtime.supports({ ...zip, runtime: 'nonsense' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('FUNCTION_RUNTIME_IMAGE_MAPPING'),
    });
  });
});

describe('a Pod that never starts', () => {
  const container = (state: object) => ({ containerStatuses: [{ name: 'function', image: 'i', state }] });
  it.each<[string, Json, RegExp]>([
    [
      'has no node',
      {
        conditions: [
          { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/2 nodes are available: 2 Insufficient memory.' },
        ],
      },
      /did not reach the emulator at http:\S+ within 0\.4 s\. No node takes it \(Unschedulable: 0\/2 nodes are available: 2 Insufficient memory\.\)\.$/,
    ],
    [
      'has no image',
      container({ waiting: { reason: 'ErrImagePull', message: 'manifest unknown' } }),
      /the image i could not be pulled \(ErrImagePull: manifest unknown\)\. Check its name, and imagePullSecrets/,
    ],
    [
      'ends',
      { phase: 'Failed', ...container({ terminated: { exitCode: 7, reason: 'Error' } }) },
      /it ended before it was ready: Error \(exit status 7\)\. It said: curl: \(7\) Failed to connect$/,
    ],
    [
      'is evicted',
      { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' },
      /Evicted: The node was low on resource: memory\./,
    ],
    ['reaches nothing', { phase: 'Running', ...container({ running: {} }) }, /within 0\.4 s\. It said: curl: \(7\) Failed to connect$/],
  ])('because it %s', async (_, status, says) => {
    const { api, start } = await opened();
    api.logOf = (_pod, name) => (name === 'function' ? 'curl: (7) Failed to connect' : '');
    api.onPod = (pod, isGone) => void (isGone || api.change(String((pod['metadata'] as Json)['name']), status));
    await expect(start()).rejects.toThrow(says);
    await untilPasses(() => expect(api.pods.size).toBe(0));
  });

  it('because it is no longer wanted', async () => {
    const { api, start } = await opened({ readyWithinMs: 600_000 });
    const wish = new AbortController();
    api.onPod = () => wish.abort(new Error('no longer wanted'));
    await expect(start(wish.signal)).rejects.toThrow('no longer wanted');
    await untilPasses(() => expect(api.pods.size).toBe(0));
  });
});

it('removes its own Pods of before a restart, and never those of others', async () => {
  const { api, runtime, log } = await opened();
  const post = (name: string, instance: string) =>
    fetch(`${api.url}/api/v1/namespaces/functions/pods`, {
      method: 'POST',
      headers: { Authorization: 'Bearer token' },
      body: JSON.stringify({ metadata: { name, labels: { 'cloud-emulator.instance': instance } } }),
    });
  await Promise.all([post('a', 'mine'), post('b', 'mine'), post('c', 'other'), post('d', '')]);
  expect(await runtime.probe()).toMatchObject({ ok: true, detail: expect.stringContaining('Pods in the namespace functions') });
  expect([...api.pods.keys()].sort()).toEqual(['c', 'd']);
  expect(log.lines).toEqual(['Removed 2 Pods that this emulator left before it was restarted.']);
});

it('goes on watching after the cluster has dropped the stream, or forgotten the place', async () => {
  const { api, start } = await opened({ readyWithinMs: 600_000 });
  const names: string[] = [];
  api.onPod = (pod, isGone) => {
    if (isGone) return;
    names.push(String((pod['metadata'] as Json)['name']));
    void dialIn(pod);
  };
  for (const forgets of [false, true]) {
    const { environment } = await start();
    api.breakWatches(forgets);
    api.change(names.at(-1)!, {
      containerStatuses: [{ name: 'function', image: 'i', state: { terminated: { exitCode: 1, reason: 'Error' } } }],
    });
    await environment.stopped;
  }
});

it('asks for nothing else than what the shipped role allows', async () => {
  const { api, start } = await opened();
  api.onPod = (pod, isGone) => void (isGone || dialIn(pod));
  const { environment } = await start();
  await environment.stop();
  expect([...api.verbs].sort()).toEqual(['create pods', 'delete pods', 'list pods', 'watch pods']);
});
