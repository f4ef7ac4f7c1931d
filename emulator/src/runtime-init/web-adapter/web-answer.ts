// The answer of the function's web server as the answer of the invocation, in the form of the service that asked. Pure.
import { STATUS_CODES } from 'node:http';
import type { Origin } from './web-request.ts';

export interface WebAnswer {
  readonly status: number;
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

/** Content types that are text (awslabs/aws-lambda-rust-runtime, lambda-http). */
const TEXT = /^(?:text\/|application\/(?:json|javascript|xml)\b|[^;]*\+(?:xml|yaml|json)\b)/i;

/** JSON of the answer. */
export function eventAnswer(origin: Origin, { status, headers, body }: WebAnswer): string {
  if (origin === 'other') return passedOn(Buffer.from(body).toString());
  const [sent, cookies] = separated(headers);
  const isBase64Encoded = isBinary(sent, body);
  const answer = { body: Buffer.from(body).toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
  if (origin === 'http') {
    return JSON.stringify({ statusCode: status, headers: joined(sent), ...(cookies.length > 0 && { cookies }), ...answer });
  }
  const multiValueHeaders = { ...sent, ...(cookies.length > 0 && { 'set-cookie': cookies }) };
  const description = origin === 'load-balancer' ? { statusDescription: `${status} ${STATUS_CODES[status] ?? ''}`.trim() } : {};
  return JSON.stringify({ statusCode: status, ...description, headers: joined(multiValueHeaders), multiValueHeaders, ...answer });
}

/** The beginning of an answer that streams: status, headers and cookies, then eight bytes of zero. */
export function prelude({ status, headers }: Omit<WebAnswer, 'body'>): Uint8Array {
  const [sent, cookies] = separated(headers);
  return Buffer.concat([Buffer.from(JSON.stringify({ statusCode: status, headers: joined(sent), cookies })), Buffer.alloc(8)]);
}

/** An event that is no HTTP request is answered with the body alone: JSON as it is, anything else as a text. */
function passedOn(body: string): string {
  if (body === '') return 'null';
  try {
    JSON.parse(body);
    return body;
  } catch {
    return JSON.stringify(body);
  }
}

type Values = Readonly<Record<string, readonly string[]>>;

/** Headers, and cookies apart. */
function separated(headers: readonly string[]): [Values, string[]] {
  const sent = new Map<string, string[]>();
  const cookies: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name, value] = [headers[at]!.toLowerCase(), Buffer.from(headers[at + 1]!, 'latin1').toString()];
    if (name === 'set-cookie') cookies.push(value);
    else if (name !== 'transfer-encoding') sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  return [Object.fromEntries(sent), cookies];
}

const joined = (headers: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(', ')]));

function isBinary(headers: Values, body: Uint8Array): boolean {
  if (headers['content-encoding'] !== undefined) return true;
  const [type] = headers['content-type'] ?? [];
  return (type !== undefined && !TEXT.test(type)) || !Buffer.from(Buffer.from(body).toString()).equals(body);
}
