// A cluster for tests: the stand-in of an API server, and a kubelet that starts Pods as processes of this machine.

import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InitBinary } from '#containers/dialled-in/init-binary';
import type { Machine } from '#containers/kubernetes/cluster-access';
import type { PodOptions } from '#containers/kubernetes/kubernetes-options';
import { testImageRoots } from '../test-images.ts';
import { ApiServerStandIn, type Json } from './api-server.ts';
import { Kubelet, type KubeletParts } from './kubelet.ts';

export const POD_OPTIONS: PodOptions = {
  context: '',
  namespace: '',
  template: '{"spec":{"hostNetwork":true}}',
  labels: '',
  annotations: '',
  securityContext: '',
  advertisedUrl: '',
  requestPercent: 50,
  imagePrefix: '',
  initImage: 'test/provided.al2023',
  imagesWithInit: 'test/*',
  readyWithinMs: 30_000,
};

/** A machine that has nothing but this kubeconfig. */
export const machineWith = (kubeconfig: string): Machine => ({
  environment: { KUBECONFIG: '/kubeconfig' },
  home: '/nowhere',
  read: (path) => (path === '/kubeconfig' ? kubeconfig : undefined),
});

export interface LocalCluster {
  readonly server: ApiServerStandIn;
  readonly kubelet: Kubelet;
  /** Images of runtimes, as `FUNCTION_RUNTIME_IMAGE_MAPPING` takes them. */
  readonly mapping: string;
  readonly initPath: string;
  stop(): Promise<void>;
}

/** `report`: to another API server than the stand-in. Images `test/<runtime>` contain init, images `bare/<runtime>` are the same without it. */
export async function startCluster(runtimes: readonly string[], report?: KubeletParts['report']): Promise<LocalCluster> {
  const initPath = await new InitBinary({ progress: () => undefined }).for(process.arch === 'arm64' ? 'arm64' : 'x86_64');
  const made = await testImageRoots(runtimes);
  const roots = new Map<string, string>();
  for (const [runtime, root] of made) {
    chmodSync(root, 0o755);
    mkdirSync(join(root, 'var/rapid'), { recursive: true });
    copyFileSync(initPath, join(root, 'var/rapid/init'));
    roots.set(`test/${runtime}`, root).set(`bare/${runtime}`, root);
  }
  // The same programs.
  const runtimesOf = new Map([...made.keys()].map((runtime) => [runtime, runtime]));
  if (made.has('provided.al2023')) runtimesOf.set('provided.al2', 'provided.al2023');
  const server = new ApiServerStandIn();
  await server.listen();
  const kubelet = new Kubelet({ roots, report: report ?? ((pod, status) => server.change(pod, status)) });
  server.logOf = (pod, container) => kubelet.logOf(pod, container);
  server.onPod = (pod, isGone) => {
    const name = String((pod['metadata'] as Json)['name']);
    if (isGone) kubelet.remove(name);
    else kubelet.add(name, pod['spec'] as never);
  };
  return {
    ...{ server, kubelet, initPath },
    mapping: JSON.stringify(Object.fromEntries([...runtimesOf].map(([runtime, image]) => [runtime, `test/${image}`]))),
    stop: async () => {
      await kubelet.stop();
      server.close();
      for (const root of made.values()) rmSync(root, { recursive: true, force: true });
    },
  };
}
