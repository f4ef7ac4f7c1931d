// Requests as SDK clients send them, caught before the socket: raw material for tests that change them.

export interface CapturedRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface SdkRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Record<string, string | string[] | null>;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}
interface SdkClient {
  send(command: never): Promise<unknown>;
  destroy(): void;
}
type ClientClass = new (config: never) => SdkClient;

const pairs = (query: SdkRequest['query'] = {}): string =>
  Object.entries(query)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => `${encodeURIComponent(name)}${one === null ? '' : `=${encodeURIComponent(one)}`}`,
      ),
    )
    .join('&');

async function bytes(body: unknown): Promise<Buffer> {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as string);
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** The requests that this client would send for these commands. */
export async function capture(kind: ClientClass, commands: object[]): Promise<CapturedRequest[]> {
  const caught: CapturedRequest[] = [];
  const requestHandler = {
    handle: async (request: SdkRequest) => {
      const search = pairs(request.query);
      const path = search ? `${request.path}?${search}` : request.path;
      caught.push({ name: '', method: request.method, path, headers: request.headers, body: await bytes(request.body) });
      throw new Error('caught');
    },
  };
  const client = new kind({
    endpoint: 'http://127.0.0.1:4566',
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    forcePathStyle: true,
    requestHandler,
  } as never);
  for (const command of commands) await client.send(command as never).catch(() => undefined);
  client.destroy();
  return caught.map((request, i) => ({ ...request, name: commands[i]?.constructor.name ?? '' }));
}
