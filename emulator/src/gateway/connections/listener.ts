// The port of the gateway. It is opened before anything is served, so that every other part is constructed with its address.
import net from 'node:net';
import { listenAddress, listenUrl } from '#config/listen-address';
import { ADDRESS_INVALID } from '#config/messages';
import { PORT_FORBIDDEN, PORT_TAKEN } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { maxConnections, processLimits } from './connection-limits.ts';

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** `http://127.0.0.1:4566` */
  readonly url: string;
  /** Hands over each connection, beginning with connections that arrived earlier and waited. */
  serve(take: (socket: net.Socket) => void): void;
  /** Accepts no more connections. Resolves when the last one has ended; connections that were never served end at once. */
  close(): Promise<void>;
}

/** `listen`: an address, a port or both. @throws EmulatorError PORT_TAKEN, ADDRESS_INVALID, PORT_FORBIDDEN */
export async function openListener(listen: string): Promise<Listener> {
  const { host, port } = listenAddress(listen);
  let waiting: net.Socket[] = [];
  let take = (socket: net.Socket): void => void waiting.push(socket);
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    take(socket);
  });
  // Connections beyond the limit are ended on arrival.
  server.maxConnections = maxConnections(processLimits()) ?? Number.POSITIVE_INFINITY;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)));
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as net.AddressInfo).port;
  return {
    host,
    port: bound,
    url: listenUrl({ host, port: bound }),
    serve: (serving) => {
      take = serving;
      for (const socket of waiting) if (!socket.destroyed) serving(socket);
      waiting = [];
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of waiting) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): EmulatorError {
  if (error.code === 'EADDRINUSE')
    return new EmulatorError(PORT_TAKEN, `Port ${port} on ${host} is in use.`, {
      hint: '`emulator status` tells whether it is an emulator; GATEWAY_LISTEN=127.0.0.1:4567 takes another port.',
      cause: error,
    });
  if (error.code === 'EACCES')
    return new EmulatorError(PORT_FORBIDDEN, `Port ${port} may not be opened by this user.`, {
      hint: 'Ports from 1024 up need no special rights.',
      cause: error,
    });
  return new EmulatorError(ADDRESS_INVALID, `Cannot listen on ${host}:${port}: ${error.message}`, {
    hint: 'GATEWAY_LISTEN names the address.',
    cause: error,
  });
}
