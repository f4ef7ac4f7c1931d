// A name server for functions and hosts that are configured to use it: the cloud's names lead to the emulator, all others go upstream.
import { createSocket, type Socket } from 'node:dgram';
import { getServers } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIPv6, type Server as TcpServer, type Socket as TcpSocket } from 'node:net';
import { MAX_PORT } from '#config/listen-address';
import { ADDRESS_INVALID, OPTION_INVALID } from '#config/messages';
import { isEmulated } from '#lib/emulated-names';
import { EmulatorError } from '#lib/emulator-error';
import type { MessageLog } from '#lib/message';
import { Regex } from '#lib/regex/regex';
import { addressFor, recordOf } from './address.ts';
import { answer, FORMAT_ERROR, failure, isQuery, questionOf, SERVER_FAILURE } from './message.ts';
import { NAME_SERVER_FAILED } from './messages.ts';
import { askOverTcp, askOverUdp, framed, type Server } from './upstream.ts';

const DNS_PORT = 53;
/** Limit: bytes of a message to the name server. */
const MAX_MESSAGE_BYTES = 65_535;
const IDLE_MS = 10_000;

export interface NameServerOptions {
  /** `127.0.0.1`, `0.0.0.0:5353`, `[::1]:53`. */
  readonly listen: string;
  /** In the same form; by default the system's first name server. */
  readonly upstream: string;
  /** Patterns of names that go upstream although they belong to the cloud, separated by commas. */
  readonly leave: string;
  readonly gatewayHost: string;
  /** Whether a name is the emulator's; by default all names of the cloud are. */
  readonly isOurs?: ((name: string) => boolean) | undefined;
  readonly log: MessageLog & { debug(text: () => string): void };
}

export interface NameServer {
  readonly address: Server;
  close(): Promise<void>;
}

type Ask = (query: Buffer, server: Server) => Promise<Buffer>;

/** Undefined where the port may not be opened: this is logged, and the emulator goes on. */
export async function openNameServer(options: NameServerOptions): Promise<NameServer | undefined> {
  const listen = serverAt(options.listen, 'DNS_ADDRESS');
  const resolve = createResolve(options, listen);
  const udp = createSocket(isIPv6(listen.host) ? 'udp6' : 'udp4');
  const connections = new Set<TcpSocket>();
  const tcp = tcpServer(resolve, connections);
  try {
    const port = await bind(udp, tcp, listen);
    udp.on('error', (error) => options.log.write(NAME_SERVER_FAILED, { problem: String(error) }));
    udp.on('message', (query, from) => {
      if (isQuery(query))
        void resolve(query, from.address, askOverUdp)
          .then((message) => udp.send(message, from.port, from.address), ignore)
          .catch(ignore);
    });
    return { address: { ...listen, port }, close: () => close(udp, tcp, connections) };
  } catch (error) {
    const rights = (error as NodeJS.ErrnoException).code === 'EACCES' ? ': ports below 1024 need rights' : '';
    const problem = `no name server at ${options.listen}${rights} (${(error as Error).message}); names are resolved as before (DNS_ADDRESS=0 is off)`;
    options.log.write(NAME_SERVER_FAILED, { problem });
    await close(udp, tcp, connections);
    return undefined;
  }
}

function createResolve({ upstream, leave, gatewayHost, isOurs = isEmulated, log }: NameServerOptions, own: Server) {
  const left = leave.split(',').filter(Boolean).map(readPattern);
  const above = upstream ? serverAt(upstream, 'DNS_SERVER') : systemServer(own);
  return async (query: Buffer, asker: string, ask: Ask): Promise<Buffer> => {
    const question = questionOf(query);
    if (!question) return failure(query, FORMAT_ERROR);
    const ours = isOurs(question.name) && !left.some((pattern) => pattern.test(question.name));
    log.debug(() => `${question.name} type ${question.type} for ${asker}: ${ours ? 'the emulator' : (above?.host ?? 'nobody')}`);
    if (ours) return answer(query, question, recordOf(addressFor(asker, gatewayHost), question.type));
    return above ? ask(query, above) : failure(query, SERVER_FAILURE);
  };
}

/** For errors after the client has gone or this server was closed. */
const ignore = (): void => {};

function readPattern(text: string): Regex {
  try {
    return new Regex(text.trim(), { whole: false });
  } catch (cause) {
    throw new EmulatorError(OPTION_INVALID, `DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM: ${(cause as Error).message}`, {
      hint: 'It takes regular expressions, comma separated.',
      cause,
    });
  }
}

function tcpServer(resolve: ReturnType<typeof createResolve>, connections: Set<TcpSocket>): TcpServer {
  return createServer((socket: TcpSocket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
    let received = Buffer.alloc(0);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const query = received.subarray(2, 2 + received.readUInt16BE(0));
        received = received.subarray(2 + query.length);
        if (!isQuery(query)) return void socket.destroy();
        void resolve(query, socket.remoteAddress ?? '', askOverTcp).then(
          (message) => socket.writable && socket.write(framed(message)),
          ignore,
        );
      }
      if (received.length > MAX_MESSAGE_BYTES + 2) socket.destroy();
    });
  });
}

/** Binds both to one port; returns the port, which matters where a free one was requested. */
async function bind(udp: Socket, tcp: TcpServer, { host, port }: Server): Promise<number> {
  tcp.listen(port, host);
  await once(tcp, 'listening');
  // Free TCP ports are rarer, so the TCP port is chosen first: the same UDP port is usually free.
  const bound = (tcp.address() as AddressInfo).port;
  udp.bind(bound, host);
  await once(udp, 'listening');
  return bound;
}

async function close(udp: Socket, tcp: TcpServer, connections: ReadonlySet<TcpSocket>): Promise<void> {
  udp.removeAllListeners('message');
  try {
    udp.close();
  } catch {
    // It was never open.
  }
  if (!tcp.listening) return;
  const closed = new Promise((resolve) => tcp.close(resolve));
  for (const socket of connections) socket.destroy();
  await closed;
}

/** `option` names the setting in the error. @throws EmulatorError ADDRESS_INVALID */
function serverAt(text: string, option: string): Server {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  if (Number(port ?? 0) > MAX_PORT)
    throw new EmulatorError(ADDRESS_INVALID, `${option}=${text} is not an address.`, { hint: 'Write it as 127.0.0.1:53.' });
  return { host: bracketed ?? (plain || (port ? '127.0.0.1' : text)), port: port === undefined ? DNS_PORT : Number(port) };
}

/** The system's name server, unless it is this one. */
function systemServer(own: Server): Server | undefined {
  const servers = getServers().map((text) =>
    isIPv6(text) ? { host: text, port: DNS_PORT } : serverAt(text, 'the name server of this machine'),
  );
  return servers.find(({ host, port }) => port !== own.port || (host !== own.host && !(own.host === '0.0.0.0' && host.startsWith('127.'))));
}
