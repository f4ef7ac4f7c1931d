// The memory of the function's processes and extensions: what the container's control group counts, without this program and without what
// lies on the disk of /tmp. Where the engine gives the container no limit, and so no group of its own, the processes' own numbers are summed.

import { statfsSync } from 'node:fs';
import { family, read } from './family.ts';

const KIBI = 1024;
/** The type of file systems in memory, from linux/magic.h. */
const TMPFS_MAGIC = 0x01021994;
/** Version 1 of control groups calls no limit a number near 2^63. */
const UNLIMITED = 2 ** 60;

export interface MemoryUse {
  /** Memory that the kernel could take back from nobody else. */
  readonly own: number;
  /** Pages of files, which it can drop. */
  readonly file: number;
}

/** The number after a name at the beginning of a line. */
function numberOf(text: string, name: string): number {
  const at = `\n${text}`.indexOf(`\n${name}`);
  return at < 0 ? 0 : Number.parseInt(text.slice(at + name.length), 10) || 0;
}

const kibiOf = (text: string, name: string): number => numberOf(text, `${name}:`) * KIBI;
const privateBytes = (status: string): number => kibiOf(status, 'RssAnon') + kibiOf(status, 'RssShmem');
const statusOf = (pid: number | 'self'): string => read(`/proc/${pid}/status`);

/** Pages of files beside its own, as far as the limit leaves room for them. */
export const figureOf = ({ own, file }: MemoryUse, limitBytes = Number.POSITIVE_INFINITY): number =>
  Math.max(own, Math.min(own + file, limitBytes));

/** The folder of this process's control group for memory, from its mounts and its groups. Pure. */
export function groupFolder(mounts: string, groups: string): string | undefined {
  const found = mounts.split('\n').map((line) => {
    const [place = '', options = ''] = line.split(' - ');
    const [, , , root = '', point = ''] = place.split(' ');
    const [type = '', , more = ''] = options.split(' ');
    return { type, root, point, hasMemory: more.split(',').includes('memory') };
  });
  // Machines that have both versions count memory in the first one.
  const first = found.find(({ type, hasMemory }) => type === 'cgroup' && hasMemory);
  const mount = first ?? found.find(({ type }) => type === 'cgroup2');
  if (mount === undefined) return undefined;
  const { root, point } = mount;
  const ours = (first ? /^\d+:(?:[^:\n]*,)?memory(?:,[^:\n]*)?:(.*)$/m : /^0::(.*)$/m).exec(groups)?.[1] ?? '/';
  const below = ours.startsWith(root) ? ours.slice(root.length).replace(/^\/+/, '') : '';
  return below === '' ? point : `${point}/${below}`;
}

/** Bytes that nobody but the group's processes could give back, from its `memory.stat`. Pure. */
export function chargedBytes(stat: string): number {
  // Version 1 calls the memory of processes `rss`.
  const anonymous = /^anon \d/m.test(stat) ? numberOf(stat, 'anon ') : numberOf(stat, 'rss ');
  return anonymous + numberOf(stat, 'shmem ');
}

/** Bytes in a file system in memory; none where the path is on another one. */
function heldIn(path: string): number {
  try {
    const { type, bsize, blocks, bfree } = statfsSync(path);
    return type === TMPFS_MAGIC ? (blocks - bfree) * bsize : 0;
  } catch {
    return 0;
  }
}

export class Memory {
  /** The container's control group, if it has a limit. */
  readonly #group: string | undefined;

  constructor() {
    const group = groupFolder(read('/proc/self/mountinfo'), read('/proc/self/cgroup'));
    const limit = group && (read(`${group}/memory.max`) || read(`${group}/memory.limit_in_bytes`)).trim();
    this.#group = limit && Number(limit) < UNLIMITED ? group : undefined;
  }

  /** Present use of all processes but this one. */
  used(): MemoryUse {
    const [, ...pids] = family(process.pid);
    const texts = pids.map(statusOf);
    const file = Math.max(0, ...texts.map((text) => kibiOf(text, 'RssFile')));
    return { own: this.#group === undefined ? summed(texts) : this.#counted(this.#group), file };
  }

  /** The largest size that any of them ever had, short peaks between two measurements included. */
  peak(): number {
    const [, ...pids] = family(process.pid);
    return Math.max(0, ...pids.map((pid) => kibiOf(statusOf(pid), 'VmHWM')));
  }

  /** How many processes of this container the kernel has killed for want of memory. */
  kills(): number {
    if (this.#group === undefined) return 0;
    return numberOf(read(`${this.#group}/memory.events`) || read(`${this.#group}/memory.oom_control`), 'oom_kill ');
  }

  /** Shared memory is in it, whoever holds it: mapped, open, in the queue of a socket, in /dev/shm, segments of System V. */
  #counted(group: string): number {
    const charged = chargedBytes(read(`${group}/memory.stat`));
    return Math.max(0, charged - heldIn('/tmp') - privateBytes(statusOf('self')));
  }
}

/** A page that several share counts several times, and a file in memory that nobody has mapped does not: their own user alone may look closer. */
const summed = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + privateBytes(text), 0);
