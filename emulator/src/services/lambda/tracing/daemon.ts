// The X-Ray daemon of an account in a region: functions send segments to its UDP port, and ask at the same TCP port how much to sample.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Owned } from '#core/owned';
import { DATAGRAM_IGNORED } from './messages.ts';

/** The kernel keeps so much while this process is busy: with its usual 200 KB, most of some thousand datagrams would be lost. */
const RECEIVE_BYTES = 4 * 1024 * 1024;
/** Limit: bytes of a question to the daemon. */
const MAX_QUESTION_BYTES = 64 * 1024;
/** Ports that are tried: a port that is free for UDP may be taken for TCP. */
const MAX_TRIES = 10;
const HEADER = '{"format"';
const AS = { service: 'lambda.amazonaws.com' };

class Daemon {
  readonly #ctx: Ctx;
  #udp: Socket | undefined;
  #tcp: Server | undefined;
  #documents: string[] = [];
  #hasWarned = false;

  constructor(ctx: Ctx) {
    this.#ctx = ctx;
  }

  /** `127.0.0.1:40123` */
  async open(): Promise<string> {
    for (let left = MAX_TRIES; ; left--) {
      const udp = createSocket('udp4');
      const tcp = createServer((request, response) => void this.#answer(request, response));
      try {
        udp.bind(0, '127.0.0.1');
        await once(udp, 'listening');
        const { port } = udp.address();
        tcp.listen(port, '127.0.0.1');
        await once(tcp, 'listening');
        this.#serve(udp, tcp);
        return `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
      } catch (error) {
        udp.close();
        tcp.close();
        if (left === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
  }

  #serve(udp: Socket, tcp: Server): void {
    udp.setRecvBufferSize(RECEIVE_BYTES);
    udp.on('message', (message) => this.#take(message.toString()));
    udp.on('error', (error) => this.#ctx.log.debug(() => `The daemon: ${error.message}`));
    this.#udp = udp.unref();
    this.#tcp = tcp.unref();
  }

  close(): void {
    this.#udp?.close();
    this.#tcp?.closeAllConnections();
    this.#tcp?.close();
  }

  /** A datagram is a line that says which form follows, and a document. The documents of one turn are sent together. */
  #take(datagram: string): void {
    const end = datagram.indexOf('\n');
    const document = end < 0 ? '' : datagram.slice(end + 1).trim();
    if (datagram.startsWith(HEADER) && document !== '') this.#keep(document);
    else this.#warn('it has no header line, or no document');
  }

  #keep(document: string): void {
    this.#documents.push(document);
    if (this.#documents.length === 1) setImmediate(() => void this.#ctx.track(this.#send()));
  }

  #warn(problem: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#ctx.log.write(DATAGRAM_IGNORED, { problem });
  }

  async #send(): Promise<void> {
    const TraceSegmentDocuments = this.#documents;
    this.#documents = [];
    try {
      const answer = await this.#ctx.call('xray', 'PutTraceSegments', { TraceSegmentDocuments }, { as: AS, isPlumbing: true });
      const [refused] = answer.UnprocessedTraceSegments ?? [];
      if (refused) this.#warn(refused.Message ?? '');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#warn(error.message);
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#sampling(request, response);
    } catch (error) {
      // The function has gone, or the emulator stops meanwhile
      this.#ctx.log.debug(() => `The daemon: ${String(error)}`);
      response.destroy();
    }
  }

  /** SDKs ask without a signature: `POST /GetSamplingRules`, `POST /SamplingTargets`. */
  async #sampling(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (request.method !== 'POST' || !['/GetSamplingRules', '/SamplingTargets'].includes(path)) return refuse(request, response, 404);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of request as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_QUESTION_BYTES) return refuse(request, response, 413);
      pieces.push(piece);
    }
    const headers = { host: `xray.${this.#ctx.region}.amazonaws.com`, 'content-type': 'application/json' };
    const asked = { method: 'POST', path, rawQuery: '', headers, body: Buffer.concat(pieces) };
    const answer = await this.#ctx.ask(asked, { as: AS, isPlumbing: true });
    response.writeHead(answer?.status ?? 404, { 'content-type': 'application/json' }).end(answer?.body);
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  request.resume();
  response.writeHead(status).end();
}

class Daemons implements Owned {
  readonly #opened = new Map<string, { readonly daemon: Daemon; readonly address: Promise<string> }>();

  /** It opens with the first function of the account in the region. */
  address(ctx: Ctx): Promise<string> {
    const place = `${ctx.account}/${ctx.region}`;
    let opened = this.#opened.get(place);
    if (!opened) {
      const daemon = new Daemon(ctx);
      this.#opened.set(place, (opened = { daemon, address: daemon.open() }));
    }
    return opened.address;
  }

  async stop(): Promise<void> {
    for (const { daemon, address } of this.#opened.values()) {
      await address.catch(() => undefined);
      daemon.close();
    }
  }
}

/** `127.0.0.1:40123`: for the variables of functions. */
export const daemonAddress = (ctx: Ctx): Promise<string> => ctx.own('lambda.trace-daemons', () => new Daemons()).address(ctx);
