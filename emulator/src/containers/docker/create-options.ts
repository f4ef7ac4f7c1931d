// Converts the specification of an environment to the engine's create request. Pure.

import { join } from 'node:path';
import type { ContainerCreateOptions, EndpointSettings, HostConfig } from 'dockerode';
import type { EnvironmentSpec } from '#containers/container-runtime';
import { platformOf } from '#containers/dialled-in/image-names';
import { type DialOut, initVariables } from '#containers/dialled-in/init-settings';
import type { UserMounts } from '#containers/linked-mounts';
import { type DockerFlags, opensSystemCalls } from './flags.ts';

/** How code, layers and init get into the container. */
export type Delivery = 'mount' | 'copy' | 'fetch';

export interface ContainerParts {
  readonly spec: EnvironmentSpec;
  readonly image: string;
  /** ENTRYPOINT and CMD of a function's own image. */
  readonly imageCommand?: readonly string[] | undefined;
  readonly imageDirectory?: string | undefined;
  readonly dialOut: DialOut;
  /** `image`: they are in the image. */
  readonly delivery: Delivery | 'image';
  readonly initPath: string;
  /** The volume with init, where the engine does not see our files. */
  readonly initVolume?: string | undefined;
  /** The merged layers; undefined without layers. */
  readonly optDir?: string | undefined;
  /** Mounts for the user's folders: targets of their links, and paths that appear empty. */
  readonly mounted?: UserMounts | undefined;
  /** An empty folder. */
  readonly nothing?: string | undefined;
  readonly flags: DockerFlags;
  readonly networks: readonly string[];
  /** The address of `host.docker.internal` in the container; by default the engine decides. */
  readonly hostAddress?: string | undefined;
  readonly dns?: string | undefined;
  /** Inside the container, the cloud's names lead to the emulator, except names that match `leave`. */
  readonly names?: { readonly leave: string } | undefined;
  /** Freeze the function between invocations. */
  readonly freezes?: boolean | undefined;
  readonly user?: string | undefined;
  readonly initLogLevel?: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly removed: boolean;
  readonly ignoreArchitecture: boolean;
}

/** Memory in addition to the function's own and its /tmp: for init and for the kernel's accounting. */
const MEMORY_BESIDES_MB = 160;
const MAX_NAME_LENGTH = 120;
/** Limit: processes and threads in a container, as in the cloud; init has some of them. */
const MAX_PROCESSES = 1024;
/** Limit: open files of each process in a container, as in the cloud. The kernel's memory for them, such as queues of sockets, is not always counted. */
const MAX_OPEN_FILES = 1024;
/** Limit: files in /tmp for each of its megabytes, in a container. */
const MAX_FILES_PER_MB = 128;
/** Capabilities that the engine grants by default and only administrators need: init changes users, and functions have none at all. */
const DROPPED_CAPABILITIES = ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SYS_CHROOT'];

export const containerName = ({ functionName, id }: EnvironmentSpec): string =>
  `cloud-emulator-${functionName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${id}`.slice(0, MAX_NAME_LENGTH);

export function createOptions(parts: ContainerParts): ContainerCreateOptions {
  const { spec, image, flags, labels } = parts;
  const zip = spec.function.packageType === 'Zip';
  return {
    name: containerName(spec),
    Image: image,
    ...platformFor(parts),
    Entrypoint: ['/var/rapid/init'],
    Cmd: [],
    User: '0:0',
    WorkingDir: zip ? '/var/task' : (parts.imageDirectory ?? '/'),
    AttachStdout: false,
    AttachStderr: false,
    ...flags.create,
    Env: variables(parts),
    Labels: { ...flags.labels, ...labels },
    HostConfig: hostConfig(parts),
    ...networking(parts),
  };
}

/** The platform of its image, unless any is taken. */
export const platformFor = ({ spec, flags, ignoreArchitecture }: ContainerParts): Pick<ContainerCreateOptions, 'platform'> =>
  ignoreArchitecture ? {} : { platform: flags.platform ?? platformOf(spec.function.architecture) };

function variables({ spec, flags, delivery, ...parts }: ContainerParts): string[] {
  const own = initVariables({
    ...parts,
    spec,
    fetches: delivery === 'fetch',
    filters: !opensSystemCalls(flags),
    sharesPorts: networkMode(parts.networks, flags) === 'host',
  });
  const given = Object.entries({ ...flags.env, ...spec.env, ...own });
  return given.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}

/** Aliases and addresses from the flags. */
function networking({ flags, networks }: ContainerParts): Pick<ContainerCreateOptions, 'NetworkingConfig'> {
  const network = networkMode(networks, flags) ?? 'bridge';
  if (Object.keys(flags.endpoint).length === 0) return {};
  return { NetworkingConfig: { EndpointsConfig: { [network]: flags.endpoint as EndpointSettings } } };
}

const networkMode = (networks: readonly string[], flags: DockerFlags): string | undefined => flags.host.NetworkMode ?? networks[0];

/** The user's flags override our choices; lists of both are joined. */
function hostConfig({ spec, flags, networks, dns, removed, ...parts }: ContainerParts): HostConfig {
  const memory = (spec.memoryMb + (spec.tmpMb ?? 0) + MEMORY_BESIDES_MB) * 1024 ** 2;
  const network = networkMode(networks, flags);
  return {
    AutoRemove: removed,
    // A memory limit in the flags replaces ours entirely, because a limit of swap belongs to it.
    ...(flags.host.Memory === undefined ? { Memory: memory, MemorySwap: memory } : {}),
    CpuShares: cpuWeight(spec),
    PidsLimit: MAX_PROCESSES,
    CapDrop: DROPPED_CAPABILITIES,
    ...(dns ? { Dns: dns.split(/[\s,]+/).filter(Boolean) } : {}),
    ...flags.host,
    ...(network === undefined ? {} : { NetworkMode: network }),
    Ulimits: ulimits(flags),
    SecurityOpt: ['no-new-privileges:true', ...(flags.host.SecurityOpt ?? [])],
    ExtraHosts: [...extraHosts(network, parts.hostAddress), ...(flags.host.ExtraHosts ?? [])],
    Mounts: [...mounts({ spec, ...parts }), ...(flags.host.Mounts ?? [])],
    Tmpfs: { ...temporary(spec, flags), ...flags.host.Tmpfs },
  };
}

const ulimits = ({ host: { Ulimits: given = [] } }: DockerFlags): NonNullable<HostConfig['Ulimits']> =>
  given.some(({ Name }) => Name === 'nofile') ? given : [...given, { Name: 'nofile', Soft: MAX_OPEN_FILES, Hard: MAX_OPEN_FILES }];

/** /tmp in the size that the function requests. Its contents are memory, which the container gets in addition to the function's own. */
function temporary({ tmpMb }: EnvironmentSpec, { host }: DockerFlags): Record<string, string> {
  const taken = host.Mounts?.some(({ Target }) => Target === '/tmp') || host.Binds?.some((bind) => bind.split(':')[1] === '/tmp');
  return tmpMb === undefined || taken
    ? {}
    : { '/tmp': `rw,exec,nosuid,nodev,mode=1777,size=${tmpMb}m,nr_inodes=${tmpMb * MAX_FILES_PER_MB}` };
}

/** Relative to its neighbours, CPU share by memory as in the cloud, where 1,769 MB are one processor; alone it may use the machine. */
const cpuWeight = ({ memoryMb }: EnvironmentSpec): number => Math.max(2, Math.round((memoryMb / 1769) * 1024));

/** The name by which the machine is reached, and the names by which telemetry reaches extensions. */
const extraHosts = (network: string | undefined, hostAddress = 'host-gateway'): string[] => [
  ...(network === 'host' || network === 'none' ? [] : [`host.docker.internal:${hostAddress}`]),
  'sandbox.localdomain:127.0.0.1',
  'sandbox:127.0.0.1',
];

function mounts({
  spec,
  delivery,
  initPath,
  initVolume,
  optDir,
  mounted,
  nothing = '',
}: Pick<ContainerParts, 'spec' | 'delivery' | 'initPath' | 'initVolume' | 'optDir' | 'mounted' | 'nothing'>) {
  const bind = (Source: string, Target: string) => ({ Type: 'bind' as const, Source, Target, ReadOnly: true });
  if (delivery === 'image') return [];
  if (delivery === 'copy') return initVolume ? [{ Type: 'volume' as const, Source: initVolume, Target: '/var/rapid', ReadOnly: true }] : [];
  const init = bind(initPath, '/var/rapid/init');
  if (delivery === 'fetch') return [init];
  const code = spec.function.packageType === 'Zip' ? [bind(spec.code.localDir, '/var/task')] : [];
  const linked = (mounted?.linked ?? []).map(({ from, to }) => bind(from, to));
  const emptied = (mounted?.emptied ?? []).map(({ to }) => bind(nothing, to));
  return [init, ...code, ...(optDir ? [bind(optDir, '/opt')] : []), ...linked, ...emptied];
}

/** Files copied into the container before it starts, where its engine does not see our files. */
export function copies({ spec, optDir, mounted }: Pick<ContainerParts, 'spec' | 'optDir' | 'mounted'>) {
  const leftOut = mounted?.emptied.map(({ from }) => from);
  return [
    ...(spec.function.packageType === 'Zip' ? [{ from: spec.code.localDir, to: join('var', 'task'), leftOut }] : []),
    ...(optDir ? [{ from: optDir, to: 'opt', leftOut }] : []),
  ];
}
