// Reads the status of a Pod: it will never start, it has ended, or there is a reason why it has not started yet. Pure.
// https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/

import { inside } from './cluster-client.ts';
import { CONTAINER } from './pod-spec.ts';

export interface PodEnd {
  /** A sentence. */
  readonly why: string;
  /** Exit status of the function's container, where it has one. */
  readonly code?: number | undefined;
}

/** `failed`: it will not start. `pending`: why it has not started so far. */
export interface PodState {
  readonly failed?: string | undefined;
  readonly ended?: PodEnd | undefined;
  readonly pending?: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const IMAGE_PROBLEMS = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ErrImageInspect',
  'RegistryUnavailable',
]);
const CONTAINER_PROBLEMS = new Set([
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'PreCreateHookError',
  'PostStartHookError',
]);
/** Says nothing that helps. */
const TRUNCATED = 'rpc error: code = Unknown desc = ';

const listOf = (members: Members, name: string): readonly Members[] => (Array.isArray(members[name]) ? (members[name] as Members[]) : []);
const textOf = (members: Members, name: string): string =>
  typeof members[name] === 'string' ? (members[name] as string).replaceAll(TRUNCATED, '') : '';
const because = (reason: string, message: string): string => [reason, message].filter(Boolean).join(': ');

export function podState(pod: Members): PodState {
  const [status, metadata] = [inside(pod, 'status'), inside(pod, 'metadata')];
  const containers = [...listOf(status, 'initContainerStatuses'), ...listOf(status, 'containerStatuses')];
  const terminated = inside(
    inside(
      containers.find(({ name }) => name === CONTAINER),
      'state',
    ),
    'terminated',
  );
  if (typeof terminated['exitCode'] === 'number') return { ended: endOf(terminated) };
  const phase = textOf(status, 'phase');
  // Evicted, preempted, or its node shuts down: no container need have ended.
  if (phase === 'Failed' || phase === 'Succeeded')
    return { ended: { why: initFailure(status) ?? because(textOf(status, 'reason') || 'it ended', textOf(status, 'message')) } };
  if (metadata['deletionTimestamp'] !== undefined) return { ended: { why: because('it was deleted', textOf(status, 'reason')) } };
  const waiting = containers
    .map((container) => ({ image: textOf(container, 'image'), ...waitingOf(container) }))
    .find(({ reason }) => IMAGE_PROBLEMS.has(reason) || CONTAINER_PROBLEMS.has(reason));
  if (waiting) {
    const said = because(waiting.reason, waiting.message);
    return {
      failed: IMAGE_PROBLEMS.has(waiting.reason)
        ? `the image ${waiting.image} could not be pulled (${said}). Check its name, and imagePullSecrets in KUBERNETES_POD_TEMPLATE.`
        : `its container could not be made (${said}).`,
    };
  }
  const lost = listOf(status, 'conditions').find(({ type, status: is }) => type === 'DisruptionTarget' && is === 'True');
  if (lost) return { ended: { why: because(textOf(lost, 'reason'), textOf(lost, 'message')) } };
  return { pending: pendingOf(status) };
}

function endOf(terminated: Members): PodEnd {
  const code = terminated['exitCode'] as number;
  const reason = textOf(terminated, 'reason');
  const message = textOf(terminated, 'message');
  const why =
    reason === 'OOMKilled'
      ? 'OOMKilled: it took more memory than its limit. More memory for the function helps.'
      : because(`${reason || 'it ended'} (exit status ${code})`, message);
  return { why, code };
}

/** The container that downloads init has failed. */
function initFailure(status: Members): string | undefined {
  for (const container of listOf(status, 'initContainerStatuses')) {
    const terminated = inside(inside(container, 'state'), 'terminated');
    if (typeof terminated['exitCode'] === 'number' && terminated['exitCode'] !== 0)
      return `its init container ${textOf(container, 'name')} ended with status ${terminated['exitCode']}`;
  }
  return undefined;
}

const waitingOf = (container: Members) => {
  const waiting = inside(inside(container, 'state'), 'waiting');
  return { reason: textOf(waiting, 'reason'), message: textOf(waiting, 'message') };
};

function pendingOf(status: Members): string | undefined {
  const scheduled = listOf(status, 'conditions').find(({ type }) => type === 'PodScheduled');
  if (scheduled?.['status'] === 'False') return `No node takes it (${because(textOf(scheduled, 'reason'), textOf(scheduled, 'message'))}).`;
  if (textOf(status, 'phase') === 'Pending')
    return scheduled ? 'Its containers are being made, or its image is being pulled.' : 'No scheduler has looked at it so far.';
  return undefined;
}
