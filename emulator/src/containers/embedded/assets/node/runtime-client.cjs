// The Runtime API over one bare socket: loading node:http would cost every cold start more than ten milliseconds.

const net = require('node:net');

const endOfHead = '\r\n\r\n';

class RuntimeClient {
  constructor(address) {
    // This header admits the process at once; the function's own code does not need it.
    this.host = `Host: ${address}\r\nEmulator-Access: ${process.env._EMULATOR_ACCESS}\r\n`;
    delete process.env._EMULATOR_ACCESS;
    this.awaiting = [];
    this.chunks = [];
    this.size = 0;
    this.head = undefined;
    const [host, port] = address.split(':');
    this.socket = net.connect({ host, port: Number(port), noDelay: true });
    this.socket.on('data', (chunk) => {
      this.chunks.push(chunk);
      this.size += chunk.length;
      while (this.takeResponse());
    });
    // The process that hands out invocations is gone.
    this.socket.on('error', () => process.exit(0));
    this.socket.on('close', () => process.exit(0));
  }

  /** While the socket is not held, it does not keep the event loop alive, so that an empty event loop is noticed. */
  hold() {
    this.socket.ref();
  }
  release() {
    this.socket.unref();
  }

  request(method, path, headers = {}, body = undefined) {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const lines = Object.entries(bytes ? { ...headers, 'Content-Length': bytes.length } : headers);
    this.socket.cork();
    this.socket.write(this.headOf(method, path, lines));
    if (bytes?.length) this.socket.write(bytes);
    this.socket.uncork();
    return new Promise((resolve) => this.awaiting.push(resolve));
  }

  /** A request whose body is written piece by piece. */
  stream(path, headers) {
    this.socket.write(this.headOf('POST', path, Object.entries({ ...headers, 'Transfer-Encoding': 'chunked' })));
    const answered = new Promise((resolve) => this.awaiting.push(resolve));
    return {
      answered,
      write: (bytes, then) => {
        if (bytes.length === 0) return then();
        this.socket.cork();
        this.socket.write(`${bytes.length.toString(16)}\r\n`);
        this.socket.write(bytes);
        this.socket.write('\r\n');
        this.socket.uncork();
        if (this.socket.writableNeedDrain) this.socket.once('drain', then);
        else then();
      },
      end: (trailers = {}) => {
        const lines = Object.entries(trailers).map(([name, value]) => `${name}: ${value}\r\n`);
        this.socket.write(`0\r\n${lines.join('')}\r\n`);
      },
    };
  }

  headOf(method, path, headers) {
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
    return `${method} ${path} HTTP/1.1\r\n${this.host}${lines.join('')}\r\n`;
  }

  joined() {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] ?? Buffer.alloc(0);
  }

  keep(rest) {
    this.chunks = rest.length ? [rest] : [];
    this.size = rest.length;
  }

  takeResponse() {
    if (this.head === undefined) {
      const buffer = this.joined();
      const end = buffer.indexOf(endOfHead);
      if (end < 0) return false;
      this.head = parseHead(buffer.toString('utf8', 0, end));
      this.keep(buffer.subarray(end + endOfHead.length));
    }
    const length = Number(this.head.get('content-length') ?? 0);
    if (this.size < length) return false;
    const buffer = this.joined();
    const headers = this.head;
    this.head = undefined;
    this.keep(buffer.subarray(length));
    this.awaiting.shift()?.({ headers, body: buffer.subarray(0, length) });
    return this.size > 0;
  }
}

function parseHead(text) {
  const headers = new Map();
  for (const line of text.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

module.exports = { RuntimeClient };
