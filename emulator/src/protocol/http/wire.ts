// Requests and answers on the wire, without any framework's types, so that every server and test can make them.
import { MAX_VALUES } from '#protocol/text';

/** Each key of a query string with its value, or its list of values where the key is repeated. */
export type Query = ReadonlyMap<string, string | readonly string[]>;

export type WireHeaders = Readonly<Record<string, string | undefined>>;

export interface WireRequest {
  readonly method: string;
  /** Raw: still percent-encoded. */
  readonly path: string;
  readonly query: Query;
  /** Names in lower case. */
  readonly headers: WireHeaders;
  /** Empty where the body comes as `stream`. */
  readonly body: Uint8Array;
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  /** Parts of the path by the operation's label names; still percent-encoded. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** Long text comes in pieces: joined, it would need memory of its own, which takes longer to get than all else of the answer. */
  body: string | readonly string[] | Uint8Array | AsyncIterable<Uint8Array> | null;
}

export const isInPieces = (body: WireResponse['body']): body is readonly string[] => Array.isArray(body);

export interface OperationCodec {
  /** The body must be passed as `stream`, unread. */
  readonly streamsInput: boolean;
  /** @throws Fault in the protocol's words */
  parse(request: WireRequest): unknown;
  /** @throws Fault the service's validation error */
  validate(input: unknown): void;
  write(output: unknown, requestId: string): WireResponse;
}

/** `a%20b+c` → `a b c`; text with an invalid encoding stays as it is. */
export function decodeForm(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const NO_QUERY: ReadonlyMap<string, string | string[]> = new Map();

export function parseQuery(text: string): Query {
  if (text === '') return NO_QUERY;
  const query = new Map<string, string | string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = decodeForm(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeForm(pair.slice(equals + 1));
    const known = query.get(key);
    if (known === undefined) query.set(key, value);
    else if (typeof known === 'string') query.set(key, [known, value]);
    else known.push(value);
  }
  return query;
}

/** The first values of these keys in a form, which may be large: the rest is not decoded. Keys behind more than `MAX_VALUES` pairs are not found. */
export function firstFields<Name extends string>(text: string, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  let missing = names.length;
  for (let start = 0, pairs = 0; start < text.length && missing > 0 && pairs < MAX_VALUES; pairs++) {
    const ampersand = text.indexOf('&', start);
    const pair = text.slice(start, ampersand < 0 ? text.length : ampersand);
    start += pair.length + 1;
    const equals = pair.indexOf('=');
    const key = decodeForm(equals < 0 ? pair : pair.slice(0, equals));
    const name = names.find((each) => each === key);
    if (name === undefined || found[name] !== undefined) continue;
    found[name] = equals < 0 ? '' : decodeForm(pair.slice(equals + 1));
    missing--;
  }
  return found;
}

export const firstValue = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value[0];
