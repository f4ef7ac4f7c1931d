// One HTTP request whose answer is read by whoever asked.
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';

/** Where a server listens: an address of this machine, a socket file, or what a function connects to. */
export type Server =
  | { readonly host: string; readonly port: number }
  | { readonly socketPath: string }
  | { readonly connect: () => Socket };

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders | readonly string[];
  readonly signal: AbortSignal;
  /** A body that streams is written by the one who gets the request. */
  readonly body?: Uint8Array | ((sending: NodeJS.WritableStream) => void);
}

/** Each exchange has a connection of its own: servers close idle ones when they like. @throws where the connection fails or breaks */
export function exchange(server: Server, { method, path, headers, signal, body }: Sent): Promise<IncomingMessage> {
  const through = 'connect' in server ? { createConnection: server.connect } : { ...server, agent: new Agent({ keepAlive: false }) };
  return new Promise((resolve, reject) => {
    const sending = request({ ...through, method, path, headers: headers as OutgoingHttpHeaders, signal }, resolve);
    sending.on('error', reject);
    if (typeof body === 'function') body(sending);
    else sending.end(body);
  });
}

/** The whole body; undefined where it is longer than `limit` bytes. */
export async function bodyOf(answer: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limit) {
      answer.destroy();
      return undefined;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
