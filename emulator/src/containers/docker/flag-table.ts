// The flags of `docker run` that containers of functions accept, each with the field of the engine's API that it sets.

import type { ContainerCreateOptions, HostConfig } from 'dockerode';
import { readText } from '#lib/read-text';
import { table } from '#lib/table';
import { decimal, invalid, memoryBytes, pair, whole } from './flag-values.ts';

export interface DockerFlags {
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly platform?: string | undefined;
  readonly create: Pick<
    ContainerCreateOptions,
    'User' | 'Hostname' | 'Domainname' | 'WorkingDir' | 'ExposedPorts' | 'StopSignal' | 'StopTimeout' | 'MacAddress'
  >;
  readonly host: HostConfig;
  /** Settings of the container in its (first) network. */
  readonly endpoint: Endpoint;
}

export interface Endpoint {
  readonly Aliases?: readonly string[];
  readonly IPAMConfig?: { readonly IPv4Address?: string; readonly IPv6Address?: string };
}

/** The result while flags are being read: every field can still be set. */
export interface Draft {
  env: Record<string, string>;
  labels: Record<string, string>;
  platform?: string;
  create: { -readonly [K in keyof DockerFlags['create']]: DockerFlags['create'][K] };
  host: HostConfig;
  endpoint: Endpoint;
}

/** `[ip:][host:]container[/protocol]` */
function publish(draft: Draft, text: string): void {
  const [, HostIp = '', HostPort = '', container, protocol = 'tcp'] = /^(?:(?:(.*):)?(\d*):)?(\d+)(?:\/(tcp|udp|sctp))?$/.exec(text) ?? [];
  if (container === undefined) throw invalid(`-p ${text} names no port`);
  const key = `${container}/${protocol}`;
  draft.create.ExposedPorts = { ...draft.create.ExposedPorts, [key]: {} };
  const bindings = (draft.host.PortBindings ?? {}) as Record<string, object[]>;
  draft.host.PortBindings = { ...bindings, [key]: [...(bindings[key] ?? []), { HostIp, HostPort }] };
}

function ulimit(draft: Draft, text: string): void {
  const [Name, values] = pair(text, '=');
  const [soft, hard] = pair(values, ':');
  draft.host.Ulimits = [...(draft.host.Ulimits ?? []), { Name, Soft: whole(soft), Hard: whole(hard || soft) }];
}

function device(draft: Draft, text: string): void {
  const [PathOnHost = '', PathInContainer = PathOnHost, CgroupPermissions = 'rwm'] = text.split(':');
  draft.host.Devices = [...(draft.host.Devices ?? []), { PathOnHost, PathInContainer, CgroupPermissions }];
}

const MOUNT_NAMES = ['type', 'source', 'src', 'target', 'dst', 'destination', 'readonly', 'ro'];
const MOUNT_TYPES = ['bind', 'volume', 'tmpfs'] as const;

function mount(draft: Draft, text: string): void {
  const given = new Map(text.split(',').map((part) => pair(part, '=')));
  const first = (...names: string[]) => names.map((name) => given.get(name)).find((value) => value !== undefined);
  const unknown = [...given.keys()].find((name) => !MOUNT_NAMES.includes(name));
  if (unknown !== undefined) throw invalid(`--mount ${text} says ${unknown}, which is not taken`);
  const Target = first('target', 'dst', 'destination');
  if (!Target) throw invalid(`--mount ${text} names no target`);
  const Type = MOUNT_TYPES.find((type) => type === (first('type') ?? 'volume'));
  if (!Type) throw invalid(`--mount ${text} is of no type that is taken (${MOUNT_TYPES.join(', ')})`);
  const ReadOnly = ['readonly', 'ro'].some((name) => given.has(name) && given.get(name) !== 'false');
  draft.host.Mounts = [...(draft.host.Mounts ?? []), { Type, Target, Source: first('source', 'src') ?? '', ReadOnly }];
}

type Takes = (draft: Draft, value: string) => void;
type ListField =
  | 'Binds'
  | 'Dns'
  | 'DnsSearch'
  | 'DnsOptions'
  | 'ExtraHosts'
  | 'CapAdd'
  | 'CapDrop'
  | 'SecurityOpt'
  | 'GroupAdd'
  | 'VolumesFrom'
  | 'Links'
  | 'DeviceCgroupRules';

const list =
  (field: ListField): Takes =>
  ({ host }, value) => {
    host[field] = [...((host[field] as string[] | undefined) ?? []), value];
  };
const hostText =
  (
    field:
      | 'NetworkMode'
      | 'PidMode'
      | 'IpcMode'
      | 'Runtime'
      | 'CpusetCpus'
      | 'CpusetMems'
      | 'UsernsMode'
      | 'UTSMode'
      | 'CgroupParent'
      | 'VolumeDriver',
  ): Takes =>
  ({ host }, value) => {
    host[field] = value;
  };
const createText =
  (field: 'User' | 'Hostname' | 'Domainname' | 'WorkingDir' | 'StopSignal' | 'MacAddress'): Takes =>
  ({ create }, value) => {
    create[field] = value;
  };

const hostNumber =
  (field: 'CpuShares' | 'CpuPeriod' | 'CpuQuota' | 'PidsLimit' | 'BlkioWeight' | 'OomScoreAdj' | 'MemorySwappiness'): Takes =>
  ({ host }, value) => {
    host[field] = whole(value);
  };
const hostBytes =
  (field: 'Memory' | 'MemoryReservation' | 'ShmSize'): Takes =>
  ({ host }, value) => {
    host[field] = memoryBytes(value);
  };

/** `NAME=value`, or `NAME` alone for the value in this process, if it has one. */
const variable: Takes = ({ env }, text) => {
  const [name, written] = pair(text, '=');
  const value = text.includes('=') ? written : process.env[name];
  if (value !== undefined) env[name] = value;
};
const label: Takes = ({ labels }, text) => {
  const [name, value] = pair(text, '=');
  labels[name] = value;
};

/** A file of such lines; ignores empty lines and lines that begin with #. */
const eachLine =
  (takes: Takes): Takes =>
  (draft, path) => {
    let text: string;
    try {
      text = readText(path);
    } catch (error) {
      throw invalid(`${path} cannot be read (${(error as Error).message})`);
    }
    for (const line of text.split(/\r?\n/)) if (line.trim() !== '' && !line.trimStart().startsWith('#')) takes(draft, line.trimStart());
  };

function logOption({ host }: Draft, text: string): void {
  const [name, value] = pair(text, '=');
  const { Type = 'json-file', Config = {} } = host.LogConfig ?? {};
  host.LogConfig = { Type, Config: { ...Config, [name]: value } };
}

export const withValue: Readonly<Record<string, Takes>> = table({
  '--env': variable,
  '--env-file': eachLine(variable),
  '--label': label,
  '--label-file': eachLine(label),
  '--volume': list('Binds'),
  '--mount': mount,
  '--publish': publish,
  '--network': hostText('NetworkMode'),
  '--network-alias': (draft, value) => {
    draft.endpoint = { ...draft.endpoint, Aliases: [...(draft.endpoint.Aliases ?? []), value] };
  },
  '--ip': (draft, value) => {
    draft.endpoint = { ...draft.endpoint, IPAMConfig: { ...draft.endpoint.IPAMConfig, IPv4Address: value } };
  },
  '--ip6': (draft, value) => {
    draft.endpoint = { ...draft.endpoint, IPAMConfig: { ...draft.endpoint.IPAMConfig, IPv6Address: value } };
  },
  '--log-driver': ({ host }, value) => {
    host.LogConfig = { Type: value, Config: host.LogConfig?.Config ?? {} };
  },
  '--log-opt': logOption,
  '--dns': list('Dns'),
  '--dns-search': list('DnsSearch'),
  '--dns-option': list('DnsOptions'),
  '--add-host': list('ExtraHosts'),
  '--link': list('Links'),
  '--cap-add': list('CapAdd'),
  '--cap-drop': list('CapDrop'),
  '--security-opt': list('SecurityOpt'),
  '--group-add': list('GroupAdd'),
  '--volumes-from': list('VolumesFrom'),
  '--device-cgroup-rule': list('DeviceCgroupRules'),
  '--volume-driver': hostText('VolumeDriver'),
  '--device': device,
  '--ulimit': ulimit,
  '--user': createText('User'),
  '--hostname': createText('Hostname'),
  '--domainname': createText('Domainname'),
  '--stop-timeout': ({ create }, value) => {
    create.StopTimeout = whole(value);
  },
  '--expose': ({ create }, value) => {
    create.ExposedPorts = { ...create.ExposedPorts, [value.includes('/') ? value : `${value}/tcp`]: {} };
  },
  '--workdir': createText('WorkingDir'),
  '--mac-address': createText('MacAddress'),
  '--stop-signal': createText('StopSignal'),
  '--pid': hostText('PidMode'),
  '--ipc': hostText('IpcMode'),
  '--uts': hostText('UTSMode'),
  '--userns': hostText('UsernsMode'),
  '--runtime': hostText('Runtime'),
  '--cpuset-cpus': hostText('CpusetCpus'),
  '--cpuset-mems': hostText('CpusetMems'),
  '--cpu-shares': hostNumber('CpuShares'),
  '--cpu-period': hostNumber('CpuPeriod'),
  '--cpu-quota': hostNumber('CpuQuota'),
  '--pids-limit': hostNumber('PidsLimit'),
  '--blkio-weight': hostNumber('BlkioWeight'),
  '--oom-score-adj': hostNumber('OomScoreAdj'),
  '--memory': hostBytes('Memory'),
  '--memory-reservation': hostBytes('MemoryReservation'),
  '--memory-swappiness': hostNumber('MemorySwappiness'),
  '--shm-size': hostBytes('ShmSize'),
  '--cgroup-parent': hostText('CgroupParent'),
  '--platform': (draft, value) => {
    draft.platform = value;
  },
  '--cpus': ({ host }, value) => {
    host.NanoCpus = Math.round(decimal(value) * 1e9);
  },
  '--memory-swap': ({ host }, value) => {
    host.MemorySwap = value === '-1' ? -1 : memoryBytes(value);
  },
  '--tmpfs': ({ host }, value) => {
    const [path, options] = pair(value, ':');
    host.Tmpfs = { ...host.Tmpfs, [path]: options };
  },
  '--storage-opt': ({ host }, value) => {
    const [name, amount] = pair(value, '=');
    host.StorageOpt = { ...host.StorageOpt, [name]: amount };
  },
  '--sysctl': ({ host }, value) => {
    const [name, amount] = pair(value, '=');
    host.Sysctls = { ...host.Sysctls, [name]: amount };
  },
  '--gpus': ({ host }, value) => {
    const Count = value === 'all' ? -1 : whole(value);
    host.DeviceRequests = [...(host.DeviceRequests ?? []), { Driver: '', Count, Capabilities: [['gpu']] }];
  },
});

export const alone: Readonly<Record<string, (draft: Draft) => void>> = table({
  '--privileged': ({ host }) => {
    host.Privileged = true;
  },
  '--read-only': ({ host }) => {
    host.ReadonlyRootfs = true;
  },
  '--init': ({ host }) => {
    host.Init = true;
  },
  '--oom-kill-disable': ({ host }) => {
    host.OomKillDisable = true;
  },
  '--publish-all': ({ host }) => {
    host.PublishAllPorts = true;
  },
});

export const LONG_NAMES: Readonly<Record<string, string>> = table({
  ...{ '-e': '--env', '-v': '--volume', '-p': '--publish', '-l': '--label', '-u': '--user', '-m': '--memory', '-w': '--workdir' },
  ...{ '-P': '--publish-all', '-d': '--detach', '-i': '--interactive', '-t': '--tty', '-a': '--attach', '-q': '--quiet' },
  ...{ '-h': '--hostname', '-c': '--cpu-shares', '--net': '--network' },
});

/** Flags of `docker run` that are refused, because the function's own settings decide them. */
export const REFUSED: Readonly<Record<string, string>> = table({
  '--entrypoint': 'the init program is the first process of every function container; ImageConfig says what it starts',
  '--name': 'containers are named after their environments',
  '--rm': 'FUNCTION_REMOVE_CONTAINERS says whether ended containers are kept',
  '--restart': 'environments that end are replaced by new ones',
  '--detach': 'containers of functions are never in the foreground',
  '--interactive': 'containers of functions are never in the foreground',
  '--tty': 'containers of functions are never in the foreground',
  '--attach': 'containers of functions are never in the foreground',
  '--pull': 'images are pulled where they are not there',
});
