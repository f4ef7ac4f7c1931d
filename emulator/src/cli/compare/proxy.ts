// The recording proxy: a server that passes each request on to a side and keeps it with its answer, without the credentials.
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Detected, Detection } from '#protocol/detect';
import { decodeAwsChunked, isAwsChunked } from '#protocol/http/aws-chunked';
import { parseQuery, type WireRequest } from '#protocol/http/wire';
import type { Models } from '#protocol/models';
import { routeRequest } from '#protocol/route-request';
import type { OnwardRequest, SentRequest, Side } from './other-side.ts';

/** A request, as its side was asked, with its answer. */
export interface Exchange {
  readonly detected: Detected;
  /** Undefined where no operation of the models answers it. */
  readonly operation: string | undefined;
  readonly request: WireRequest;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The side was not reached. */
  readonly failure?: string;
}

interface ProxyParts {
  readonly side: Side;
  readonly detection: Detection;
  readonly models: Models;
}

/** Not passed on: they belong to one connection. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'proxy-connection']);
/** Not kept. */
const CREDENTIALS = new Set(['authorization', 'x-amz-security-token', 'cookie']);
const QUEUE_ORIGIN = /https?:(?:\/\/|\\\/\\\/)[^/\\"<\s]+(?=\\?\/\d{12}\\?\/)/g;
const UNREACHABLE = 502;

export class RecordingProxy {
  readonly #parts: ProxyParts;
  readonly #server = http.createServer((request, response) => void this.#pass(request, response));
  readonly #exchanges: Exchange[] = [];

  constructor(parts: ProxyParts) {
    this.#parts = parts;
  }

  /** In the order in which they were asked. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #pass(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const at = this.#exchanges.length;
    const sent = await received(incoming).catch(() => undefined);
    if (!sent) return void response.destroy();
    const { detected, operation, wire } = this.#found(sent);
    // Its place in the order of the requests, until it is answered
    const asked = { detected, operation, request: withoutCredentials(wire) };
    this.#exchanges[at] = { ...asked, status: UNREACHABLE, headers: {}, body: new Uint8Array(), failure: 'not answered' };
    try {
      const { models, side } = this.#parts;
      const onward = side.onward(sent, detected, detected.known ? models.service(detected.service).ir : undefined, operation);
      const answer = await ask(onward);
      side.learn(answer.body);
      this.#exchanges[at] = { ...asked, ...answer };
      const body = detected.service === 'sqs' ? this.#withOwnQueues(answer.body) : answer.body;
      const { 'content-length': length, ...headers } = answer.headers;
      const isHead = sent.method === 'HEAD' && length !== undefined;
      response.writeHead(answer.status, { ...headers, 'content-length': isHead ? length : String(body.length) });
      response.end(body);
    } catch (error) {
      const failure = (error as Error).message || String(error);
      this.#exchanges[at] = { ...asked, status: UNREACHABLE, headers: {}, body: new Uint8Array(), failure };
      response.writeHead(UNREACHABLE, { 'content-type': 'text/plain' });
      response.end(`${this.#parts.side.name} was not reached: ${failure}\n`);
    }
  }

  #found(sent: SentRequest): { detected: Detected; operation: string | undefined; wire: WireRequest } {
    const [path = '/', query = ''] = sent.target.split(/\?(.*)/s);
    const wire: WireRequest = { method: sent.method, path, query: parseQuery(query), headers: sent.headers, body: sent.body };
    const detected = this.#parts.detection.detect(wire);
    if (!detected.known) return { detected, operation: detected.operation, wire };
    try {
      const routed = routeRequest(this.#parts.models, detected, wire);
      return { detected, operation: routed.operation, wire: routed.wire };
    } catch {
      return { detected, operation: undefined, wire };
    }
  }

  /** Clients send the calls of a queue to the address in its URL. */
  #withOwnQueues(body: Uint8Array): Uint8Array {
    return Buffer.from(Buffer.from(body).toString().replaceAll(QUEUE_ORIGIN, this.url));
  }
}

const withoutCredentials = (wire: WireRequest): WireRequest => ({
  ...wire,
  headers: Object.fromEntries(Object.entries(wire.headers).filter(([name]) => !CREDENTIALS.has(name))),
  query: new Map(
    [...wire.query].filter(([name]) => !/^(?:X-Amz-(?:Credential|Signature|Security-Token)|AWSAccessKeyId|Signature)$/i.test(name)),
  ),
});

/** Signed pieces become one body: their signatures hold for one host and one key only. */
async function received(incoming: http.IncomingMessage): Promise<SentRequest> {
  const { method = 'GET', url: target = '/' } = incoming;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers)
      .filter(([name]) => !HOP_BY_HOP.has(name))
      .map(([name, value]) => [name, [value].flat().join(', ')]),
  );
  if (!isAwsChunked(headers)) return { method, target, headers, body: await whole(incoming) };
  const decoded = decodeAwsChunked(incoming);
  const body = await whole(decoded.body);
  const {
    'x-amz-trailer': _,
    'x-amz-decoded-content-length': __,
    'x-amz-content-sha256': ___,
    'content-encoding': encoding,
    ...rest
  } = headers;
  const others = (encoding ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'aws-chunked');
  const { 'x-amz-trailer-signature': ____, ...trailers } = decoded.trailers();
  const made = { ...rest, ...(others.length > 0 && { 'content-encoding': others.join(', ') }), ...trailers };
  return { method, target, headers: { ...made, 'content-length': String(body.length), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }, body };
}

async function whole(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

function ask({ origin, method, target, headers, body }: OnwardRequest): Promise<Pick<Exchange, 'status' | 'headers' | 'body'>> {
  const { request } = origin.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const length = body.length > 0 || 'content-length' in headers ? { 'content-length': String(body.length) } : {};
    // Another path than that of a URL object, which would resolve the dots in names of objects
    const sent = request(new URL(origin), { path: target, method, headers: { ...headers, ...length } }, (answer) => {
      const said = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      const named = Object.fromEntries(said.map(([name, value]) => [name, [value].flat().join(', ')]));
      whole(answer).then((read) => resolve({ status: answer.statusCode ?? 0, headers: named, body: read }), reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
