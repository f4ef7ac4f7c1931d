// `emulator doctor --kubernetes`: what a cluster lacks is told with the command that mends it, and nothing is left behind.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { kubernetesFindings } from '#cli/doctor-kubernetes';
import { readOptions } from '#config/options';
import { isMissing } from '../../../support/is-missing.ts';
import { ApiServerStandIn, type Json } from '../../../support/kubernetes/api-server.ts';
import { machineWith, startCluster } from '../../../support/kubernetes/cluster-fixture.ts';
import { whyNoKubelet } from '../../../support/kubernetes/kubelet.ts';

const gateway = createServer((request, response) => response.writeHead(request.url === '/_emulator/health' ? 200 : 404).end('{}'));
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => void gateway.close());

interface Asked {
  readonly api: ApiServerStandIn;
  readonly environment?: Readonly<Record<string, string>>;
  readonly running?: boolean;
}

const found = ({ api, environment = {}, running = true }: Asked) =>
  kubernetesFindings({
    ...{ url, running, machine: machineWith(api.kubeconfig()) },
    options: readOptions({ KUBERNETES_ADVERTISED_URL: url, KUBERNETES_POD_TIMEOUT: '1', ...environment }),
  });

async function opened(status?: Json): Promise<ApiServerStandIn> {
  const api = new ApiServerStandIn();
  await api.listen();
  onTestFinished(() => api.close());
  api.onPod = (pod, isGone) => void (isGone || !status || api.change(String((pod['metadata'] as Json)['name']), status));
  return api;
}

const ended = (exitCode: number): Json => ({
  phase: exitCode === 0 ? 'Succeeded' : 'Failed',
  containerStatuses: [{ name: 'function', image: 'i', state: { terminated: { exitCode, reason: 'Error' } } }],
});
const CLUSTER = {
  about: 'cluster',
  state: 'good',
  text: expect.stringMatching(/^http:\S+ \(the context here in .*\), namespace functions$/),
};
const PERMISSIONS = { about: 'permissions', state: 'good' };
const ADDRESS = { about: 'address', state: 'good' };

describe('a cluster that can run functions', () => {
  it('is told with all that was tried', async () => {
    const api = await opened(ended(0));
    const pods: Json[] = [];
    const { onPod } = api;
    api.onPod = (pod, isGone) => {
      if (!isGone) pods.push(pod);
      onPod(pod, isGone);
    };
    const text = expect.stringMatching(/^a Pod of public\.ecr\.aws\/lambda\/nodejs:22 reached the emulator within \d+\.\d s$/);
    expect(await found({ api })).toMatchObject([CLUSTER, PERMISSIONS, ADDRESS, { about: 'pod', state: 'good', text }]);
    expect(pods).toMatchObject([{ spec: { restartPolicy: 'Never', securityContext: { runAsNonRoot: true } } }]);
    expect(api.pods.size).toBe(0);
  });

  it.skipIf(isMissing('a Pod that calls the emulator', whyNoKubelet()))('runs a Pod that calls the emulator', async () => {
    const cluster = await startCluster(['provided.al2023']);
    onTestFinished(() => cluster.stop());
    const environment = {
      FUNCTION_RUNTIME_IMAGE_MAPPING: '{"nodejs22.x":"bare/provided.al2023"}',
      KUBERNETES_POD_TEMPLATE: '{"spec":{"hostNetwork":true}}',
      KUBERNETES_POD_TIMEOUT: '60',
    };
    expect(await found({ api: cluster.server, environment })).toMatchObject([
      CLUSTER,
      PERMISSIONS,
      ADDRESS,
      { about: 'pod', state: 'good' },
    ]);
    const nowhere = { ...environment, KUBERNETES_ADVERTISED_URL: 'http://127.0.0.1:1' };
    expect((await found({ api: cluster.server, environment: nowhere })).at(-1)).toMatchObject({
      ...{ about: 'pod', state: 'bad', text: expect.stringMatching(/does not reach the emulator at http:\/\/127\.0\.0\.1:1: curl: \(7\)/) },
      hint: expect.stringContaining('KUBERNETES_ADVERTISED_URL'),
    });
  });
});

describe('a cluster that cannot', () => {
  it('does not answer', async () => {
    const api = await opened();
    const machine = machineWith(api.kubeconfig());
    api.close();
    const text = expect.stringMatching(/no Kubernetes cluster answers at /);
    expect(await kubernetesFindings({ url, running: true, machine, options: readOptions({}) })).toMatchObject([
      { about: 'cluster', state: 'bad', text },
    ]);
  });

  it('does not accept the credentials', async () => {
    const api = await opened();
    const machine = machineWith(api.kubeconfig('functions', 'another'));
    const [finding] = await kubernetesFindings({ url, running: true, machine, options: readOptions({}) });
    expect(finding).toMatchObject({ about: 'cluster', state: 'bad', text: expect.stringContaining('does not accept the credentials') });
  });

  it('lacks verbs', async () => {
    const api = await opened();
    api.allows = ({ verb, resource }) => verb !== 'deletecollection' && resource !== 'pods/log';
    const lacks = { text: 'not allowed in the namespace functions: deletecollection pods, get pods/log', state: 'bad' };
    const hint = expect.stringContaining('kubectl apply -n functions -f integrations/kubernetes/manifests/role.yaml');
    expect(await found({ api })).toMatchObject([CLUSTER, { about: 'permissions', ...lacks, hint }, ADDRESS]);
    expect([...api.verbs]).toEqual(['create selfsubjectaccessreviews']);
  });

  it('cannot lead to a gateway that listens on loopback', async () => {
    const api = await opened();
    const environment = { KUBERNETES_ADVERTISED_URL: '' };
    const text = expect.stringContaining('GATEWAY_LISTEN=0.0.0.0:4566');
    expect((await found({ api, environment })).at(-1)).toMatchObject({ about: 'address', state: 'bad', text });
  });

  it('has no such namespace', async () => {
    const api = await opened();
    const environment = { KUBERNETES_NAMESPACE: 'elsewhere' };
    const text = expect.stringContaining('kubectl create namespace elsewhere');
    expect((await found({ api, environment })).at(-1)).toMatchObject({ about: 'pod', state: 'bad', text });
  });

  it.each<[string, Json | undefined, RegExp]>([
    [
      'does not get the image',
      { containerStatuses: [{ name: 'function', image: 'i', state: { waiting: { reason: 'ErrImagePull', message: 'denied' } } }] },
      /^a Pod of \S+ did not start: the image i could not be pulled \(ErrImagePull: denied\)/,
    ],
    [
      'has no room',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/2 nodes' }] },
      /did not start: It has not ended within 1 s \(KUBERNETES_POD_TIMEOUT\)\. No node takes it \(Unschedulable: 0\/2 nodes\)\.$/,
    ],
    ['evicts it', { phase: 'Failed', reason: 'Evicted', message: 'low on memory' }, /did not start: .*Evicted: low on memory/],
    ['leads nowhere', ended(28), /does not reach the emulator at http:\S+: curl: \(28\) Connection timed out$/],
  ])('%s', async (_, status, says) => {
    const api = await opened(status);
    api.logOf = (_pod, container) => (container === 'function' && status?.['phase'] === 'Failed' ? 'curl: (28) Connection timed out' : '');
    expect((await found({ api })).at(-1)).toMatchObject({ about: 'pod', state: 'bad', text: expect.stringMatching(says) });
    expect(api.pods.size).toBe(0);
  });

  it('is not judged by a Pod while no emulator runs', async () => {
    const api = await opened(ended(7));
    expect((await found({ api, running: false })).at(-1)).toMatchObject({
      about: 'pod',
      state: 'note',
      hint: expect.stringContaining('start it'),
    });
  });
});
