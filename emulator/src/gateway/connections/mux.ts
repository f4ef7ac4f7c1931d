// One port for everything: the first bytes of a connection tell TLS, HTTP/2 with prior knowledge and HTTP/1.1 apart.
import type net from 'node:net';
import { endsOf, type OwnConnections } from '#lib/own-connections';
import type { ConnectionLimits } from './connection-limits.ts';
import type { HttpServers } from './http-servers.ts';
import type { Listener } from './listener.ts';

const TLS_HANDSHAKE = 0x16;

export interface MuxParts {
  readonly listener: Listener;
  readonly servers: HttpServers;
  readonly limits: ConnectionLimits;
  readonly ownConnections: OwnConnections;
  /** Called when TLS could not be set up. */
  readonly failed: (error: unknown) => void;
}

export interface Mux {
  /** Ends open connections: idle ones at once, the others after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Serves the listener's connections. */
export function createMux({ listener, servers, limits, ownConnections, failed }: MuxParts): Mux {
  // Node.js watches over connections (time limits, idleness) only on a server that listens, and the HTTP/1 server never listens itself.
  servers.http1.emit('listening');
  const sockets = new Set<net.Socket>();
  const take = (socket: net.Socket): void => {
    sockets.add(socket);
    const ends = endsOf(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      ownConnections.forget(ends);
    });
    socket.setTimeout(limits.firstBytesMs, () => socket.destroy());
    socket.once('data', (first) => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.pause();
      socket.unshift(first);
      void hand(socket, first);
    });
  };
  const hand = async (socket: net.Socket, first: Buffer): Promise<void> => {
    if (first[0] === TLS_HANDSHAKE) {
      try {
        (await servers.tls()).emit('connection', socket);
      } catch (error) {
        failed(error);
        socket.destroy();
      }
    } else if (first.toString('latin1', 0, 3) === 'PRI') {
      servers.http2().emit('connection', socket);
    } else {
      servers.http1.emit('connection', socket);
      socket.resume();
    }
  };
  listener.serve(take);
  return {
    close: async (graceMs) => {
      const closed = listener.close();
      servers.http1.close(() => {}); // closes idle connections now, and the others with their answers
      const force = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, graceMs);
      force.unref();
      await closed;
      clearTimeout(force);
    },
  };
}
