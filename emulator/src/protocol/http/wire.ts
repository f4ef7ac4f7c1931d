// Requests and answers as they travel: no framework's types, so that every server and every test can make them.

/** Every key of a query string with its value, or its values where it was repeated. */
export type Query = ReadonlyMap<string, string | readonly string[]>;

export type WireHeaders = Readonly<Record<string, string | undefined>>;

export interface WireRequest {
  readonly method: string;
  /** Raw: still percent-encoded. */
  readonly path: string;
  readonly query: Query;
  /** Names in lower case. */
  readonly headers: WireHeaders;
  /** Empty where the body is left to `stream`. */
  readonly body: Uint8Array;
  readonly stream?: AsyncIterable<Uint8Array> | undefined;
  /** Parts of the path by the names that the operation gives them; still percent-encoded. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

export interface OperationCodec {
  /** The body must come as `stream`, unread. */
  readonly streamsInput: boolean;
  /** Throws a Fault in the protocol's words. */
  parse(request: WireRequest): unknown;
  /** Throws the service's validation Fault. */
  validate(input: unknown): void;
  write(output: unknown, requestId: string): WireResponse;
}

/** `a%20b+c` → `a b c`; text that is no valid encoding stays as it is. */
export function decodeForm(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const NO_QUERY: Query = new Map();

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

export const firstValue = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value[0];
