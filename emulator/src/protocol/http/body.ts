// Reads the whole body of a request, up to a limit.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Fault } from '#core/fault';

/** In the words of the function service (recorded). */
const tooLarge = (mostBytes: number, operation: string | undefined): Fault =>
  new Fault(
    'RequestEntityTooLargeException',
    `Request must be smaller than ${mostBytes} bytes for ${operation === undefined ? 'this' : `the ${operation}`} operation`,
    { status: 413 },
  );

/** `operation` is named where the body is too large. @throws Fault RequestEntityTooLarge (413), IncompleteBody (400) */
export function readBody(source: AsyncIterable<Uint8Array>, mostBytes: number, operation?: string): Promise<Buffer> {
  if (hasNoBody(source)) return Promise.resolve(NOTHING);
  const refusal = () => tooLarge(mostBytes, operation);
  return source instanceof Readable ? readStream(source, mostBytes, refusal) : readAll(source, mostBytes, refusal);
}

const NOTHING = Buffer.alloc(0);

/** Whether the headers say so. Only HTTP/1.1 requests without a length and without chunks are known to end with their headers. */
function hasNoBody(source: AsyncIterable<Uint8Array>): boolean {
  const { headers, httpVersionMajor } = source as Partial<IncomingMessage>;
  if (headers === undefined || httpVersionMajor !== 1) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] === undefined && headers.upgrade === undefined : length === '0';
}

/** From this length on, a body whose length is announced is read into one piece of memory; parts that are joined at the end cost it twice. */
const MIN_WHOLE_BYTES = 8 * 1024 * 1024;

/** Where the bytes of a body go. */
interface Gathering {
  add(chunk: Buffer): void;
  end(): Buffer;
}

function gathering(source: Readable, mostBytes: number): Gathering {
  const announced = Number((source as Partial<IncomingMessage>).headers?.['content-length'] ?? Number.NaN);
  return announced >= MIN_WHOLE_BYTES && announced <= mostBytes ? inOnePiece(announced) : inChunks();
}

function inChunks(): Gathering {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    add: (chunk) => {
      sizeBytes += chunk.length;
      chunks.push(chunk);
    },
    end: () => joined(chunks, sizeBytes),
  };
}

/** The system gives the memory when bytes are written to it, not before. */
function inOnePiece(announced: number): Gathering {
  const whole = Buffer.allocUnsafeSlow(announced);
  let sizeBytes = 0;
  return {
    add: (chunk) => {
      sizeBytes += chunk.copy(whole, sizeBytes);
    },
    end: () => whole.subarray(0, sizeBytes),
  };
}

/** With event listeners: a third of the cost of an async iterator, and every request passes here. */
function readStream(source: Readable, mostBytes: number, refusal: () => Fault): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = gathering(source, mostBytes);
    let sizeBytes = 0;
    source.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > mostBytes) {
        source.removeAllListeners('data');
        reject(refusal());
      } else bytes.add(chunk);
    });
    source.on('end', () => resolve(bytes.end()));
    source.on('error', reject);
    source.on('close', () => {
      if (!source.readableEnded) reject(new Fault('IncompleteBody', 'The request body terminated unexpectedly'));
    });
  });
}

async function readAll(source: AsyncIterable<Uint8Array>, mostBytes: number, refusal: () => Fault): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) throw refusal();
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  }
  return joined(chunks, sizeBytes);
}

const joined = (chunks: readonly Buffer[], sizeBytes: number): Buffer =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, sizeBytes);
