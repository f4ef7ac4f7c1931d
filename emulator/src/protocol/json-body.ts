// A body → the JSON value in it, in bounded depth.
import { serialization } from './refusals.ts';
import { decodeText, MAX_DEPTH } from './text.ts';

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** Are there more than `limit` of this byte? Native search, so that ordinary bodies cost next to nothing. */
function holdsMoreThan(bytes: Uint8Array, byte: number, limit: number): boolean {
  let at = -1;
  for (let found = 0; found <= limit; found++) {
    at = bytes.indexOf(byte, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (quoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === OPEN_LIST || byte === OPEN_MAP) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_MAP) depth--;
  }
  return false;
}

export function parseJson(bytes: Uint8Array): unknown {
  const half = MAX_DEPTH / 2;
  if ((holdsMoreThan(bytes, OPEN_LIST, half) || holdsMoreThan(bytes, OPEN_MAP, half)) && isTooDeep(bytes)) throw serialization();
  try {
    return JSON.parse(decodeText(bytes)) as unknown;
  } catch {
    throw serialization();
  }
}
