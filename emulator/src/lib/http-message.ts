// The limits that HTTP sets to names and values of headers and to statuses, for names, values and statuses that clients choose. Node.js throws for what crosses them, and
// takes an interim status (1xx) for the announcement of another answer, which never comes. https://www.rfc-editor.org/rfc/rfc9110

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;
const ALL_FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/g;
const HOST = /^[\w.~%!$&'()*+,;=[\]:-]+$/;
const STATUS = /^[2-5]\d\d$/;
/** How a body is framed is up to the sender of the bytes: a text of a client beside it would let one request be read as two. */
const FRAMING = new Set(['transfer-encoding', 'trailer', 'upgrade']);

/** Names of headers, methods and sub-protocols are tokens. */
export const isToken = (text: string): boolean => TOKEN.test(text);

/** The text as the value of a header: without line breaks, other control characters, and what is beyond ISO 8859-1. */
export const headerValue = (text: string): string => text.replace(ALL_FORBIDDEN, '');

/** A number, or its three digits as a text, that ends a request: 200 to 599. Undefined for anything else. */
export function finalStatus(value: unknown): number | undefined {
  const isStatus = (typeof value === 'number' || typeof value === 'string') && STATUS.test(String(value));
  return isStatus ? Number(value) : undefined;
}

/** A request with what clients chose of it. The body counts where a header tells its length. */
export interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Why Node.js would not send a request, or send more than one; undefined for a request that is sent. */
export function whyUnsendable({ method, headers, body = '' }: OutgoingRequest): string | undefined {
  if (!isToken(method)) return `${JSON.stringify(method)} is no method of HTTP`;
  for (const [name, values] of Object.entries(headers)) {
    if (!isToken(name)) return `${JSON.stringify(name)} is no name of a header`;
    if (FRAMING.has(name.toLowerCase())) return `the header ${name} cannot be set`;
    if (name.toLowerCase() === 'content-length' && Number(values) !== Buffer.byteLength(body))
      return `the header ${name} tells another length`;
    if ([values].flat().some((value) => FORBIDDEN.test(String(value)))) return `the header ${name} has characters that no header may have`;
  }
  const host = Object.entries(headers).find(([name]) => name.toLowerCase() === 'host')?.[1];
  return host === undefined || (typeof host === 'string' && HOST.test(host)) ? undefined : 'the header host names no host';
}
