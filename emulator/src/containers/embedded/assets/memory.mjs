// The memory of a function's processes, counted as a control group counts it: a page that several of them share is one page, shared memory
// counts although no process has it mapped, and pages of files are there as long as there is room. (A control group itself would cost 4 to
// 6 ms at each start: the kernel waits until no processor holds on to the old group.)
// Cheap bounds come first, because exact numbers cost the kernel a walk over all pages.

import { execFile } from 'node:child_process';
import { readlinkSync, statfsSync, statSync } from 'node:fs';
import { list, read } from './processes.mjs';

const pageBytes = 4096;
const kibi = 1024;
const blockBytes = 512;
const lookEveryMs = 100;
/** Asking for the segments of System V takes a process. */
const askEveryMs = 500;
/** Exact measures and looks at descriptors take at most this share of the time. */
const share = 0.2;
/** One look takes no more, and the next one goes on from there. */
const maxDescriptors = 16_384;

const kibiOf = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * kibi;
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** `own`: what the kernel could take back from nobody else. `file`: pages of files, which it can drop. */
export const figureOf = ({ own, file }, limitBytes = Number.POSITIVE_INFINITY) => Math.max(own, Math.min(own + file, limitBytes));

/** The largest size that any of them ever had, short peaks between two measurements included. */
const peakOf = (pid) => kibiOf(read(`/proc/${pid}/status`), 'VmHWM');

function fileStatus(path) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Bytes that a file system in memory holds. */
function heldBy(path) {
  try {
    const { bsize, blocks, bfree } = statfsSync(path);
    return (blocks - bfree) * bsize;
  } catch {
    return 0;
  }
}

/** Resident bytes of the maps that `isCounted(device, path)` names, of each file once. */
function mappedBytes(pids, isCounted) {
  const largest = new Map();
  for (const pid of pids) {
    const counted = (line) => {
      const [, , , device, inode, ...path] = line.split(/ +/);
      return inode !== undefined && inode !== '0' && isCounted(device, path.join(' ')) ? `${device} ${inode}` : undefined;
    };
    if (!read(`/proc/${pid}/maps`).split('\n').some(counted)) continue;
    const here = new Map();
    let key;
    for (const line of read(`/proc/${pid}/smaps`).split('\n')) {
      if (/^[0-9a-f]+-/.test(line)) key = counted(line);
      else if (key !== undefined && line.startsWith('Rss:')) here.set(key, (here.get(key) ?? 0) + kibiOf(line, 'Rss'));
    }
    for (const [file, bytes] of here) largest.set(file, Math.max(largest.get(file) ?? 0, bytes));
  }
  return sum([...largest.values()]);
}

const isSharedMemory = (_device, path) => /^\/(memfd:|SYSV)/.test(path);
const deviceOf = (number) => [number >> 8, number & 0xff].map((part) => part.toString(16).padStart(2, '0')).join(':');

export class Memory {
  /** In a sandbox: /tmp and /dev/shm are its own, and so are the segments of System V. */
  #contained;
  #limitBytes;
  #memfdBytes = 0;
  #unmappedBytes = 0;
  #segmentBytes = 0;
  #nextLookMs = 0;
  #nextAskMs = 0;
  #nextExactMs = 0;
  #from = 0;
  #exact = { own: 0, file: 0 };
  peak = 0;

  constructor(contained, limitBytes) {
    this.#contained = contained;
    this.#limitBytes = limitBytes;
  }

  /** Whether the processes take more than they may. `onLate` is called when that turns out a moment later. */
  exceeds(pids, now, onLate) {
    const limit = this.#limitBytes ?? Number.POSITIVE_INFINITY;
    const sizes = pids.map((pid) => read(`/proc/${pid}/statm`).split(' ').map(Number)).filter(([, resident]) => resident > 0);
    const resident = sum(sizes.map(([, pages]) => pages)) * pageBytes;
    if (now >= this.#nextLookMs) this.#look(pids, now);
    const besides = this.#besides(pids);
    if (this.#contained && now >= this.#nextAskMs) this.#ask(pids, now, resident + besides, onLate);
    if (resident + besides <= limit) {
      const file = Math.max(0, ...sizes.map(([, , shared]) => shared)) * pageBytes;
      const own = sum(sizes.map(([, pages, shared]) => pages - shared)) * pageBytes + besides;
      this.peak = Math.max(this.peak, figureOf({ own, file }, limit));
      return false;
    }
    const texts = pids.map((pid) => read(`/proc/${pid}/status`));
    const own = sum(texts.map((text) => kibiOf(text, 'RssAnon') + kibiOf(text, 'RssShmem'))) + besides;
    const file = Math.max(0, ...texts.map((text) => kibiOf(text, 'RssFile')));
    const used = own <= limit ? { own, file } : this.#measured(pids, now, { file, besides });
    this.peak = Math.max(this.peak, figureOf(used, limit));
    return used.own > limit;
  }

  /** Notes the peak at the end of an invocation. */
  note(pids, now) {
    this.peak = Math.max(this.peak, ...pids.map(peakOf));
    this.exceeds(pids, now, () => {});
  }

  /** Exact, or as it was a moment ago where that would take too much time. */
  #measured(pids, now, besides) {
    if (now < this.#nextExactMs) return this.#exact;
    const startedAt = performance.now();
    this.#exact = this.#exactOf(pids, besides);
    // The kernel is asked process by process: pages that are given back meanwhile may count as a process's own. They are gone when it is asked again.
    if (this.#exact.own > this.#limitBytes) this.#exact = this.#exactOf(pids, besides);
    this.#nextExactMs = performance.now() + (performance.now() - startedAt) / share;
    return this.#exact;
  }

  #exactOf(pids, { file, besides }) {
    const texts = pids.map((pid) => [pid, read(`/proc/${pid}/smaps_rollup`)]);
    // Kernels before 5.3 tell no shares of shared memory.
    const own = texts.map(([pid, text]) => {
      if (text.includes('Pss_Anon')) return kibiOf(text, 'Pss_Anon') + kibiOf(text, 'Pss_Shmem');
      const status = read(`/proc/${pid}/status`);
      return kibiOf(status, 'RssAnon') + kibiOf(status, 'RssShmem');
    });
    return { own: sum(own) + besides - this.#mappedOfTmp(pids), file };
  }

  /** Files in /tmp are on a disk in the cloud. */
  #mappedOfTmp([pid, ...others]) {
    const status = this.#contained ? fileStatus(`/proc/${pid}/root/tmp`) : undefined;
    if (status === undefined) return 0;
    const device = deviceOf(status.dev);
    return mappedBytes([pid, ...others], (each) => each === device);
  }

  /** Shared memory that is in no process's own numbers: none has it mapped, or it lies in a file system in memory. */
  #besides(pids) {
    return this.#unmappedBytes + (this.#contained && pids.length > 0 ? heldBy(`/proc/${pids[0]}/root/dev/shm`) : 0);
  }

  /** Files in memory that processes have open (`memfd_create`). */
  #look(pids, now) {
    const startedAt = performance.now();
    const sizes = new Map();
    let left = maxDescriptors;
    for (let at = 0; at < pids.length && left > 0; at++) {
      const pid = pids[(this.#from + at) % pids.length];
      for (const fd of list(`/proc/${pid}/fd`)) {
        left--;
        const path = `/proc/${pid}/fd/${fd}`;
        if (!linkOf(path).startsWith('/memfd:')) continue;
        const status = fileStatus(path);
        if (status !== undefined) sizes.set(`${status.dev} ${status.ino}`, status.blocks * blockBytes);
      }
      if (left <= 0) this.#from = (this.#from + at + 1) % pids.length;
    }
    this.#memfdBytes = sum([...sizes.values()]);
    this.#compare(pids);
    this.#nextLookMs = now + Math.max(lookEveryMs, (performance.now() - startedAt) / share);
  }

  #compare(pids) {
    const held = this.#memfdBytes + this.#segmentBytes;
    this.#unmappedBytes = held === 0 ? 0 : Math.max(0, held - mappedBytes(pids, isSharedMemory));
  }

  /** Segments of System V: the kernel tells of them within their namespace alone. Not asked where all shared memory of the machine would not be too much. */
  #ask(pids, now, bytes, onLate) {
    const [pid] = pids;
    if (pid === undefined || this.#limitBytes === undefined) return;
    this.#nextAskMs = now + askEveryMs;
    if (bytes + kibiOf(read('/proc/meminfo'), 'Shmem') <= this.#limitBytes) {
      this.#segmentBytes = 0;
      return;
    }
    execFile('nsenter', ['-t', String(pid), '-i', 'cat', '/proc/sysvipc/shm'], { env: { PATH: '/usr/bin:/bin' } }, (error, text) => {
      if (error) return;
      const [names = '', ...rows] = text
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/ +/));
      const column = names.indexOf('rss');
      this.#segmentBytes = sum(rows.map((row) => Number(row[column] ?? 0)));
      this.#compare(pids);
      if (this.#segmentBytes > 0) onLate();
    });
  }
}
