// Converts the specification of an environment to a Pod: bare, never restarted, without privilege (Pod Security "restricted"). Pure.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/

import { createHash } from 'node:crypto';
import type { EnvironmentSpec } from '#containers/container-runtime';
import { type DialOut, initVariables } from '#containers/dialled-in/init-settings';
import { CHANNEL_BASE } from '#runtime-init/channel-wire';
import { type Json, merged } from './pod-template.ts';

export interface PodParts {
  readonly spec: EnvironmentSpec;
  readonly image: string;
  /** ENTRYPOINT and CMD of a function's own image. */
  readonly imageCommand?: readonly string[] | undefined;
  readonly imageDirectory?: string | undefined;
  /** Whether the image contains /var/rapid/init. Otherwise it is downloaded over the control channel. */
  readonly hasInit: boolean;
  /** Image with `sh` and `curl` that downloads init beside a function's own image. */
  readonly initImage: string;
  readonly dialOut: DialOut;
  readonly namespace: string;
  readonly instance: string;
  /** `<host>/<process id>` */
  readonly owner: string;
  /** The Pod in which the emulator itself runs: with it, the cluster removes those of its functions. */
  readonly ownPod?: { readonly name: string; readonly uid: string } | undefined;
  /** Per cent of the memory and the processor share that are requested from the cluster's scheduler. */
  readonly requestPercent: number;
  readonly template: Json;
  readonly dns?: string | undefined;
  readonly freezes?: boolean | undefined;
  readonly user?: string | undefined;
  readonly initLogLevel?: string | undefined;
  readonly ignoreArchitecture: boolean;
}

export const POD_LABELS = {
  instance: 'cloud-emulator.instance',
  environment: 'cloud-emulator.environment',
  function: 'cloud-emulator.function',
} as const;

/** The container of the function. */
export const CONTAINER = 'function';
export const INIT_CONTAINER = 'init';
/** The name of the init program on the control channel. */
export const INIT_ARCHIVE = 'init';

/** Memory in addition to the function's own and its /tmp: for init and for the kernel's accounting. */
const MEMORY_BESIDES_MB = 160;
/** Memory of a function that has one processor. */
const MB_PER_PROCESSOR = 1769;
/** The user of functions, as in the cloud. */
const USER = { uid: 993, gid: 990 };
const MAX_LABEL_LENGTH = 63;
const RAPID = '/var/rapid';
const ENDS_WITHIN_S = 3;

/** Downloads init; where that fails, its output says why. */
const DOWNLOAD = [
  'set -e',
  `curl --fail --silent --show-error --connect-timeout 5 --retry 3 --retry-connrefused --header "Authorization: Bearer $EMULATOR_RUNTIME_TOKEN" --output ${RAPID}/init "$EMULATOR_RUNTIME_ENDPOINT${CHANNEL_BASE}/$EMULATOR_RUNTIME_ID/code/${INIT_ARCHIVE}"`,
  `chmod 755 ${RAPID}/init`,
];

/** Distinct for each environment, and at most 63 characters, as it becomes the Pod's host name. */
export function podName({ functionName, id }: Pick<EnvironmentSpec, 'functionName' | 'id'>, instance: string): string {
  const readable = functionName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(`${instance} ${id}`).digest('hex').slice(0, 12);
  return `fn-${readable === '' ? '' : `${readable}-`}${hash}`;
}

/** The text as the value of a label. */
export const labelValue = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, MAX_LABEL_LENGTH)
    .replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');

/** The cluster would put other variables in place of $(NAME). */
const escaped = (value: string): string => value.replaceAll('$', '$$$$');

export function podFor(parts: PodParts): Json {
  const { spec, template, instance } = parts;
  const isZip = spec.function.packageType === 'Zip';
  const withoutInit = merged({ metadata: metadata(parts), spec: podSpec(parts, isZip) }, template);
  const metadataOfAll = withoutInit['metadata'] as Json;
  // The labels by which Pods are found again are set last.
  const labels = { ...(metadataOfAll['labels'] as Json), [POD_LABELS.instance]: instance, [POD_LABELS.environment]: labelValue(spec.id) };
  return { apiVersion: 'v1', kind: 'Pod', ...withoutInit, metadata: { ...metadataOfAll, labels } };
}

function metadata({ spec, namespace, instance, owner, ownPod }: PodParts): Json {
  return {
    name: podName(spec, instance),
    namespace,
    labels: {
      'app.kubernetes.io/managed-by': 'cloud-emulator',
      'app.kubernetes.io/component': 'function',
      [POD_LABELS.function]: labelValue(spec.functionName),
      ...Object.fromEntries(Object.entries(spec.labels).map(([name, value]) => [`cloud-emulator.${name}`, labelValue(value)])),
    },
    annotations: { 'cloud-emulator.owner': owner },
    ...(ownPod && { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: ownPod.name, uid: ownPod.uid }] }),
  };
}

function podSpec(parts: PodParts, isZip: boolean): Json {
  const { spec, ignoreArchitecture, dns } = parts;
  const asRoot = parts.user === 'root';
  const servers = dns?.split(/[\s,]+/).filter(Boolean) ?? [];
  const byOwnContainer = !parts.hasInit && !isZip;
  return {
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: ENDS_WITHIN_S,
    // Variables with the addresses of all services would be among those of the function.
    enableServiceLinks: false,
    automountServiceAccountToken: false,
    securityContext: {
      ...(asRoot ? { runAsUser: 0 } : { runAsNonRoot: true, runAsUser: USER.uid, runAsGroup: USER.gid, fsGroup: USER.gid }),
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(ignoreArchitecture
      ? {}
      : {
          nodeSelector: { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': spec.function.architecture === 'arm64' ? 'arm64' : 'amd64' },
        }),
    ...(servers.length > 0 && { dnsPolicy: 'None', dnsConfig: { nameservers: servers } }),
    // The names by which telemetry reaches extensions.
    hostAliases: [{ ip: '127.0.0.1', hostnames: ['sandbox.localdomain', 'sandbox'] }],
    ...(byOwnContainer && { initContainers: [initContainer(parts)] }),
    containers: [functionContainer(parts, isZip)],
    volumes: volumes(parts, isZip).map(({ name, emptyDir }) => ({ name, emptyDir })),
  };
}

const unprivileged = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

function initContainer({ initImage, spec, template, ...parts }: PodParts): Json {
  return {
    name: INIT_CONTAINER,
    image: initImage,
    imagePullPolicy: 'IfNotPresent',
    command: ['/bin/sh', '-c', DOWNLOAD.join('\n')],
    env: variables(ownVariables({ spec, template, initImage, ...parts })).filter(({ name }) => /^EMULATOR_RUNTIME_(?!API)/.test(name)),
    securityContext: unprivileged,
    resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: `${MEMORY_BESIDES_MB}Mi` } },
    volumeMounts: [{ name: 'rapid', mountPath: RAPID }],
  };
}

function functionContainer(parts: PodParts, isZip: boolean): Json {
  const { spec, image, hasInit } = parts;
  const downloads = !hasInit && isZip;
  return {
    name: CONTAINER,
    image,
    imagePullPolicy: 'IfNotPresent',
    command: downloads ? ['/bin/sh', '-c', [...DOWNLOAD, `exec ${RAPID}/init`].join('\n')] : [`${RAPID}/init`],
    ...(isZip ? { workingDir: '/var/task' } : parts.imageDirectory ? { workingDir: parts.imageDirectory } : {}),
    env: variables({ ...spec.env, ...ownVariables(parts) }),
    securityContext: unprivileged,
    resources: resources(parts),
    volumeMounts: volumes(parts, isZip).map(({ name, mountPath }) => ({ name, mountPath })),
  };
}

const variables = (given: Readonly<Record<string, string | undefined>>) =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: escaped(value) }]));

const ownVariables = (parts: PodParts): Readonly<Record<string, string | undefined>> =>
  initVariables({
    ...parts,
    // Init starts in the working directory of the image.
    ...(parts.imageCommand && { imageDirectory: parts.imageDirectory || '.' }),
    fetches: true,
    filters: true,
    sharesPorts: (parts.template['spec'] as Json | undefined)?.['hostNetwork'] === true,
  });

function resources({ spec, requestPercent }: PodParts): Json {
  const memoryMb = spec.memoryMb + (spec.tmpMb ?? 0) + MEMORY_BESIDES_MB;
  const share = Math.min(100, requestPercent) / 100;
  return {
    limits: { memory: `${memoryMb}Mi` },
    requests: {
      memory: `${Math.max(1, Math.round(memoryMb * share))}Mi`,
      // Relative to its neighbours, by memory as in the cloud; alone it may use the node.
      cpu: `${Math.max(1, Math.round((spec.memoryMb / MB_PER_PROCESSOR) * 1000 * share))}m`,
    },
  };
}

/** Empty folders that the function finds; the root file system itself is read-only, as in the cloud. */
function volumes({ spec, hasInit }: PodParts, isZip: boolean) {
  const disk = (name: string, mountPath: string) => ({ name, mountPath, emptyDir: {} });
  return [
    { name: 'tmp', mountPath: '/tmp', emptyDir: { medium: 'Memory', ...(spec.tmpMb !== undefined && { sizeLimit: `${spec.tmpMb}Mi` }) } },
    ...(isZip ? [disk('task', '/var/task')] : []),
    ...(spec.layers.length > 0 ? [disk('opt', '/opt')] : []),
    ...(hasInit ? [] : [disk('rapid', RAPID)]),
  ];
}
