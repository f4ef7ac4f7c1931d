// Writes an encoded answer to the connection, over HTTP/1.1 and HTTP/2.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isInPieces, type WireResponse } from '#protocol/http/wire';

/** Headers that HTTP/2 does not allow. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * Bytes up to this many are handed over as text, byte for byte: Node.js joins text with the headers, and writes both at once to the socket, but
 * writes bytes as a second piece, which takes longer than to copy them.
 */
const MAX_JOINED_BYTES = 16 * 1024;

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string => Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** ASCII needs no transcoding, which costs more than all else of a large answer. */
const encodingOf = (text: string, bytes: number): BufferEncoding => (bytes === text.length ? 'latin1' : 'utf8');

/** Some routes name the header in letters of their own. */
function announce(headers: WireResponse['headers'], bytes: number): void {
  if (headers['Content-Length'] === undefined) headers['content-length'] ??= String(bytes);
}

/** After a content-length, Node.js (up to 24 at least) refuses a content-disposition that has characters of ISO 8859-1 beyond ASCII. */
const dispositionFirst = (headers: WireResponse['headers']): WireResponse['headers'] => {
  const disposition = headers['content-disposition'];
  return disposition === undefined ? headers : { 'content-disposition': disposition, ...headers };
};

/** Resolves when the answer has been handed over; rejects when the connection broke in the middle of a stream. */
export async function send(response: ServerResponse, answer: WireResponse, headOnly: boolean): Promise<void> {
  if (response.destroyed || response.headersSent) return;
  const { status, body } = answer;
  const headers = dispositionFirst(answer.headers);
  if (response.req.httpVersionMajor === 2) for (const name of CONNECTION_HEADERS) delete headers[name];
  if (body === null || headOnly) {
    response.writeHead(status, headers).end();
  } else if (typeof body === 'string') {
    const bytes = Buffer.byteLength(body);
    announce(headers, bytes);
    response.writeHead(status, headers).end(body, encodingOf(body, bytes));
  } else if (isInPieces(body)) {
    const bytes = body.map((piece) => Buffer.byteLength(piece));
    announce(
      headers,
      bytes.reduce((sum, length) => sum + length, 0),
    );
    response.writeHead(status, headers);
    response.cork();
    for (const [at, piece] of body.entries()) response.write(piece, encodingOf(piece, bytes[at]!));
    response.end();
    response.uncork();
  } else if (body instanceof Uint8Array) {
    announce(headers, body.byteLength);
    response.writeHead(status, headers);
    if (body.byteLength <= MAX_JOINED_BYTES) response.end(latin1(body), 'latin1');
    else response.end(body);
  } else {
    response.writeHead(status, headers);
    await pipeline(Readable.from(body, { objectMode: false }), response);
  }
}
