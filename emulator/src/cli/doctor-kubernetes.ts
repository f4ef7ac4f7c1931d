// The part of `emulator doctor` about a cluster for functions in Pods: permissions are asked for, and a Pod that calls the emulator is tried.

import type { Finding } from '#cli/finding';
import type { OptionValues } from '#config/options';
import { deniedVerbs } from '#containers/kubernetes/access-reviews';
import { advertisedUrl } from '#containers/kubernetes/advertised-url';
import { Cluster } from '#containers/kubernetes/cluster';
import { findCluster, type Machine } from '#containers/kubernetes/cluster-access';
import { podImages, podOptionsOf } from '#containers/kubernetes/kubernetes-options';
import { TRIAL_RUNTIME, type TrialOutcome, tryPod } from '#containers/kubernetes/trial-pod';

export interface Looked {
  /** Where the emulator is, seen from here. */
  readonly url: string;
  /** Whether it answers there. */
  readonly running: boolean;
  readonly options: OptionValues;
  readonly machine?: Machine | undefined;
}

/** A later check needs what the earlier ones found: the first that fails ends the list. */
export async function kubernetesFindings(looked: Looked): Promise<Finding[]> {
  const pods = podOptionsOf(looked.options);
  const findings: Finding[] = [];
  let about = 'cluster';
  let cluster: Cluster | undefined;
  try {
    cluster = new Cluster(await findCluster(pods.context, looked.machine), {
      ...{ namespace: pods.namespace, instance: undefined },
      onInterrupted: () => undefined,
    });
    const { server, because } = cluster.client.access;
    const denied = await deniedVerbs(cluster);
    findings.push({ about, state: 'good', text: `${server} (${because}), namespace ${cluster.namespace}` });
    findings.push(permissions(denied, cluster.namespace));
    about = 'address';
    const url = advertisedUrl({ origin: looked.url, listens: looked.options.GATEWAY_LISTEN, advertised: pods.advertisedUrl });
    findings.push({ about, state: 'good', text: `Pods are told to reach the emulator at ${url}` });
    if (denied.length > 0) return findings;
    about = 'pod';
    const {
      FUNCTION_RUNTIME_IMAGE_MAPPING,
      FUNCTION_CONTAINER_DNS: dns,
      FUNCTION_IGNORE_ARCHITECTURE: ignoreArchitecture,
    } = looked.options;
    const image = podImages(FUNCTION_RUNTIME_IMAGE_MAPPING, pods)(TRIAL_RUNTIME) ?? '';
    findings.push(trial(await tryPod(cluster, { image, url, pods, dns, ignoreArchitecture }), { image, url, running: looked.running }));
  } catch (error) {
    const { message, hint } = error as Error & { hint?: string };
    findings.push({ about, state: 'bad', text: message, ...(hint && { hint }) });
  } finally {
    await cluster?.close();
  }
  return findings;
}

function permissions(denied: readonly string[], namespace: string): Finding {
  const about = 'permissions';
  if (denied.length === 0) return { about, state: 'good', text: 'Pods may be made, watched, read and removed' };
  return {
    about,
    state: 'bad',
    text: `not allowed in the namespace ${namespace}: ${denied.join(', ')}`,
    hint: `kubectl apply -n ${namespace} -f integrations/kubernetes/manifests/role.yaml grants what functions need.`,
  };
}

function trial(outcome: TrialOutcome, { image, url, running }: { image: string; url: string; running: boolean }): Finding {
  const about = 'pod';
  if (outcome.ok)
    return { about, state: 'good', text: `a Pod of ${image} reached the emulator within ${(outcome.durationMs / 1000).toFixed(1)} s` };
  if (outcome.stage === 'start') return { about, state: 'bad', text: `a Pod of ${image} did not start: ${outcome.why}` };
  const text = `a Pod of ${image} does not reach the emulator at ${url}: ${outcome.why}`;
  if (!running) return { about, state: 'note', text, hint: 'No emulator answers here either: start it, and check again.' };
  return {
    about,
    state: 'bad',
    text,
    hint: 'Most often the address is one that only this machine knows: KUBERNETES_ADVERTISED_URL names one that Pods reach, and GATEWAY_LISTEN must listen there. A NetworkPolicy or a firewall may be in the way, too.',
  };
}
