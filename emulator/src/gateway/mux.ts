// One port for everything: the first bytes of a connection tell TLS, HTTP/2 with prior knowledge and HTTP/1.1 apart.

import type http from 'node:http';
import type http2 from 'node:http2';
import net from 'node:net';

const TLS_HANDSHAKE = 0x16;
const FIRST_BYTES_WITHIN_MS = 30_000;

export interface Servers {
  readonly http1: http.Server;
  readonly http2: () => http2.Http2Server;
  /** Made at the first TLS connection. */
  readonly tls: () => Promise<http2.Http2SecureServer>;
  /** Told when TLS could not be set up. */
  readonly failed: (error: unknown) => void;
}

export interface Mux {
  readonly server: net.Server;
  /** Ends open connections: idle ones at once, the rest when `graceMs` is over. */
  close(graceMs: number): Promise<void>;
}

export function createMux(servers: Servers): Mux {
  // It never listens itself, and only then would it watch over its connections: their time limits, and which are idle.
  servers.http1.emit('listening');
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(FIRST_BYTES_WITHIN_MS, () => socket.destroy());
    socket.once('data', (first) => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.pause();
      socket.unshift(first);
      void hand(socket, first);
    });
  });
  const hand = async (socket: net.Socket, first: Buffer): Promise<void> => {
    if (first[0] === TLS_HANDSHAKE) {
      try {
        (await servers.tls()).emit('connection', socket);
      } catch (error) {
        servers.failed(error);
        socket.destroy();
      }
    } else if (first.toString('latin1', 0, 3) === 'PRI') {
      servers.http2().emit('connection', socket);
    } else {
      servers.http1.emit('connection', socket);
      socket.resume();
    }
  };
  return {
    server,
    close: (graceMs) =>
      new Promise((resolve) => {
        server.close(() => resolve());
        servers.http1.close(() => {}); // closes idle connections now, and the others with their answers
        const force = setTimeout(() => {
          for (const socket of sockets) socket.destroy();
        }, graceMs);
        force.unref();
        server.once('close', () => clearTimeout(force));
      }),
  };
}
