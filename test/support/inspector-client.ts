// A debugger for tests: speaks the protocol of the Node.js inspector over a WebSocket.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

export class InspectorClient {
  readonly #socket: Socket;
  readonly #seen: Message[] = [];
  #waiting: (() => void) | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #id = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#read(bytes)).on('error', () => undefined);
  }

  /** Attaches to the first target of the inspector at that port of this machine. */
  static async attach(port: number): Promise<InspectorClient> {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
    const { pathname } = new URL(target!.webSocketDebuggerUrl);
    const socket = connect(port, '127.0.0.1');
    const key = randomBytes(16).toString('base64');
    const head = [`GET ${pathname} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: Upgrade', 'Upgrade: websocket'];
    socket.write([...head, 'Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${key}`, '', ''].join('\r\n'));
    await once(socket, 'data');
    return new InspectorClient(socket);
  }

  /** Resolves with the result. */
  async send(method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#id;
    const text = Buffer.from(JSON.stringify({ id, method, params }));
    // One unfragmented text frame of up to 64 KB, with a mask of zeros.
    const length = text.length < 126 ? [0x80 | text.length] : [0x80 | 126, text.length >> 8, text.length & 0xff];
    this.#socket.write(Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), text]));
    return (await this.#until((message) => message.id === id)).result ?? {};
  }

  /** Resolves with the parameters of the next event of that name that has not been taken. */
  async event(method: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#until((message) => message.method === method)).params ?? {};
  }

  close(): void {
    this.#socket.destroy();
  }

  async #until(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const at = this.#seen.findIndex(fits);
      if (at >= 0) return this.#seen.splice(at, 1)[0]!;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const short = (this.#bytes[1] ?? 0) & 0x7f;
      const head = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (this.#bytes.length < head) return;
      const length = short === 127 ? Number(this.#bytes.readBigUInt64BE(2)) : short === 126 ? this.#bytes.readUInt16BE(2) : short;
      if (this.#bytes.length < head + length) return;
      this.#seen.push(JSON.parse(this.#bytes.toString('utf8', head, head + length)) as Message);
      this.#bytes = this.#bytes.subarray(head + length);
      this.#waiting?.();
    }
  }
}
