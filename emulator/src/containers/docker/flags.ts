// FUNCTION_DOCKER_FLAGS: what people write after `docker run`, read into what the engine's API takes. Pure.

import type { ContainerCreateOptions, HostConfig } from 'dockerode';
import { EmulatorError } from '#lib/emulator-error';

export interface DockerFlags {
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly platform?: string | undefined;
  readonly create: Pick<ContainerCreateOptions, 'User' | 'Hostname' | 'WorkingDir' | 'ExposedPorts' | 'StopSignal' | 'MacAddress'>;
  readonly host: HostConfig;
}

/** While flags are read: every field may still be set. */
interface Draft {
  env: Record<string, string>;
  labels: Record<string, string>;
  platform?: string;
  create: { -readonly [K in keyof DockerFlags['create']]: DockerFlags['create'][K] };
  host: HostConfig;
}

const invalid = (why: string) =>
  new EmulatorError('DOCKER_FLAGS_INVALID', `FUNCTION_DOCKER_FLAGS is not understood: ${why}.`, {
    hint: 'It takes flags of `docker run`, such as -e NAME=value -v /host:/container:ro --network name.',
  });

/** Words as a shell splits them: quotes and backslashes, nothing else. */
export function shellWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === quote) quote = '';
      else if (letter === '\\' && quote === '"' && /["\\]/.test(text[at + 1] ?? '')) word += text[++at] ?? '';
      else word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (letter === '\\' ? (text[++at] ?? '') : letter);
  }
  if (quote !== '') throw invalid(`a quote ${quote} is not closed`);
  return word === undefined ? words : [...words, word];
}

export const memoryBytes = (text: string): number => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([bkmg]?)b?$/i.exec(text) ?? [];
  if (amount === undefined) throw invalid(`${text} is no amount of memory`);
  return Math.round(Number(amount) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase().replace('b', '')));
};

const pair = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

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
  draft.host.Ulimits = [...(draft.host.Ulimits ?? []), { Name, Soft: Number(soft), Hard: Number(hard || soft) }];
}

function device(draft: Draft, text: string): void {
  const [PathOnHost = '', PathInContainer = PathOnHost, CgroupPermissions = 'rwm'] = text.split(':');
  draft.host.Devices = [...(draft.host.Devices ?? []), { PathOnHost, PathInContainer, CgroupPermissions }];
}

function mount(draft: Draft, text: string): void {
  const given = new Map(text.split(',').map((part) => pair(part, '=')));
  const first = (...names: string[]) => names.map((name) => given.get(name)).find((value) => value !== undefined);
  const Target = first('target', 'dst', 'destination');
  if (!Target) throw invalid(`--mount ${text} names no target`);
  const ReadOnly = ['readonly', 'ro'].some((name) => given.has(name) && given.get(name) !== 'false');
  const Type = (first('type') ?? 'volume') as 'bind' | 'volume' | 'tmpfs';
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
  | 'Links';

const list =
  (field: ListField): Takes =>
  ({ host }, value) => {
    host[field] = [...((host[field] as string[] | undefined) ?? []), value];
  };
const hostText =
  (field: 'NetworkMode' | 'PidMode' | 'IpcMode' | 'Runtime' | 'CpusetCpus' | 'UsernsMode' | 'UTSMode' | 'CgroupParent'): Takes =>
  ({ host }, value) => {
    host[field] = value;
  };
const createText =
  (field: 'User' | 'Hostname' | 'WorkingDir' | 'StopSignal' | 'MacAddress'): Takes =>
  ({ create }, value) => {
    create[field] = value;
  };

const withValue: Readonly<Record<string, Takes>> = {
  '--env': ({ env }, text) => {
    const [name, value] = pair(text, '=');
    env[name] = text.includes('=') ? value : (process.env[name] ?? '');
  },
  '--label': ({ labels }, text) => {
    const [name, value] = pair(text, '=');
    labels[name] = value;
  },
  '--volume': list('Binds'),
  '--mount': mount,
  '--publish': publish,
  '--network': hostText('NetworkMode'),
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
  '--device': device,
  '--ulimit': ulimit,
  '--user': createText('User'),
  '--hostname': createText('Hostname'),
  '--workdir': createText('WorkingDir'),
  '--mac-address': createText('MacAddress'),
  '--stop-signal': createText('StopSignal'),
  '--pid': hostText('PidMode'),
  '--ipc': hostText('IpcMode'),
  '--uts': hostText('UTSMode'),
  '--userns': hostText('UsernsMode'),
  '--runtime': hostText('Runtime'),
  '--cpuset-cpus': hostText('CpusetCpus'),
  '--cgroup-parent': hostText('CgroupParent'),
  '--platform': (draft, value) => {
    draft.platform = value;
  },
  '--cpus': ({ host }, value) => {
    host.NanoCpus = Math.round(Number(value) * 1e9);
  },
  '--cpu-shares': ({ host }, value) => {
    host.CpuShares = Number(value);
  },
  '--memory': ({ host }, value) => {
    host.Memory = memoryBytes(value);
  },
  '--memory-swap': ({ host }, value) => {
    host.MemorySwap = value === '-1' ? -1 : memoryBytes(value);
  },
  '--shm-size': ({ host }, value) => {
    host.ShmSize = memoryBytes(value);
  },
  '--pids-limit': ({ host }, value) => {
    host.PidsLimit = Number(value);
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
    const Count = value === 'all' ? -1 : Number(value);
    host.DeviceRequests = [...(host.DeviceRequests ?? []), { Driver: '', Count, Capabilities: [['gpu']] }];
  },
};

const alone: Readonly<Record<string, (draft: Draft) => void>> = {
  '--privileged': ({ host }) => {
    host.Privileged = true;
  },
  '--read-only': ({ host }) => {
    host.ReadonlyRootfs = true;
  },
  '--init': ({ host }) => {
    host.Init = true;
  },
};

const longNames: Readonly<Record<string, string>> = {
  ...{ '-e': '--env', '-v': '--volume', '-p': '--publish', '-l': '--label', '-u': '--user', '-m': '--memory', '-w': '--workdir' },
  ...{ '-h': '--hostname', '-c': '--cpu-shares', '--net': '--network' },
};

/** @throws EmulatorError DOCKER_FLAGS_INVALID, which names the flag */
export function parseDockerFlags(text: string): DockerFlags {
  const draft: Draft = { env: {}, labels: {}, create: {}, host: {} };
  const words = shellWords(text);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const [, short, rest] = /^(-[a-zA-Z])(.+)$/.exec(word) ?? [];
    const [given, inline] = short ? [short, rest] : word.includes('=') ? pair(word, '=') : [word, undefined];
    const name = longNames[given] ?? given;
    const lone = alone[name];
    if (lone) {
      if (inline !== 'false') lone(draft);
      continue;
    }
    const takes = withValue[name];
    if (!takes) throw invalid(`${given} is no flag that functions' containers take`);
    const value = inline ?? words[++at];
    if (value === undefined) throw invalid(`${given} needs a value`);
    takes(draft, value);
  }
  return draft;
}
