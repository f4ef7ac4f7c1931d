// The SDK's own clients as witnesses: `send` goes to a fake handler that reads the request with our codec and answers with what our codec wrote.
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { decodeAwsChunked, isAwsChunked } from '#protocol/http/aws-chunked';
import type { Query, WireRequest, WireResponse } from '#protocol/http/wire';
import type { ProtocolId } from '#protocol/ir';
import type { CompiledService } from '#protocol/models';

const require = createRequire(import.meta.url);

interface SdkRequest {
  method: string;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
  body?: unknown;
}

interface Client {
  send(command: object): Promise<Record<string, unknown>>;
  destroy(): void;
}

type Constructor<T> = new (options: object) => T;

export interface Exchange {
  /** The input as our codec read it, or its error. */
  parsed: unknown;
  /** The output as the SDK read it from our answer. */
  received: unknown;
}

/** Protocol classes of the SDK by our names, for services that speak several. */
function protocolClass(packageName: string, protocol: ProtocolId): unknown {
  const fromClient = createRequire(require.resolve(packageName));
  const classes = fromClient('@aws-sdk/core/protocols') as Record<string, unknown>;
  return protocol === 'awsQuery' ? classes['AwsQueryProtocol'] : classes['AwsSmithyRpcV2CborProtocol'];
}

async function bytesOf(body: unknown): Promise<Buffer> {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string);
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

function queryOf(query: SdkRequest['query']): Query {
  const entries = Object.entries(query ?? {}).map(([key, value]): [string, string | string[]] => [key, value ?? '']);
  return new Map(entries);
}

export class SdkWitness {
  readonly #service: CompiledService;
  readonly #protocol: ProtocolId;
  readonly #exports: Record<string, unknown>;
  readonly #client: Client;
  #current: { operation: string; output: unknown; parsed: unknown; routed: string | undefined } | undefined;

  constructor(service: CompiledService, packageName: string, protocol: ProtocolId) {
    this.#service = service;
    this.#protocol = protocol;
    this.#exports = require(packageName) as Record<string, unknown>;
    const found = Object.entries(this.#exports).find(([name, value]) => /^[A-Z].*Client$/.test(name) && typeof value === 'function');
    this.#client = new (found![1] as Constructor<Client>)({
      region: 'us-east-1',
      endpoint: 'http://localhost:4566',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
      disableHostPrefix: true,
      forcePathStyle: true,
      // Where a client compresses at all, it does so always.
      requestMinCompressionSizeBytes: 0,
      useQueueUrlAsEndpoint: false,
      accountIdEndpointMode: 'disabled',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { handle: (request: SdkRequest) => this.#handle(request), metadata: {}, destroy: () => {} },
      // Queues: the client would compare digests with texts that are random here.
      ...(service.ir.id === 'sqs' ? { md5: false } : {}),
      ...(protocol === service.ir.protocol ? {} : { protocol: protocolClass(packageName, protocol) }),
    });
  }

  has(operation: string): boolean {
    return typeof this.#exports[`${operation}Command`] === 'function';
  }

  async exchange(operation: string, input: object, output: unknown): Promise<Exchange> {
    this.#current = { operation, output, parsed: undefined, routed: undefined };
    const command = new (this.#exports[`${operation}Command`] as Constructor<object>)(input);
    const { $metadata: _, ...received } = await this.#client.send(command);
    if (this.#current.routed !== undefined) throw new Error(`routed to ${this.#current.routed}`);
    return { parsed: this.#current.parsed, received: await readStreams(received) };
  }

  async #handle(request: SdkRequest): Promise<{ response: object }> {
    const current = this.#current!;
    const wire = await this.#wireRequest(request);
    const codec = this.#service.codec(current.operation, this.#protocol);
    const rest = this.#protocol === 'restJson1' || this.#protocol === 'restXml';
    const match = rest ? this.#service.route(wire) : undefined;
    if (rest && match?.operation !== current.operation) current.routed = `${match?.operation}: ${request.method} ${request.path}`;
    const body = codec.streamsInput ? { stream: Readable.from([wire.body]) } : {};
    current.parsed = await readStreams((await codec.parse({ ...wire, ...body, ...(match ? { labels: match.labels } : {}) })) as object);
    return { response: toSdk(codec.write(current.output, 'the-request-id')) };
  }

  async #wireRequest({ method, path, query, headers, body }: SdkRequest): Promise<WireRequest> {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const bytes = await bytesOf(body);
    const plain = isAwsChunked(lower) ? await bytesOf(decodeAwsChunked(Readable.from([bytes])).body) : bytes;
    return { method, path, query: queryOf(query), headers: lower, body: plain };
  }

  close(): void {
    this.#client.destroy();
  }
}

function toSdk({ status, headers, body }: WireResponse): object {
  const source = body === null ? [] : typeof body === 'string' || body instanceof Uint8Array ? [Buffer.from(body as string)] : body;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { statusCode: status, headers: lower, body: Readable.from(source, { objectMode: false }) };
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Streams of bytes become bytes, streams of events become lists. */
async function readStreams(value: object): Promise<object> {
  const read = async (part: unknown): Promise<unknown> => {
    if (!isStream(part)) return part;
    const items: unknown[] = [];
    for await (const item of part) items.push(item);
    return items.every((item) => item instanceof Uint8Array) ? Buffer.concat(items as Uint8Array[]) : items;
  };
  const entries = await Promise.all(Object.entries(value ?? {}).map(async ([key, part]) => [key, await read(part)] as const));
  return Object.fromEntries(entries);
}
