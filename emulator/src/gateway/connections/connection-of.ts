// Facts about the connection of a request. A request can lose its connection: an HTTP/2 stream has none once it is closed, nor has a
// request whose body broke off.
import type { IncomingMessage } from 'node:http';

export interface ConnectionFacts {
  readonly encrypted: boolean;
  /** All undefined where the connection is gone. */
  readonly localAddress: string | undefined;
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
}

/** Over HTTP/2 the request itself says whether it is encrypted, because its session and socket may be gone already. */
export function connectionOf(request: IncomingMessage): ConnectionFacts {
  const socket = request.socket as IncomingMessage['socket'] | null;
  const scheme = request.headers[':scheme'];
  const encrypted = scheme === undefined ? socket !== null && 'encrypted' in socket : scheme === 'https';
  const { localAddress, remoteAddress, remotePort } = socket ?? {};
  return { encrypted, localAddress, remoteAddress, remotePort };
}
