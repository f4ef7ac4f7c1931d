// One HTTP request to an endpoint outside: a time limit, no redirects, and a response of limited size.
import http from 'node:http';
import https from 'node:https';

export interface HttpExchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Cut off after `MAX_ANSWER_BYTES`. */
  readonly body: string;
}

/** The endpoint was not reached, or did not answer in time. */
export class ExchangeError extends Error {
  readonly isTimeout: boolean;
  constructor(message: string, isTimeout: boolean) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-api-destinations.html */
const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * The time limit is that of the machine's clock, because the endpoint runs on it.
 * @throws ExchangeError
 */
export function exchange({ method, url, headers, body }: HttpExchange, abort: AbortSignal): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([abort, AbortSignal.timeout(TIMEOUT_MS)]);
    const fail = (error: Error): void =>
      reject(
        signal.aborted && !abort.aborted
          ? new ExchangeError(`no answer in ${TIMEOUT_MS / 1000} seconds`, true)
          : new ExchangeError(error.message || error.name, false),
      );
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, { method, headers, agent: false, signal }, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const done = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString(),
        });
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes < MAX_ANSWER_BYTES) return;
        done();
        answer.destroy();
      });
      answer.once('end', done);
      answer.once('error', fail);
    });
    sent.once('error', fail);
    sent.end(body);
  });
}
