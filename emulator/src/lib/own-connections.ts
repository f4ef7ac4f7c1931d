// Connections that the emulator opens to its own port for somebody else. The gateway knows them by their two ends, which no
// caller can choose, whatever host name and path they ask for.

/** For whom: for a function that reaches the gateway alone, or for whoever named the address of a request. */
export type ConnectionUse = 'function' | 'forwarded';

/** One end of a connection and the other. */
export interface Ends {
  readonly localAddress?: string | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** A socket that is to be connected, without Node.js's type: the explorer's build reads the types of this file. */
interface Connecting extends Ends {
  readonly localPort?: number | undefined;
  once(event: 'connect', listener: () => void): unknown;
}

/** Taken when the connection is accepted: afterwards it may be gone. */
export const endsOf = ({ localAddress, remoteAddress, remotePort }: Ends): Ends => ({ localAddress, remoteAddress, remotePort });

const plain = (address = ''): string => address.replace(/^::ffff:/, '');
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';
const isOneMachine = (one: string, other: string): boolean => one === other || (isLoopback(one) && isLoopback(other));
const keyOf = (from: string, fromPort: number | undefined, to: string): string => `${from}/${fromPort}/${to}`;

export class OwnConnections {
  readonly #port: number;
  readonly #uses = new Map<string, ConnectionUse>();

  /** `port`: the gateway's. */
  constructor(port: number) {
    this.#port = port;
  }

  /** Called before the socket is connected: afterwards its first bytes may have arrived. `use` is asked once it is. */
  note(socket: Connecting, use: () => ConnectionUse | undefined): void {
    socket.once('connect', () => {
      const [from, to] = [plain(socket.localAddress), plain(socket.remoteAddress)];
      const found = socket.remotePort === this.#port && isOneMachine(from, to) ? use() : undefined;
      if (found) this.#uses.set(keyOf(from, socket.localPort, to), found);
    });
  }

  /** For a connection that the gateway has accepted; undefined where a client opened it. */
  useOf({ remoteAddress, remotePort, localAddress }: Ends): ConnectionUse | undefined {
    return this.#uses.size === 0 ? undefined : this.#uses.get(keyOf(plain(remoteAddress), remotePort, plain(localAddress)));
  }

  /** The accepted connection has ended. */
  forget({ remoteAddress, remotePort, localAddress }: Ends): void {
    this.#uses.delete(keyOf(plain(remoteAddress), remotePort, plain(localAddress)));
  }
}
