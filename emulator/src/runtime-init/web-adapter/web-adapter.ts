// The Web Adapter: it takes invocations from the Runtime API in place of a runtime, and asks the function's web server.
// https://github.com/awslabs/aws-lambda-web-adapter
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ErrorBody, encodeError, MAX_RESPONSE_BYTES, oversizeError } from '#runtime-init/errors';
import type { AdapterSettings } from './adapter-settings.ts';
import { compressed } from './compressed.ts';
import { bodyOf, exchange, type Server } from './exchange.ts';
import { eventAnswer, prelude } from './web-answer.ts';
import { webRequest } from './web-request.ts';

/** Between two looks whether the server is up. */
const LOOK_EVERY_MS = 10;
/** Nobody waits longer for a server in the init phase where `AWS_LWA_ASYNC_INIT` is set. */
const ASYNC_INIT_MS = 9800;
const API = '/2018-06-01/runtime/invocation';

export interface AdapterParts {
  readonly settings: AdapterSettings;
  /** Ports at which the program may listen, the likelier one first. */
  readonly ports: readonly number[];
  /** Connects to a port of the environment. */
  readonly connect: (port: number) => Socket;
  /** Whether something listens at a port of the environment. */
  readonly accepts: (port: number) => Promise<boolean>;
  readonly api: Server;
  /** Headers of each request to the Runtime API. */
  readonly apiHeaders: OutgoingHttpHeaders;
  /** The function, as `x-amzn-lambda-context` tells of it. */
  readonly functionFacts: object;
}

export class WebAdapter {
  readonly #parts: AdapterParts;
  readonly #signal: AbortSignal;
  #port: number | undefined;

  /** `signal`: the process has ended. */
  constructor(parts: AdapterParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** Serves invocations until the process ends. */
  async run(): Promise<void> {
    try {
      await (this.#parts.settings.isAsyncInit ? Promise.race([this.#untilReady(), this.#pause(ASYNC_INIT_MS)]) : this.#untilReady());
      while (!this.#signal.aborted) await this.#serveNext();
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    }
  }

  // --- the server of the function

  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.#signal });
  }

  async #untilReady(): Promise<number> {
    for (;;) {
      for (const port of this.#parts.ports) if (await this.#isReady(port)) return (this.#port = port);
      await this.#pause(LOOK_EVERY_MS);
    }
  }

  async #isReady(port: number): Promise<boolean> {
    const { path, protocol, healthy, port: own = port } = this.#parts.settings.readiness;
    if (protocol === 'tcp') return this.#parts.accepts(own);
    const asked = { method: 'GET', path, headers: { host: hostOf(own) }, signal: this.#signal };
    const answer = await exchange(this.#at(own), asked).catch(() => undefined);
    answer?.resume();
    return answer !== undefined && healthy.has(answer.statusCode ?? 0);
  }

  #at(port: number): Server {
    return { connect: () => this.#parts.connect(port) };
  }

  // --- invocations

  async #serveNext(): Promise<void> {
    const { api, apiHeaders } = this.#parts;
    const next = await exchange(api, { method: 'GET', path: `${API}/next`, headers: apiHeaders, signal: this.#signal });
    const payload = Buffer.from((await bodyOf(next, Number.POSITIVE_INFINITY))!).toString();
    const id = String(next.headers['lambda-runtime-aws-request-id'] ?? '');
    const trace = next.headers['lambda-runtime-trace-id'];
    try {
      await this.#answer(id, payload, next.headers, typeof trace === 'string' ? ['x-amzn-trace-id', trace] : []);
    } catch (error) {
      if (this.#signal.aborted) return;
      await this.#send(id, 'error', encodeError({ errorType: 'Error', errorMessage: (error as Error).message }));
    }
  }

  async #answer(id: string, payload: string, facts: IncomingMessage['headers'], trace: readonly string[]): Promise<void> {
    const { settings } = this.#parts;
    const port = this.#port ?? (await this.#untilReady());
    const asked = webRequest(payload, this.#contextOf(id, facts), settings);
    const named = asked.headers.some((name, at) => at % 2 === 0 && name === 'host') ? [] : ['host', hostOf(port)];
    const headers = [...without(asked.headers, trace), ...trace, ...named, 'content-length', String(asked.body.length)];
    const answer = await exchange(this.#at(port), { ...asked, headers, signal: this.#signal });
    const status = answer.statusCode ?? 502;
    if (settings.errorStatuses.has(status)) {
      const text = Buffer.from((await bodyOf(answer, MAX_RESPONSE_BYTES)) ?? '').toString();
      throw new Error(JSON.stringify({ statusCode: status, body: text }));
    }
    if (settings.streams) return this.#stream(id, status, answer);
    const body = await bodyOf(answer, MAX_RESPONSE_BYTES);
    if (!body) return this.#send(id, 'error', encodeError(oversizeError(MAX_RESPONSE_BYTES)), oversizeError(MAX_RESPONSE_BYTES).errorType);
    const whole = { status, headers: answer.rawHeaders, body };
    await this.#send(id, 'response', eventAnswer(asked.origin, settings.compresses ? await compressed(whole, asked.headers) : whole));
  }

  /** As the adapter serializes the context of aws-lambda-rust-runtime. */
  #contextOf(id: string, headers: IncomingMessage['headers']): string {
    const client = headers['lambda-runtime-client-context'];
    return JSON.stringify({
      request_id: id,
      deadline: Number(headers['lambda-runtime-deadline-ms'] ?? 0),
      invoked_function_arn: headers['lambda-runtime-invoked-function-arn'] ?? '',
      xray_trace_id: headers['lambda-runtime-trace-id'] ?? null,
      client_context: typeof client === 'string' ? (JSON.parse(client) as unknown) : null,
      identity: null,
      env_config: this.#parts.functionFacts,
    });
  }

  async #send(id: string, what: 'response' | 'error', body: string | Uint8Array, errorType?: ErrorBody['errorType']): Promise<void> {
    const { api, apiHeaders } = this.#parts;
    const bytes = Buffer.from(body);
    const headers = {
      ...apiHeaders,
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(errorType !== undefined && { 'lambda-runtime-function-error-type': errorType }),
    };
    const taken = await exchange(api, { method: 'POST', path: `${API}/${id}/${what}`, headers, signal: this.#signal, body: bytes });
    await bodyOf(taken, Number.POSITIVE_INFINITY);
  }

  async #stream(id: string, status: number, answer: IncomingMessage): Promise<void> {
    const { api, apiHeaders } = this.#parts;
    const headers = {
      ...apiHeaders,
      'content-type': 'application/vnd.awslambda.http-integration-response',
      'lambda-runtime-function-response-mode': 'streaming',
      'transfer-encoding': 'chunked',
    };
    const taken = await exchange(api, {
      ...{ method: 'POST', path: `${API}/${id}/response`, headers, signal: this.#signal },
      body: (sending) => {
        sending.write(prelude({ status, headers: answer.rawHeaders }));
        // A server that breaks off ends the request too early, which the Runtime API takes for no answer.
        pipeline(answer, sending).catch(() => undefined);
      },
    });
    await bodyOf(taken, Number.POSITIVE_INFINITY);
  }
}

const hostOf = (port: number): string => `127.0.0.1:${port}`;

/** The headers without the first one of `others`. */
const without = (headers: readonly string[], others: readonly string[]): string[] =>
  headers.filter((_, at) => headers[at - (at % 2)] !== others[0]);
