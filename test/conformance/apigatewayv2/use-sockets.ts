// WebSocket clients for tests.
import { WebSocket } from 'ws';

const SILENCE_MS = 120_000;

/** A client that keeps what it hears. */
export class SocketClient {
  readonly socket: WebSocket;
  readonly heard: string[] = [];
  readonly #waiting: ((text: string) => void)[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(url: string, { headers = {}, protocols = [] as string[] } = {}) {
    const { port, host, pathname, search } = new URL(url);
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${pathname}${search}`, protocols, { headers: { Host: host, ...headers } });
    this.socket.on('message', (data: Buffer) => {
      const next = this.#waiting.shift();
      if (next) next(data.toString());
      else this.heard.push(data.toString());
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })));
  }
  opened(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', () => resolve(this));
      this.socket.once('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))));
    });
  }
  /** @throws Error when nothing is heard for two minutes */
  next(): Promise<string> {
    const heard = this.heard.shift();
    if (heard !== undefined) return Promise.resolve(heard);
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`Nothing was heard for ${SILENCE_MS / 1000} s.`)), SILENCE_MS);
      this.#waiting.push((text) => {
        clearTimeout(limit);
        resolve(text);
      });
    });
  }
}

/** A client that is connected. Rejects with the status that refuses it. */
export const open = (url: string, options = {}): Promise<SocketClient> => new SocketClient(url, options).opened();
