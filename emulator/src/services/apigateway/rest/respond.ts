// The last step on every road: the ids of the gateway among the headers, compression where the API wants it, and nothing that HTTP cannot carry.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RouteResponse } from '#core/route';
import { headerValue, isToken } from '#lib/http-message';
import type { Exchange, RestAnswer } from './exchange.ts';
import { traced } from './map-response.ts';
import { type HeaderList, headerOf } from './rest-request.ts';

const compressed = promisify(gzip);

export async function respond({ status, headers: made, body }: RestAnswer, exchange: Exchange): Promise<RouteResponse> {
  // The gateway's own refusal of what an integration answered
  const headers = exchange.failed && exchange.integrationAnswer ? traced(made, exchange) : made;
  const own: HeaderList = [
    ['x-amzn-RequestId', exchange.requestId],
    ['x-amz-apigw-id', exchange.extendedRequestId],
  ];
  if (!isCompressed(exchange, headers, body)) return { status, headers: grouped([...headers, ...own, ...lengthOf(headers, body)]), body };
  const packed = await compressed(body as Buffer);
  return { status, headers: grouped([...headers, ...own, ['Content-Encoding', 'gzip'], ...lengthOf(headers, packed)]), body: packed };
}

/** Recorded in these letters, which clients that compare names as they are find. */
const lengthOf = (headers: HeaderList, body: RestAnswer['body']): HeaderList =>
  Buffer.isBuffer(body) && headerOf(headers, 'content-length') === undefined ? [['Content-Length', String(body.length)]] : [];

/** `minimumCompressionSize`: from this size on, for clients that take it. */
function isCompressed({ program, request }: Exchange, headers: HeaderList, body: Buffer | AsyncIterable<Uint8Array>): boolean {
  const { minimumCompressionSize: least } = program.snapshot.api;
  if (least === undefined || !Buffer.isBuffer(body) || body.length < least) return false;
  return /\bgzip\b/.test(headerOf(request.headers, 'accept-encoding') ?? '') && headerOf(headers, 'content-encoding') === undefined;
}

function grouped(headers: HeaderList): Record<string, string | string[]> {
  const all = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (const [name, value] of headers) {
    if (!isToken(name)) continue;
    const text = headerValue(value);
    const known = all.get(name.toLowerCase());
    if (known) known.values.push(text);
    else all.set(name.toLowerCase(), { name, values: [text] });
  }
  return Object.fromEntries([...all.values()].map(({ name, values }) => [name, values.length === 1 ? values[0]! : values]));
}
