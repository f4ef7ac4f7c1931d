// Calls to a cluster's API server: JSON over HTTPS with connections that are kept open. Paths and statuses:
// https://kubernetes.io/docs/reference/using-api/api-concepts/.

import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { isObject, readObject } from '#lib/json-object';
import type { ClusterAccess } from './cluster-access.ts';
import { pause } from './pause.ts';
import { ApiRefusal, NotReached } from './refusals.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Limit: milliseconds that the API server of a cluster may take for an answer. */
const MAX_ANSWER_MS = 10_000;
/** Limit: bytes of an answer of the API server of a cluster. */
const MAX_ANSWER_BYTES = 32 << 20;
const MAX_CONNECTIONS = 16;
/** As often as the API server is asked that answers 429 or 503, or cannot be reached. A Pod's name is chosen here, so that no second one comes of it. */
const ATTEMPTS = 3;
const PAUSE_MS = 250;
const MAX_PAUSE_MS = 2000;
/** A conflict: several creations at once have changed the use of a quota. */
const isBusy = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && ([429, 500, 503, 504].includes(error.status) || (error.status === 409 && error.reason === 'Conflict'));

export class ClusterClient {
  readonly access: ClusterAccess;
  #agent: HttpAgent | undefined;
  #agentFor = '';

  constructor(access: ClusterAccess) {
    this.access = access;
  }

  /** The body of the answer. @throws ApiRefusal, NotReached, EmulatorError for credentials */
  async call<T = Readonly<Record<string, unknown>>>(call: Call): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#once(call)) as T;
      } catch (error) {
        const again = attempt < ATTEMPTS && !call.signal?.aborted && (isBusy(error) || error instanceof NotReached);
        if (!again) throw error;
        await pause(Math.min((isBusy(error) && error.retryAfterMs) || PAUSE_MS * attempt, MAX_PAUSE_MS), call.signal);
      }
    }
  }

  /** Plain text instead of JSON: logs. */
  async text(path: string): Promise<string> {
    const answer = await this.#answer({ method: 'GET', path }, MAX_ANSWER_MS);
    return (await bodyOf(answer)).toString();
  }

  /** The lines of an answer that stays open, each an object. `silentMs`: the longest time without a byte. */
  async *lines(path: string, signal: AbortSignal, silentMs: number): AsyncGenerator<Readonly<Record<string, unknown>>> {
    const answer = await this.#answer({ method: 'GET', path, signal }, MAX_ANSWER_MS);
    answer.socket.setTimeout(silentMs, () => answer.destroy(new Error(`nothing came for ${silentMs / 1000} s`)));
    const pieces: Buffer[] = [];
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        let from = 0;
        for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
          pieces.push(chunk.subarray(from, end));
          from = end + 1;
          const line = readObject(Buffer.concat(pieces.splice(0)).toString());
          if (line) yield line;
        }
        pieces.push(chunk.subarray(from));
      }
    } finally {
      answer.destroy();
    }
  }

  close(): void {
    this.#agent?.destroy();
    this.#agent = undefined;
  }

  async #once(call: Call): Promise<unknown> {
    const answer = await this.#answer(call, MAX_ANSWER_MS);
    const text = (await bodyOf(answer)).toString();
    return readObject(text) ?? {};
  }

  /** Once more with new credentials where the API server has refused the first ones. */
  async #answer(call: Call, limitMs: number): Promise<IncomingMessage> {
    const first = await this.#send(call, limitMs, false);
    const answer = first.statusCode === 401 ? await this.#send(call, limitMs, true, first) : first;
    const status = answer.statusCode ?? 500;
    if (status < 300) return answer;
    const body = readObject((await bodyOf(answer)).toString());
    throw new ApiRefusal(status, body ?? {}, Number(answer.headers['retry-after'] ?? 0) * 1000);
  }

  async #send(
    { method, path, body, signal }: Call,
    limitMs: number,
    refused: boolean,
    earlier?: IncomingMessage,
  ): Promise<IncomingMessage> {
    earlier?.resume();
    const { access } = this;
    const { token, cert, key } = await access.credentials(refused);
    const text = body && JSON.stringify(body);
    const options = {
      method,
      agent: this.#agentWith(cert, key),
      headers: {
        Accept: 'application/json',
        'User-Agent': 'cloud-emulator',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
      },
    };
    const url = new URL(`${access.server}${path}`);
    const asked = url.protocol === 'http:' ? httpRequest(url, options) : httpsRequest(url, options);
    return answerTo(asked, text, { limitMs, signal, server: access.server });
  }

  /** Another one where a plug-in has given another certificate. */
  #agentWith(cert: string | undefined, key: string | undefined): HttpAgent {
    const identity = `${cert}${key}`;
    if (this.#agent && this.#agentFor === identity) return this.#agent;
    this.#agent?.destroy();
    const { server, ca, insecure, serverName } = this.access;
    const keep = { keepAlive: true, maxSockets: MAX_CONNECTIONS, keepAliveMsecs: 15_000 };
    this.#agentFor = identity;
    this.#agent = server.startsWith('http:')
      ? new HttpAgent(keep)
      : new HttpsAgent({
          ...keep,
          ...{ ca, cert, key },
          rejectUnauthorized: insecure !== true,
          ...(serverName && { servername: serverName }),
        });
    return this.#agent;
  }
}

interface Waiting {
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
  readonly server: string;
}

function answerTo(asked: ClientRequest, text: string | undefined, { limitMs, signal, server }: Waiting): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => asked.destroy(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
    const abort = () => asked.destroy(new Error('it is no longer wanted'));
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    asked.on('socket', (socket: Socket) => socket.setNoDelay(true));
    asked.once('response', (answer) => {
      clearTimeout(timer);
      answer.once('close', () => signal?.removeEventListener('abort', abort));
      resolve(answer);
    });
    asked.once('error', (error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      reject(new NotReached(server, error));
    });
    asked.end(text);
  });
}

function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => answer.destroy(new Error('the answer does not end')), MAX_ANSWER_MS);
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_ANSWER_BYTES) chunks.push(chunk);
      else answer.destroy(new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`));
    });
    answer.once('end', () => resolve(Buffer.concat(chunks)));
    answer.once('error', reject);
    answer.once('close', () => clearTimeout(timer));
  });
}

/** The members of a member that is an object. */
export const inside = (object: unknown, name: string): Readonly<Record<string, unknown>> => {
  const value = isObject(object) ? object[name] : undefined;
  return isObject(value) ? value : {};
};
