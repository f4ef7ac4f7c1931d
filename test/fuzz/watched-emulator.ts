// An emulator in a process of its own, watched: how long its main thread was on the processor for each request, and whether it still runs.
// The kernel counts (schedstat, Linux): waiting for a busy machine costs nothing, so a loaded one does not fail.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import type { CapturedRequest } from '../support/captured.ts';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { longestTurnMs, meterModule } from '../support/turn-meter.ts';
import { within } from './within.ts';

/** The promise of SECURITY.md. */
export const MAX_BLOCKED_MS = 250;
const METER_SIGNAL = 'SIGWINCH';
const MAX_ANSWER_MS = 120_000;
const MAX_RAW_MS = 2_000;
const MAX_RAW_ANSWER = 4 * 1024 * 1024;

export interface Watched {
  /** 0 where the connection broke: requests whose framing is odd are cut off. */
  readonly status: number;
  readonly text: string;
  /** CPU time of the main thread, from the request to its answer. */
  readonly cpuMs: number;
  /** No answer came in thirty seconds. */
  readonly hung: boolean;
}

export class WatchedEmulator {
  readonly #child: ChildEmulator;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(child: ChildEmulator) {
    this.#child = child;
  }

  /** With a data directory it keeps its state there (`PERSISTENCE=1`). */
  static async start(dataDirectory?: string): Promise<WatchedEmulator> {
    const environment: Record<string, string> = dataDirectory === undefined ? {} : { PERSISTENCE: '1', DATA_DIR: dataDirectory };
    return new WatchedEmulator(
      await startChild(environment, [
        ...['--expose-gc', '--import', `data:text/javascript,process.on('SIGUSR2', () => globalThis.gc())`],
        ...['--import', meterModule(METER_SIGNAL)],
      ]),
    );
  }

  get exited(): boolean {
    return this.#child.exit !== undefined;
  }
  get url(): string {
    return this.#child.url;
  }
  log(): string {
    return this.#child.log();
  }
  rssMb(): number {
    return this.#child.rssBytes() / 2 ** 20;
  }

  /** Milliseconds that the main thread was on the processor so far. */
  cpuMs(): number {
    const { pid } = this.#child.process;
    try {
      return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      return 0;
    }
  }

  /** Milliseconds that the main thread was on the processor in one turn of its loop, at most, while `work` runs. */
  longestTurn(work: () => Promise<unknown>): Promise<number> {
    return longestTurnMs(this.#child, METER_SIGNAL, work);
  }

  /** Resolves once all that was begun has ended. */
  async untilIdle(): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${this.url}/_emulator/clock`, { method: 'POST', headers, body: '{"advance":"0s"}' });
  }

  async collectGarbage(): Promise<void> {
    this.#child.process.kill('SIGUSR2');
    await this.send({ name: 'health', method: 'GET', path: '/_emulator/health', headers: {}, body: Buffer.alloc(0) });
  }

  async send(request: CapturedRequest, over: 'http1' | 'http2' = 'http1'): Promise<Watched> {
    const before = this.cpuMs();
    const began = performance.now();
    const answer = over === 'http2' ? this.#overHttp2(request) : this.#overHttp1(request);
    const { status, text } = await within(MAX_ANSWER_MS, answer, { status: 0, text: '' });
    return { status, text, cpuMs: this.cpuMs() - before, hung: status === 0 && performance.now() - began > MAX_ANSWER_MS - 100 };
  }

  /** Writes bytes to a connection of their own. The status is the worst of the answers; then the emulator must answer `health`. */
  async sendRaw(pieces: readonly Buffer[]): Promise<Watched> {
    const before = this.cpuMs();
    const text = await this.#rawAnswer(pieces);
    const cpuMs = this.cpuMs() - before;
    const health = await this.send({ name: 'health', method: 'GET', path: '/_emulator/health', headers: {}, body: Buffer.alloc(0) });
    const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
    return { status: health.status === 200 ? Math.max(0, ...statuses) : 599, text, cpuMs, hung: health.hung };
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#agent.destroy();
    await this.#child.kill(signal);
  }

  /** All that comes until the emulator closes the connection. One that waits for the rest of a request, or streams for ever, is closed here. */
  #rawAnswer(pieces: readonly Buffer[]): Promise<string> {
    const { port } = new URL(this.url);
    const socket = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const answer = new Promise<string>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        if (text.length > MAX_RAW_ANSWER || text.includes('eventstream')) socket.destroy();
      });
      socket.on('error', () => {}).on('end', () => socket.destroy());
      socket.on('close', () => resolve(text));
    });
    for (const piece of pieces) socket.write(piece);
    socket.end();
    return within(MAX_RAW_MS, answer, '').then((whole) => {
      socket.destroy();
      return whole || text;
    });
  }

  #overHttp1({ method, path, headers, body }: CapturedRequest): Promise<Pick<Watched, 'status' | 'text'>> {
    return new Promise((resolve) => {
      const broken = () => resolve({ status: 0, text: '' });
      try {
        const options = {
          method,
          path,
          agent: this.#agent,
          headers: { 'content-length': body.length, ...headers },
          timeout: MAX_ANSWER_MS,
        };
        const request = http.request(this.url, options, (answer) => {
          if (isEndless(answer.headers)) {
            answer.on('error', () => {}).destroy();
            return resolve({ status: answer.statusCode ?? 0, text: '' });
          }
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', broken);
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        });
        // A connection that ends without an answer and without an error says only `close`.
        request.on('error', broken).on('close', broken);
        request.on('timeout', () => request.destroy());
        request.end(body);
      } catch {
        broken(); // a header or path that Node itself does not send
      }
    });
  }

  #overHttp2({ method, path, headers, body }: CapturedRequest): Promise<Pick<Watched, 'status' | 'text'>> {
    return new Promise((resolve) => {
      const session = http2.connect(this.url);
      const done = (answer: Pick<Watched, 'status' | 'text'>) => {
        session.destroy();
        resolve(answer);
      };
      const broken = () => done({ status: 0, text: '' });
      session.on('error', broken);
      session.setTimeout(MAX_ANSWER_MS, broken);
      try {
        const stream = session.request({ ...headers, ':method': method, ':path': path });
        let status = 0;
        let text = '';
        stream.on('response', (answer) => {
          status = Number(answer[':status']);
          if (isEndless(answer)) done({ status, text });
        });
        stream.on('data', (chunk) => {
          text += String(chunk);
        });
        stream.on('error', broken).on('close', broken);
        stream.on('end', () => done({ status, text }));
        stream.end(body);
      } catch {
        broken();
      }
    });
  }
}

/** A live tail goes on for three hours: its answer has come when its head has. */
const isEndless = (headers: { readonly 'content-type'?: string | undefined }): boolean =>
  headers['content-type']?.includes('eventstream') === true;
