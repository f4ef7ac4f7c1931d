import { expect, it } from 'vitest';
import type { EnvironmentSpec } from '#containers/container-runtime';
import { labelValue, type PodParts, podFor, podName } from './pod-spec.ts';
import { parsePodTemplate } from './pod-template.ts';

const content = { sha256: 'abc', sizeBytes: 1, localDir: '/code' };
const spec: EnvironmentSpec = {
  id: '000000000000-orders-1',
  function: { packageType: 'Zip', runtime: 'nodejs20.x', architecture: 'arm64' },
  functionName: 'Orders_place',
  functionVersion: '$LATEST',
  accountId: '000000000000',
  handler: 'index.handler',
  code: content,
  layers: [{ ...content, sha256: 'layer' }],
  env: { COST: '$(PRICE)' },
  timeoutMs: 3000,
  memoryMb: 1769,
  tmpMb: 512,
  logFormat: 'Text',
  labels: { account: '000000000000' },
  onLog: () => undefined,
};
const parts: PodParts = {
  spec,
  image: 'public.ecr.aws/lambda/nodejs:20',
  hasInit: false,
  initImage: 'curl',
  dialOut: { url: 'http://10.0.0.1:4566', runtimeId: spec.id, token: 'secret' },
  namespace: 'team',
  instance: 'i1',
  owner: 'host/7',
  ownPod: { name: 'emulator-0', uid: 'u-1' },
  requestPercent: 50,
  template: {},
  ignoreArchitecture: false,
};

it('a function from a zip is one container, without privilege, that downloads init', () => expect(podFor(parts)).toMatchSnapshot());

it('a function from an image gets init from a container before its own, unless the image contains it', () => {
  const image = { ...spec, function: { packageType: 'Image', imageUri: 'mine', architecture: 'x86_64' }, layers: [] } as const;
  const own = { ...parts, spec: image, image: 'mine', imageCommand: ['/entry', 'app.handler'] };
  expect(podFor(own)).toMatchSnapshot();
  const { spec: with_ } = podFor({ ...own, hasInit: true }) as { spec: { initContainers?: unknown; volumes: readonly { name: string }[] } };
  expect(with_.initContainers).toBeUndefined();
  expect(with_.volumes.map(({ name }) => name)).toEqual(['tmp']);
});

it('the template is merged over it, but not over what the Pod is found by', () => {
  const template = parsePodTemplate(
    JSON.stringify({
      metadata: { labels: { team: 'a', 'cloud-emulator.instance': 'other' } },
      spec: {
        nodeSelector: { 'kubernetes.io/arch': null, pool: 'big' },
        tolerations: [{ key: 'gpu' }],
        containers: [{ name: 'function', env: [{ name: 'COST', value: '1' }] }],
      },
    }),
    () => undefined,
  );
  const pod = podFor({ ...parts, template }) as {
    metadata: { labels: object };
    spec: { nodeSelector: object; containers: readonly { image: string; env: readonly object[] }[] };
  };
  expect(pod.metadata.labels).toMatchObject({ team: 'a', 'cloud-emulator.instance': 'i1' });
  expect(pod.spec.nodeSelector).toEqual({ 'kubernetes.io/os': 'linux', pool: 'big' });
  expect(pod.spec.containers).toHaveLength(1);
  expect(pod.spec.containers[0]).toMatchObject({ image: parts.image, env: expect.arrayContaining([{ name: 'COST', value: '1' }]) });
});

it('names and labels are as the cluster takes them', () => {
  expect(podName({ functionName: `${'Long'.repeat(30)}_`, id: 'x' }, 'i')).toMatch(/^fn-[a-z]{40}-[0-9a-f]{12}$/);
  expect(podName({ functionName: '___', id: 'x' }, 'i')).toMatch(/^fn-[0-9a-f]{12}$/);
  expect(podName(spec, 'i')).not.toBe(podName(spec, 'j'));
  expect(labelValue(`-${'a/'.repeat(60)}`)).toMatch(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/);
});
