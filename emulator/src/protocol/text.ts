// Decodes the bytes of a body as text.
import { isAscii } from 'node:buffer';

/** Most bodies are ASCII, which `latin1` decodes ten times faster than UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isAscii(buffer) ? buffer.toString('latin1') : buffer.toString('utf8');
}

/** Limit: levels of a request's body: no model goes half as deep. */
export const MAX_DEPTH = 500;

/** Limit: values of a request's body: reading more would keep other requests waiting. Ten thousand log events have thirty thousand. */
export const MAX_VALUES = 200_000;
