// One emulator per data directory: lmdb lets a second process in, and then two memories would each be the truth.
// The lock is a socket in the directory; the kernel closes it with its process, so that what a crash leaves is told from what is held.

import { createHash } from 'node:crypto';
import { renameSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryInUse, unusableDirectory } from './store-errors.ts';

// The kernel's limit is 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH_BYTES = 100;
const ANSWER_TIMEOUT_MS = 1000;
const ATTEMPTS = 5;

/** Resolves to what releases the directory; `directory` is its real path. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = socketPath(directory);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = createServer((client) => {
      client.on('error', () => undefined);
      client.end(String(process.pid));
    });
    const problem = await listen(server, path);
    if (!problem) {
      server.unref();
      return () => new Promise((resolve) => server.close(() => resolve()));
    }
    if (problem.code !== 'EADDRINUSE') throw unusableDirectory(directory, problem);
    const owner = await askOwner(path);
    if (owner) throw directoryInUse(directory, owner);
    await removeAbandoned(directory, path);
  }
  throw directoryInUse(directory, 'another process that starts at this moment');
}

function socketPath(directory: string): string {
  const path = join(directory, 'owner.sock');
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= LONGEST_SOCKET_PATH_BYTES) return path;
  const name = `cloud-emulator-${createHash('sha256').update(directory).digest('hex').slice(0, 24)}`;
  return process.platform === 'win32' ? `\\\\?\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

const listen = (server: Server, path: string): Promise<NodeJS.ErrnoException | undefined> =>
  new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(path, () => resolve(undefined));
  });

/** Who holds the socket, or undefined when nobody listens there any more. */
const askOwner = (path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    let answer = '';
    const client = connect(path);
    client.setTimeout(ANSWER_TIMEOUT_MS, () => {
      client.destroy();
      resolve('a process that does not answer');
    });
    client.on('data', (text) => {
      answer += text.toString();
    });
    client.on('end', () => resolve(`process ${answer}`));
    client.on('error', () => resolve(undefined));
  });

/** Moves the socket aside before removing it: in between, another process may have put its own in this place. */
async function removeAbandoned(directory: string, path: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const owner = await askOwner(aside);
  if (owner) {
    renameSync(aside, path);
    throw directoryInUse(directory, owner);
  }
  unlinkSync(aside);
}
