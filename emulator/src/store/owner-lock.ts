// One emulator per data directory: lmdb lets a second process in, and then two memories would each be the truth.
//
// Two locks, both freed by the kernel when their process ends, however it ends:
// 1. The machine's: named by the directory's device and inode, so neither the path's length, a symbolic link, a bind mount nor TMPDIR
//    matters, and no file can be deleted to get past it. An abstract socket on Linux, a named pipe on Windows, flock on macOS.
// 2. The directory's: a socket file beside the data, for containers that share the directory and not the network namespace.

import { randomBytes, randomInt } from 'node:crypto';
import { closeSync, constants, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askOwner, type OtherProcess, openOwnerSocket } from './owner-socket.ts';
import { directoryInUse, unusableDirectory } from './store-errors.ts';

// The kernel's limit is 107 bytes on Linux and 103 on macOS.
const MAX_SOCKET_PATH_BYTES = 100;
const ATTEMPTS = 40;
const MAX_PAUSE_MS = 50;
// The value on the BSDs, macOS included; Node.js has no constant for it.
const O_EXLOCK = 0x20;

/** Frees one lock. */
type Release = () => Promise<void> | void;

/**
 * Makes this process the owner of a directory; resolves to the function that frees it. `directory` is a real path.
 * @throws EmulatorError STORE_DIRECTORY_IN_USE, STORE_DIRECTORY_UNUSABLE
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    const freeMachine = await lockMachine(directory);
    try {
      const freeBeside = await lockBesideData(directory, freeMachine !== undefined);
      return async () => {
        await freeBeside?.();
        await freeMachine?.();
      };
    } catch (error) {
      await freeMachine?.();
      throw error;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall ? unusableDirectory(directory, error) : error;
  }
}

/** Resolves to undefined where neither the system nor the file system has such a lock. */
async function lockMachine(directory: string): Promise<Release | undefined> {
  const { dev, ino } = statSync(directory, { bigint: true });
  const name = `cloud-emulator-data-${dev}-${ino}`;
  if (process.platform === 'linux') return lockSocket(directory, `\0${name}`);
  if (process.platform === 'win32') return lockSocket(directory, `\\\\?\\pipe\\${name}`);
  return lockWithFlock(directory);
}

/** A name that one process at a time can listen under. A process that was killed may hold it for a moment longer, without an answer. */
async function lockSocket(directory: string, path: string): Promise<Release> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const socket = await openOwnerSocket(path);
    if (socket) return () => socket.close();
    const other = await askOwner(path);
    if (other) throw directoryInUse(directory, other.owner);
    await sleep(randomInt(MAX_PAUSE_MS));
  }
  throw directoryInUse(directory, 'a process that does not answer');
}

/** The lock is on the directory itself. Some file systems have no locks. */
function lockWithFlock(directory: string): Release | undefined {
  try {
    const descriptor = openSync(directory, constants.O_RDONLY | constants.O_NONBLOCK | O_EXLOCK);
    return () => closeSync(descriptor);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EAGAIN' || code === 'EWOULDBLOCK') throw directoryInUse(directory, 'another process');
    return undefined;
  }
}

/**
 * Each contender listens on a socket of its own name and then looks for others: of two, at least one sees the other.
 * Two contenders that see each other both withdraw, and try again after pauses of different lengths.
 * Some shared folders hold no sockets: `optional` says that the machine's lock is enough there.
 */
async function lockBesideData(directory: string, optional: boolean): Promise<Release | undefined> {
  const folder = process.platform === 'win32' ? undefined : openSocketFolder(directory);
  if (!folder) return undefined;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const name = `owner-${randomBytes(4).toString('hex')}.sock`;
      const socket = await openOwnerSocket(join(folder.path, name));
      const other = socket && (await otherBeside(folder.path, name));
      if (socket && !other) {
        socket.settled = true;
        return async () => {
          await socket.close();
          folder.close();
        };
      }
      await socket?.close();
      if (other?.settled) throw directoryInUse(directory, other.owner);
      await sleep(randomInt(MAX_PAUSE_MS));
    }
    throw directoryInUse(directory, 'another process that starts at this moment');
  } catch (error) {
    folder.close();
    if (optional && (error as NodeJS.ErrnoException).syscall === 'listen') return undefined;
    throw error;
  }
}

/** A path to the directory that is short enough for sockets. Linux has one for every open directory; elsewhere there may be none. */
function openSocketFolder(directory: string): { readonly path: string; close(): void } | undefined {
  const longest = join(directory, 'owner-00000000.sock');
  if (Buffer.byteLength(longest) <= MAX_SOCKET_PATH_BYTES) return { path: directory, close: () => undefined };
  if (process.platform !== 'linux') return undefined;
  const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

/** Asks every other socket of the folder and removes sockets that nobody listens on. An owner counts before a contender. */
async function otherBeside(folder: string, ownName: string): Promise<OtherProcess | undefined> {
  let contender: OtherProcess | undefined;
  for (const name of readdirSync(folder)) {
    if (name === ownName || !/^owner-.*\.sock$/.test(name)) continue;
    const other = await askOwner(join(folder, name));
    if (other?.settled) return other;
    if (other) contender = other;
    else rmSync(join(folder, name), { force: true });
  }
  return contender;
}
