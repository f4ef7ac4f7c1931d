// Init's end of the control channel: asks the emulator for commands and reports to it. Ends this program when the emulator is gone.

import { randomUUID } from 'node:crypto';
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { CHANNEL_BASE, HEADERS, HEARTBEAT_MS, LOST_MS } from '#runtime-init/channel-wire';
import type { Log } from './log.ts';

export interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

const RETRY_MS = 100;
/** Statuses by which the emulator says that it does not, or no longer, know this environment. */
const unwanted = new Set([401, 403, 404, 409, 410]);

export class Channel {
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new HttpAgent({ keepAlive: true });
  readonly #log: Log;
  readonly #onLost: (why: string) => void;
  #heardMs = Date.now();
  #unheard: NodeJS.Timeout;

  constructor(place: { endpoint: string; runtimeId: string; token: string }, log: Log, onLost: (why: string) => void) {
    this.#base = new URL(`${CHANNEL_BASE}/${encodeURIComponent(place.runtimeId)}/`, place.endpoint);
    this.#headers = { Authorization: `Bearer ${place.token}`, [HEADERS.instance]: randomUUID() };
    this.#log = log;
    this.#onLost = onLost;
    // A cut network gives no error, but an answer is due at every heartbeat.
    this.#unheard = setInterval(() => this.#check(), 500);
  }

  close(): void {
    clearInterval(this.#unheard);
    this.#agent.destroy();
  }

  /** The next command, or undefined when there is none yet. */
  async next(): Promise<Uint8Array | undefined> {
    const { status, body } = await this.#steadily(() => this.#ask('GET', 'next'));
    return status === 200 ? body : undefined;
  }

  /** Resolves when the emulator has received it. */
  async post(path: string, body: Uint8Array | string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#steadily(() => this.#ask('POST', path, Buffer.from(body), more));
  }

  async postJson(path: string, body: object): Promise<void> {
    await this.post(path, JSON.stringify(body), { 'Content-Type': 'application/json' });
  }

  /** Sends a body piece by piece; it is not repeated when the connection breaks. */
  openPost(path: string, more: Readonly<Record<string, string>>): { write(chunk: Uint8Array): void; end(): Promise<void> } {
    const asked = this.#request('POST', path, more);
    const answered = answerOf(asked).then(
      ({ status }) => this.#heard(status),
      (error: Error) => this.#log('error', `${path}: ${error.message}`),
    );
    return {
      write: (chunk) => void asked.write(chunk),
      end: () => {
        asked.end();
        return answered;
      },
    };
  }

  /** Returns the answer as a stream. @throws Error when there is no answer, or a refusal */
  async open(path: string): Promise<AsyncIterable<Uint8Array>> {
    const asked = this.#request('GET', path, {});
    asked.end();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => asked.once('response', resolve).once('error', reject));
    if (answer.statusCode !== 200) throw new Error(`${path}: the emulator answered ${answer.statusCode}`);
    return this.#pieces(answer);
  }

  /** A long answer shows that the emulator is there. */
  async *#pieces(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
    for await (const piece of answer as AsyncIterable<Uint8Array>) {
      this.#heardMs = Date.now();
      yield piece;
    }
  }

  #check(): void {
    if (Date.now() - this.#heardMs > HEARTBEAT_MS + LOST_MS) this.#onLost('The emulator does not answer.');
  }

  #heard(status: number): void {
    this.#heardMs = Date.now();
    if (unwanted.has(status)) this.#onLost(`The emulator answers ${status}: it does not want this environment.`);
  }

  /** Repeats the request until there is an answer, or the emulator has been away for too long. */
  async #steadily(ask: () => Promise<Answer>): Promise<Answer> {
    for (let failedMs: number | undefined; ; ) {
      try {
        const answer = await ask();
        this.#heard(answer.status);
        return answer;
      } catch (error) {
        failedMs ??= Date.now();
        this.#log('debug', (error as Error).message);
        if (Date.now() - failedMs > LOST_MS) this.#onLost(`The emulator is gone: ${(error as Error).message}`);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #ask(method: string, path: string, body?: Uint8Array, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const asked = this.#request(method, path, body ? { ...more, 'Content-Length': String(body.length) } : more);
    asked.end(body);
    return answerOf(asked);
  }

  #request(method: string, path: string, more: Readonly<Record<string, string>>): ClientRequest {
    return httpRequest(new URL(path, this.#base), { method, agent: this.#agent, headers: { ...this.#headers, ...more } });
  }
}

function answerOf(asked: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(chunks) }));
      answer.on('error', reject);
      answer.on('aborted', () => reject(new Error('the connection broke')));
    });
  });
}
