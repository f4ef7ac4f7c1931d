// Sockets that tell who owns a data directory. The kernel closes a socket with its process, so a socket that answers belongs to a live process.

import { connect, createServer, type Server } from 'node:net';

const ANSWER_TIMEOUT_MS = 1000;

export interface OwnerSocket {
  /** Whether this process owns the directory, or still looks for another owner. */
  settled: boolean;
  /** Closes the socket; the kernel or Node removes its name. */
  close(): Promise<void>;
}

export interface OtherProcess {
  /** For messages: `process 4711`. */
  readonly owner: string;
  /** False while that process itself still looks for another owner. */
  readonly settled: boolean;
}

/**
 * Listens under this name and answers with this process's id. Resolves to undefined where another process listens there already.
 * @throws the system's error where the name cannot be used at all.
 */
export async function openOwnerSocket(path: string): Promise<OwnerSocket | undefined> {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.end(`${socket.settled ? 'owner' : 'contender'} ${process.pid}`);
  });
  const socket: OwnerSocket = { settled: false, close: () => closed(server) };
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen(path, () => resolve(undefined));
  });
  if (problem?.code === 'EADDRINUSE') return undefined;
  if (problem) throw problem;
  server.unref();
  return socket;
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Asks the process that listens there who it is. Resolves to undefined where nobody listens, or where the process ends at this moment. */
export const askOwner = (path: string): Promise<OtherProcess | undefined> =>
  new Promise((resolve) => {
    let text = '';
    const client = connect(path);
    const silent: OtherProcess = { owner: 'a process that does not answer', settled: true };
    client.setTimeout(ANSWER_TIMEOUT_MS, () => {
      client.destroy();
      resolve(silent);
    });
    client.on('data', (data) => {
      text += data.toString();
    });
    client.on('end', () => {
      client.destroy();
      const [, state, pid] = /^(owner|contender) (\d+)$/.exec(text) ?? [];
      resolve(pid === undefined ? undefined : { owner: `process ${pid}`, settled: state === 'owner' });
    });
    client.on('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET' || code === 'EPIPE' ? undefined : silent),
    );
  });
