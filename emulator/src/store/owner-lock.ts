// One emulator per data directory: lmdb lets a second process in, and then two memories would each be the truth.
// Each contender listens on a socket of its own name beside the data and then looks for others: of two, at least one sees the other.
// The kernel closes a socket with its process, so that what a crash leaves is told from what is held.

import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { directoryInUse, unusableDirectory } from './store-errors.ts';

// The kernel's limit is 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH_BYTES = 100;
const ANSWER_TIMEOUT_MS = 1000;
const ATTEMPTS = 20;
const STEP_BACK_MS = 40;

interface Answer {
  readonly owner: string;
  /** False while it looks for others itself. */
  readonly settled: boolean;
}

/** Resolves to what releases the directory; `directory` is its real path. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const bid = await makeBid(directory);
    const other = await liveOther(bid);
    if (!other) {
      bid.settled = true;
      return () => withdraw(bid);
    }
    await withdraw(bid);
    if (other.settled) throw directoryInUse(directory, other.owner);
    await sleep(randomInt(STEP_BACK_MS));
  }
  throw directoryInUse(directory, 'another process that starts at this moment');
}

interface Bid {
  readonly folder: string;
  readonly prefix: string;
  readonly name: string;
  readonly server: Server;
  settled: boolean;
}

async function makeBid(directory: string): Promise<Bid> {
  const { folder, prefix, name } = socketName(directory);
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.end(`${bid.settled ? 'owner' : 'contender'} ${process.pid}`);
  });
  const bid: Bid = { folder, prefix, name, server, settled: false };
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(join(folder, name), () => resolve(undefined));
  });
  if (problem?.code === 'EADDRINUSE') throw directoryInUse(directory, 'another process');
  if (problem) throw unusableDirectory(directory, problem);
  server.unref();
  return bid;
}

/** Closing a server removes its socket. */
const withdraw = ({ server }: Bid): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Beside the data; where its path is too long for a socket, among the machine's temporary files. */
function socketName(directory: string): Pick<Bid, 'folder' | 'prefix' | 'name'> {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 24);
  // A named pipe has one owner by itself, who takes it with him.
  if (process.platform === 'win32') return { folder: '\\\\?\\pipe', prefix: '', name: `cloud-emulator-${hash}` };
  const unique = `${randomBytes(4).toString('hex')}.sock`;
  const beside = `owner-${unique}`;
  if (Buffer.byteLength(join(directory, beside)) <= LONGEST_SOCKET_PATH_BYTES) return { folder: directory, prefix: 'owner-', name: beside };
  const prefix = `cloud-emulator-${hash}-`;
  return { folder: tmpdir(), prefix, name: prefix + unique };
}

/** Asks every other socket; removes those that nobody listens on. A settled owner is answered before a contender. */
async function liveOther({ folder, prefix, name }: Bid): Promise<Answer | undefined> {
  if (prefix === '') return undefined;
  let contender: Answer | undefined;
  for (const other of readdirSync(folder)) {
    if (other === name || !other.startsWith(prefix) || !other.endsWith('.sock')) continue;
    const answer = await ask(join(folder, other));
    if (answer?.settled) return answer;
    if (answer) contender = answer;
    else rmSync(join(folder, other), { force: true });
  }
  return contender;
}

const ask = (path: string): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    let text = '';
    const client = connect(path);
    const silent: Answer = { owner: 'a process that does not answer', settled: true };
    client.setTimeout(ANSWER_TIMEOUT_MS, () => {
      client.destroy();
      resolve(silent);
    });
    client.on('data', (data) => {
      text += data.toString();
    });
    client.on('end', () => {
      client.destroy();
      const [state, pid] = text.split(' ');
      resolve({ owner: `process ${pid}`, settled: state === 'owner' });
    });
    client.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' || code === 'ENOENT' ? undefined : silent));
  });
