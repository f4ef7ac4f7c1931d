// A Pod as functions get it, which calls the emulator once and ends: whether the cluster takes it, pulls its image, and leads it back here.

import type { EnvironmentSpec } from '#containers/container-runtime';
import type { Cluster } from './cluster.ts';
import type { KubernetesOptions } from './kubernetes-options.ts';
import { CONTAINER, podFor, podName } from './pod-spec.ts';
import type { PodState } from './pod-state.ts';
import { merged } from './pod-template.ts';
import { templateOf } from './template-of-options.ts';

export interface Trial extends Pick<KubernetesOptions, 'pods' | 'dns' | 'ignoreArchitecture'> {
  /** An official image of a runtime, or one like it: with `sh` and `curl`. */
  readonly image: string;
  /** The URL at which Pods reach the emulator. */
  readonly url: string;
}

/** `stage`: what did not come about. */
export type TrialOutcome =
  | { readonly ok: true; readonly durationMs: number }
  | { readonly ok: false; readonly stage: 'start' | 'call'; readonly why: string };

const CALL = 'exec curl --fail --silent --show-error --connect-timeout 5 --max-time 10 --output /dev/null';
/** The runtime whose image a trial takes. */
export const TRIAL_RUNTIME = 'nodejs22.x';

/** Removes the Pod in any case. @throws EmulatorError where the cluster refuses it */
export async function tryPod(cluster: Cluster, { image, url, pods, dns, ignoreArchitecture = false }: Trial): Promise<TrialOutcome> {
  const spec = specOf(cluster.instance);
  const asFunctions = podFor({
    ...{ spec, image, hasInit: false, initImage: pods.initImage, template: templateOf(pods), requestPercent: pods.requestPercent },
    ...{ dialOut: { url, runtimeId: spec.id, token: '' }, namespace: cluster.namespace, instance: cluster.instance },
    ...{ owner: 'doctor', dns, ignoreArchitecture },
  });
  const command = ['/bin/sh', '-c', `${CALL} "$EMULATOR_RUNTIME_ENDPOINT/_emulator/health"`];
  const pod = merged(asFunctions, { spec: { containers: [{ name: CONTAINER, command }] } });
  const trial = cluster.pod(podName(spec, cluster.instance));
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  const startedMs = performance.now();
  try {
    const state = await new Promise<PodState | undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), pods.readyWithinMs);
      const changed = (state: PodState): void => {
        pending = state.pending ?? '';
        if (state.failed !== undefined || state.ended) resolve(state);
      };
      cluster.start(pod, changed, undefined).catch(reject);
    });
    const limit = `It has not ended within ${pods.readyWithinMs / 1000} s (KUBERNETES_POD_TIMEOUT).`;
    if (!state) return { ok: false, stage: 'start', why: [limit, pending].filter(Boolean).join(' ') };
    if (!state.ended) return { ok: false, stage: 'start', why: state.failed ?? '' };
    const { code, why } = state.ended;
    if (code === 0) return { ok: true, durationMs: performance.now() - startedMs };
    if (code === undefined) return { ok: false, stage: 'start', why };
    return { ok: false, stage: 'call', why: (await trial.tail()) || why };
  } finally {
    clearTimeout(timer);
    await trial.remove().catch(() => undefined);
  }
}

const specOf = (instance: string): EnvironmentSpec => ({
  id: `doctor-${instance}`,
  function: { packageType: 'Zip', runtime: TRIAL_RUNTIME, architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64' },
  ...{ functionName: 'doctor', functionVersion: '$LATEST', accountId: '000000000000', handler: 'none' },
  code: { sha256: '', sizeBytes: 0, localDir: '' },
  ...{ layers: [], env: {}, timeoutMs: 10_000, memoryMb: 128, logFormat: 'Text', labels: {} },
  onLog: () => undefined,
});
