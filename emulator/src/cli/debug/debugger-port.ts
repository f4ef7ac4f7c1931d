// The port of this machine to which debuggers connect: it stays the same while the processes of the function come and go, each with a port of its own.
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Protocol = 'inspector' | 'debugpy';

export interface DebuggerPort {
  readonly port: number;
  /** Where the newest process listens: `127.0.0.1:41234`. Undefined while there is none. */
  lead(address: string | undefined): void;
  close(): void;
}

const LOOPBACK = '127.0.0.1';
/** The first bytes of a request or of a message. */
const MAX_HEAD_BYTES = 16 * 1024;

export interface DebuggerPortOptions {
  readonly protocol: Protocol;
  /** A debugger has connected, and the process cannot be reached. */
  readonly unreachable: (address: string) => void;
}

/** Listens at the port, or at a free one where another program has it. @throws Error where it cannot listen at all */
export async function openDebuggerPort(port: number, options: DebuggerPortOptions): Promise<DebuggerPort> {
  const sockets = new Set<Socket>();
  let target: string | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    admit(socket, options, () => target);
  });
  await listen(server, port).catch(() => listen(server, 0));
  return {
    port: (server.address() as { port: number }).port,
    lead: (address) => {
      if (address !== target) for (const socket of sockets) socket.destroy();
      target = address;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, LOOPBACK, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Passes a connection on once its first bytes show that no web page has made it. */
function admit(socket: Socket, { protocol, unreachable }: DebuggerPortOptions, target: () => string | undefined): void {
  let head = Buffer.alloc(0);
  const read = (bytes: Buffer): void => {
    head = Buffer.concat([head, bytes]);
    const verdict = protocol === 'inspector' ? judgeRequest(head) : judgeMessage(head);
    if (verdict === 'wait' && head.length < MAX_HEAD_BYTES) return;
    socket.off('data', read);
    const address = target();
    if (verdict !== 'admit' || address === undefined) return void socket.destroy();
    socket.pause();
    const onward = connect(Number(address.replace(/^.*:/, '')), LOOPBACK);
    let connected = false;
    onward.once('connect', () => {
      connected = true;
    });
    onward.on('error', () => {
      if (!connected && address === target()) unreachable(address);
    });
    onward.once('close', () => socket.destroy());
    socket.once('close', () => onward.destroy());
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  };
  socket.on('data', read);
}

type Verdict = 'admit' | 'refuse' | 'wait';

/**
 * The inspector itself refuses hosts that are neither an address nor localhost. Beyond that, a web page names itself in `Origin`; debuggers
 * send none, or one of their own scheme (`devtools://`).
 */
export function judgeRequest(head: Buffer): Verdict {
  const text = head.toString('latin1');
  if (!'GET '.startsWith(text.slice(0, 4))) return 'refuse';
  if (!text.includes('\r\n\r\n')) return 'wait';
  const [, origin = ''] = /^origin:[ \t]*(\S*)/im.exec(text) ?? [];
  return /^https?:|^null$/i.test(origin) ? 'refuse' : 'admit';
}

/** The protocol of debugpy begins with a header as HTTP has them, which it reads leniently: a request of a web page must not pass for it. */
export function judgeMessage(head: Buffer): Verdict {
  const begin = 'Content-Length:';
  const text = head.toString('latin1', 0, begin.length);
  if (text === begin) return 'admit';
  return begin.startsWith(text) ? 'wait' : 'refuse';
}
