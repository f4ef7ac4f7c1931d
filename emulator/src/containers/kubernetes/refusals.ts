// Answers of a cluster that are no success, as sentences for the person who runs the emulator. Statuses and reasons:
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/.

import { EmulatorError } from '#lib/emulator-error';
import {
  CLUSTER_CREDENTIALS_REFUSED,
  CLUSTER_FORBIDS,
  CLUSTER_NOT_REACHED,
  CLUSTER_QUOTA_EXCEEDED,
  NAMESPACE_MISSING,
  POD_REFUSED,
} from './messages.ts';

/** The API server refused a call. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterMs: number;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfterMs: number) {
    super(typeof body['message'] === 'string' && body['message'] !== '' ? body['message'] : `the API server answered ${status}`);
    this.status = status;
    this.reason = String(body['reason'] ?? '');
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no answer, or none to the end. */
export class NotReached extends Error {
  readonly server: string;

  constructor(server: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(message || code || 'no connection', { cause });
    this.server = server;
  }
}

const FORBIDDEN_VERB = /cannot (\w+) resource "([^"]+)"/;
const CERTIFICATE = /certificate|CERT_|self-signed/i;

interface RefusingCluster {
  readonly namespace: string;
  readonly because: string;
}

/** Other errors stay as they are. Pure. */
export function explained(error: unknown, { namespace, because }: RefusingCluster): Error {
  if (error instanceof NotReached) return notReached(error, because);
  if (!(error instanceof ApiRefusal)) return error as Error;
  const { status, message, reason } = error;
  const make = (definition: ConstructorParameters<typeof EmulatorError>[0], sentence: string) =>
    new EmulatorError(definition, sentence, { cause: error, hint: definition.remedy });
  if (status === 401)
    return make(
      CLUSTER_CREDENTIALS_REFUSED,
      `The cluster does not accept the credentials of ${because}: they have expired, or are unknown to it. Sign in again: kubectl auth whoami must work.`,
    );
  if (status === 403 && /exceeded quota|forbidden: (?:maximum|minimum) /.test(message))
    return make(
      CLUSTER_QUOTA_EXCEEDED,
      `A quota or limit of the namespace ${namespace} is in the way: ${message}. kubectl describe quota,limitrange -n ${namespace} shows it; KUBERNETES_MEMORY_REQUEST lowers what is requested.`,
    );
  if (status === 403 && /violates PodSecurity|admission webhook/.test(message))
    return make(POD_REFUSED, `The cluster's rules refuse Pods of functions: ${message}`);
  if (status === 403) {
    const [, verb = 'do this', resource = 'pods'] = FORBIDDEN_VERB.exec(message) ?? [];
    return make(
      CLUSTER_FORBIDS,
      `Not allowed to ${verb} ${resource} in the namespace ${namespace} (${because}). kubectl apply -n ${namespace} -f integrations/kubernetes/manifests/role.yaml grants what functions need. ${message}`,
    );
  }
  if (status === 404 && /namespaces? "/.test(message))
    return make(
      NAMESPACE_MISSING,
      `There is no namespace ${namespace} in the cluster: kubectl create namespace ${namespace}, or KUBERNETES_NAMESPACE names another one.`,
    );
  if (status === 422 || status === 400 || reason === 'Invalid') return make(POD_REFUSED, `The cluster refuses the Pod: ${message}`);
  return make(CLUSTER_NOT_REACHED, `The cluster answered ${status}: ${message}`);
}

function notReached(error: NotReached, because: string): EmulatorError {
  const isForeign = CERTIFICATE.test(`${error.message} ${(error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`);
  const what = isForeign
    ? `the certificate of the Kubernetes cluster at ${error.server} is not trusted`
    : `no Kubernetes cluster answers at ${error.server}`;
  return new EmulatorError(
    CLUSTER_NOT_REACHED,
    `The container runtime is not available: ${what} (${because}): ${error.message}. kubectl cluster-info shows the same.`,
    {
      cause: error,
      hint: CLUSTER_NOT_REACHED.remedy,
    },
  );
}
