// Messages about clusters, and about Pods of functions.

import { defineError } from '#lib/emulator-error';
import { defineMessage } from '#lib/message';

export const CLUSTER_NOT_CONFIGURED = defineError({
  code: 'CLUSTER_NOT_CONFIGURED',
  description:
    '`CONTAINER_RUNTIME=kubernetes`, and nothing names a cluster: no `KUBECONFIG`, no `~/.kube/config`, no service account of a Pod.',
  remedy: 'Check `kubectl config current-context`; `KUBECONFIG` names another file. In a Pod, leave `automountServiceAccountToken` on.',
});

export const KUBECONFIG_INVALID = defineError({
  code: 'KUBECONFIG_INVALID',
  description:
    'The kubeconfig cannot be read, lacks what its context names, or uses something that is not supported (`auth-provider`, `proxy-url`).',
  remedy: 'The message says what. `KUBERNETES_CONTEXT` chooses another context; a plug-in (`exec`) takes the place of an `auth-provider`.',
});

export const CLUSTER_NOT_REACHED = defineError({
  code: 'CLUSTER_NOT_REACHED',
  description: "The cluster's API server does not answer, or its certificate is not the expected one.",
  remedy: '`kubectl cluster-info` with the same context shows the same. Check the address, the network and the certificate authority.',
});

export const CLUSTER_CREDENTIALS_REFUSED = defineError({
  code: 'CLUSTER_CREDENTIALS_REFUSED',
  description: 'The cluster does not accept the credentials: a token has expired, or a certificate is unknown.',
  remedy: 'Sign in again (`kubectl auth whoami` must work); tokens in files and of plug-ins are read anew by themselves.',
});

export const CLUSTER_FORBIDS = defineError({
  code: 'CLUSTER_FORBIDS',
  description: 'The cluster does not allow something that functions in Pods need.',
  remedy: '`kubectl apply -f integrations/kubernetes/manifests/role.yaml` grants it; `kubectl auth can-i --list` shows what is allowed.',
});

export const CLUSTER_QUOTA_EXCEEDED = defineError({
  code: 'CLUSTER_QUOTA_EXCEEDED',
  description: "A quota of the namespace leaves no room for another function's Pod.",
  remedy:
    '`kubectl describe quota` shows it; `KUBERNETES_MEMORY_REQUEST` lowers what each Pod requests, `FUNCTION_MAX_ENVIRONMENTS` how many there are.',
});

export const NAMESPACE_MISSING = defineError({
  code: 'NAMESPACE_MISSING',
  description: 'The namespace for Pods of functions does not exist.',
  remedy: '`kubectl create namespace NAME`, or name another one in `KUBERNETES_NAMESPACE`.',
});

export const POD_REFUSED = defineError({
  code: 'POD_REFUSED',
  description:
    "The cluster refuses the Pod of a function: a field is invalid, or one of the cluster's rules (Pod Security, a webhook) is against it.",
  remedy: 'The message has the words of the cluster; fields come from `KUBERNETES_POD_TEMPLATE` where that sets them.',
});

export const POD_TEMPLATE_INVALID = defineError({
  code: 'POD_TEMPLATE_INVALID',
  description: '`KUBERNETES_POD_TEMPLATE`, or another option with parts of Pods, is not understood.',
  remedy: 'Write a JSON object with `metadata` and `spec` as in a Pod, or the path of a file that contains it.',
});

export const NO_POD_REACHES_EMULATOR = defineError({
  code: 'NO_POD_REACHES_EMULATOR',
  description: 'The gateway listens on loopback alone, which no Pod reaches.',
  remedy: '`GATEWAY_LISTEN=0.0.0.0:4566`, and `KUBERNETES_ADVERTISED_URL` with an address of this machine that Pods reach.',
});

export const PODS_SWEPT = defineMessage({
  code: 'PODS_SWEPT',
  level: 'info',
  description: 'Pods that this emulator left before a restart were removed.',
  text: ({ count }: { count: number }) => `Removed ${count} Pod${count === 1 ? '' : 's'} that this emulator left before it was restarted.`,
});

export const POD_NOT_REMOVED = defineMessage({
  code: 'POD_NOT_REMOVED',
  level: 'warn',
  description: 'The cluster did not remove the Pod of a function.',
  hint: 'Its program ends by itself, and the next start removes what is left where PERSISTENCE keeps the state.',
  text: ({ pod, problem }: { pod: string; problem: string }) => `The Pod ${pod} could not be removed: ${problem}`,
});

export const POD_LOST = defineMessage({
  code: 'POD_LOST',
  level: 'warn',
  description: 'The Pod of a function ended, or cannot be reached any more.',
  hint: 'The line has the reason that the cluster gives: more memory (`OOMKilled`), a node that is gone, an eviction.',
  text: ({ name, pod, why }: { name: string; pod: string; why: string }) => `Function ${name} lost its Pod ${pod}: ${why}`,
});

export const PODS_NOT_WATCHED = defineMessage({
  code: 'PODS_NOT_WATCHED',
  level: 'warn',
  description: 'The cluster does not tell what happens to Pods: ends are noticed by their silence, without a reason. It is asked again.',
  text: ({ problem }: { problem: string }) => `Pods are not watched at present: ${problem}`,
});
