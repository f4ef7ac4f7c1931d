// The Parameters and Secrets extension of one function: answers GET requests with parameters and secrets, which it keeps for a while.
// https://docs.aws.amazon.com/secretsmanager/latest/userguide/retrieving-secrets_lambda.html (2026-08)
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type SigningKey, signedHeaders } from '#lib/sign-v4';
import { headerOf, sendText } from '#runtime-init/http-answers';
import type { LogRecord } from '#runtime-init/invocation';
import { answerText, type ExtensionRequest, requestOf } from './extension-request.ts';
import { type ExtensionLogLevel, type ExtensionSettings, readExtensionSettings } from './extension-settings.ts';
import { ObjectCache } from './object-cache.ts';

/** The header that proves that a request comes from the function. */
export const TOKEN_HEADER = 'x-aws-parameters-secrets-token';

export interface ExtensionParts {
  /** The function's variables: its credentials, its region, the settings of the extension. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Address of the emulator. */
  readonly endpoint: () => string;
  readonly onLog: (record: LogRecord) => void;
  readonly nowMs?: () => number;
}

/** Words of the extension (2023-09 to 2026-01, from logs and clients that were published). */
const FAILED = 'an unexpected error occurred while executing request';
const NOT_READY = 'not ready to serve traffic, please wait';
const NAME = '[AWS Parameters and Secrets Lambda Extension]';
const RANK: Readonly<Record<ExtensionLogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3, none: 4 };

export class ParametersAndSecrets {
  readonly settings: ExtensionSettings;
  readonly token: string;
  readonly #parts: ExtensionParts;
  readonly #cache: ObjectCache;
  readonly #nowMs: () => number;
  readonly #turns = new Map<ExtensionRequest['service'], Turns>();
  #isReady = false;

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
    this.settings = readExtensionSettings(parts.variables);
    this.token = parts.variables['AWS_SESSION_TOKEN'] ?? '';
    this.#cache = new ObjectCache(this.settings.cacheSize);
    this.#nowMs = parts.nowMs ?? (() => performance.now());
  }

  /** The first invocation begins: until then, requests are refused. */
  open(): void {
    this.#isReady = true;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(request.url ?? '', 'http://localhost') ? new URL(request.url ?? '', 'http://localhost') : undefined;
    const asked = url && requestOf(url);
    if (!url || !asked) return sendText(response, 404, '404 page not found\n');
    if (request.method !== 'GET') return sendText(response, 405, 'Method Not Allowed\n');
    if (!this.#isReady) return sendText(response, 400, NOT_READY);
    if (this.token === '' || headerOf(request, TOKEN_HEADER) !== this.token) {
      this.#log('error', `The header X-Aws-Parameters-Secrets-Token does not hold the function's AWS_SESSION_TOKEN`);
      return sendText(response, 400, FAILED);
    }
    const key = `${asked.target} ${JSON.stringify(asked.input)}`;
    const kept = this.#cache.get(key, this.#nowMs());
    if (kept !== undefined) this.#log('debug', `${asked.operation}: answered from the cache`);
    try {
      const text = kept ?? (await this.#read(asked, key));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
    } catch (error) {
      const { title, operation } = asked;
      this.#log('error', `${operation} request encountered an error: operation error ${title}: ${operation}, ${(error as Error).message}`);
      sendText(response, 400, FAILED);
    }
  }

  async #read(asked: ExtensionRequest, key: string): Promise<string> {
    const turns = this.#turns.get(asked.service) ?? new Turns(this.settings.maxConnections);
    this.#turns.set(asked.service, turns);
    const text = answerText(asked, await turns.run(() => this.#call(asked)));
    this.#cache.put(key, text, this.#nowMs(), this.settings[asked.service].ttlMs);
    return text;
  }

  async #call({ service, target, input }: ExtensionRequest): Promise<Readonly<Record<string, unknown>>> {
    const { variables, endpoint } = this.#parts;
    const { timeoutMs } = this.settings[service];
    const key: SigningKey = {
      accessKeyId: variables['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: variables['AWS_SECRET_ACCESS_KEY'] ?? '',
      sessionToken: this.token,
    };
    const [url, body] = [new URL('/', endpoint()), JSON.stringify(input)];
    const signed = signedHeaders({ method: 'POST', url, body, service, region: variables['AWS_REGION'] ?? '', atMs: Date.now() }, key);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
      body,
      signal: timeoutMs === 0 ? null : AbortSignal.timeout(timeoutMs),
    });
    const output = (await answer.json()) as Readonly<Record<string, unknown>>;
    if (answer.ok) return output;
    const requestId = answer.headers.get('x-amzn-requestid') ?? '';
    const code = String(output['__type'] ?? '').replace(/^.*#/, '');
    const message = String(output['message'] ?? output['Message'] ?? '');
    throw new Error(`https response error StatusCode: ${answer.status}, RequestID: ${requestId}, api error ${code}: ${message}`);
  }

  #log(level: ExtensionLogLevel, sentence: string): void {
    if (RANK[level] < RANK[this.settings.logLevel]) return;
    const timeMs = Date.now();
    const stamp = new Date(timeMs).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
    this.#parts.onLog({ source: 'extension', timeMs, text: `${NAME} ${stamp} ${level.toUpperCase()} ${sentence}` });
  }
}

/** Lets a number of calls run at the same time; others wait in line. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(free: number) {
    this.#free = free;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
