// Plays the kubelet: starts the containers of Pods as processes of this machine, each in a root folder of its own with its empty volumes mounted,
// as the user that the Pod names, and reports their states. Needs root and `unshare`. The machine's network, processes of their own.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from './api-server.ts';

interface EnvVar {
  readonly name: string;
  readonly value?: string;
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly env?: readonly EnvVar[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Volume {
  readonly name: string;
  readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string };
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly securityContext?: { readonly runAsUser?: number; readonly runAsGroup?: number };
}

export interface KubeletParts {
  /** Root folders by image. */
  readonly roots: ReadonlyMap<string, string>;
  /** Reports the status of a Pod. */
  readonly report: (pod: string, status: Json) => void | Promise<void>;
}

/** Why processes cannot be started in root folders here. */
export function whyNoKubelet(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs Linux, and root';
  const tried = spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'proc', 'proc', '/proc']);
  return tried.status === 0 ? undefined : `unshare and mount do not work here: ${String(tried.stderr ?? tried.error).trim()}`;
}

/** The variable of the images, as in the official ones. */
const IMAGE_PATH = '/var/lang/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin';

/** $1: root folder, $2: user and group, $3: working directory; then lines of mounts up to --, then the command. */
const ENTER = `set -e; root=$1; user=$2; dir=$3; shift 3
mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"
while [ "$1" != -- ]; do
  case $1 in
    tmpfs:*) mount -t tmpfs -o "mode=1777$3" tmpfs "$root$2";;
    *) mount --bind "$1" "$root$2";;
  esac; shift 3
done; shift
exec /usr/sbin/chroot --userspec="$user" --groups= "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$dir" "$@"`;

export class Kubelet {
  readonly #parts: KubeletParts;
  readonly #running = new Map<string, Set<ChildProcess>>();
  readonly #folders = new Map<string, string>();
  readonly #output = new Map<string, string>();
  readonly #ends: Promise<unknown>[] = [];
  readonly #killed = new Set<string>();
  readonly #removed = new Set<string>();

  constructor(parts: KubeletParts) {
    this.#parts = parts;
  }

  /** The output of a container. */
  logOf(pod: string, container: string): string {
    return this.#output.get(`${pod}/${container}`) ?? '';
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, processes) => sum + processes.size, 0);
  }

  /** A Pod was given to this node. */
  add(name: string, spec: PodSpec): void {
    this.#ends.push(
      this.#run(name, spec).catch((error: Error) =>
        this.#parts.report(name, { phase: 'Failed', reason: 'StandIn', message: error.message }),
      ),
    );
  }

  /** The Pod was deleted. */
  remove(name: string): void {
    this.#removed.add(name);
    for (const { pid } of this.#running.get(name) ?? []) {
      // The first process in there takes all others with it.
      for (const first of childrenOf(pid)) spawnSync('kill', ['-9', first]);
    }
  }

  /** Ends its function's container as the kernel does it for want of memory. */
  killForMemory(name: string): void {
    this.#killed.add(name);
    this.remove(name);
  }

  async stop(): Promise<void> {
    for (const name of this.#running.keys()) this.remove(name);
    await Promise.all(this.#ends);
    for (const folder of this.#folders.values()) rmSync(folder, { recursive: true, force: true });
  }

  async #run(name: string, spec: PodSpec): Promise<void> {
    const scheduled = { conditions: [{ type: 'PodScheduled', status: 'True' }] };
    await this.#parts.report(name, { phase: 'Pending', ...scheduled });
    const folder = mkdtempSync(join(tmpdir(), 'kubelet-'));
    this.#folders.set(name, folder);
    for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
      const isInit = spec.initContainers?.includes(container) ?? false;
      const list = isInit ? 'initContainerStatuses' : 'containerStatuses';
      const status = (state: Json) => ({ ...scheduled, [list]: [{ name: container.name, image: container.image, state }] });
      const root = this.#parts.roots.get(container.image);
      if (root === undefined) {
        const message = `failed to pull image "${container.image}": not found`;
        await this.#parts.report(name, { phase: 'Pending', ...status({ waiting: { reason: 'ErrImagePull', message } }) });
        return;
      }
      const child = this.#start(name, spec, container, root, folder);
      if (!isInit) await this.#parts.report(name, { phase: 'Running', ...status({ running: {} }) });
      const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 137)));
      const exitCode = this.#removed.has(name) ? 137 : code;
      this.#running.get(name)?.delete(child);
      const reason = this.#killed.has(name) ? 'OOMKilled' : exitCode === 0 ? 'Completed' : 'Error';
      if (isInit && exitCode === 0) continue;
      await this.#parts.report(name, { phase: exitCode === 0 ? 'Succeeded' : 'Failed', ...status({ terminated: { exitCode, reason } }) });
      return;
    }
  }

  #start(name: string, spec: PodSpec, container: Container, root: string, folder: string): ChildProcess {
    const { runAsUser = 0, runAsGroup = 0 } = spec.securityContext ?? {};
    const mounts = (container.volumeMounts ?? []).flatMap(({ name: volume, mountPath }) =>
      mountOf(spec, volume, mountPath, { root, folder, runAsUser, runAsGroup }),
    );
    const env = Object.fromEntries((container.env ?? []).map((each) => [each.name, expanded(each.value ?? '')]));
    const child = spawn(
      '/usr/bin/unshare',
      [
        ...['--mount', '--pid', '--fork', '/bin/sh', '-c', ENTER, 'enter'],
        ...[root, `${runAsUser}:${runAsGroup}`, container.workingDir ?? '/', ...mounts, '--'],
        ...[...(container.command ?? []), ...(container.args ?? [])].map(expanded),
      ],
      {
        env: {
          PATH: IMAGE_PATH,
          HOSTNAME: name,
          KUBERNETES_SERVICE_HOST: '10.0.0.1',
          KUBERNETES_SERVICE_PORT: '443',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const key = `${name}/${container.name}`;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => this.#output.set(key, (this.logOf(name, container.name) + String(chunk)).slice(-4000)));
    const running = this.#running.get(name) ?? new Set();
    this.#running.set(name, running.add(child));
    return child;
  }
}

interface Place {
  readonly root: string;
  readonly folder: string;
  readonly runAsUser: number;
  readonly runAsGroup: number;
}

/** A folder of this machine for each empty volume, so that the containers of a Pod share it; memory for those in memory. */
function mountOf(spec: PodSpec, name: string, mountPath: string, { root, folder, runAsUser, runAsGroup }: Place): string[] {
  const volume = spec.volumes?.find((each) => each.name === name);
  mkdirSync(join(root, mountPath), { recursive: true });
  if (volume?.emptyDir?.medium === 'Memory')
    return ['tmpfs:', mountPath, volume.emptyDir.sizeLimit ? `,size=${volume.emptyDir.sizeLimit.replace('i', '')}` : ''];
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  spawnSync('chown', [`${runAsUser}:${runAsGroup}`, path]);
  return [path, mountPath, ''];
}

function childrenOf(pid: number | undefined): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

/** As the real one: `$$` is a dollar. */
const expanded = (text: string): string => text.replaceAll('$$', '$');
