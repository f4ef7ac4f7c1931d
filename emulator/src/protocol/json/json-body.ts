// Parses a body as JSON, in bounded depth.
import { serialization } from '#protocol/refusals';
import { decodeText, MAX_DEPTH } from '#protocol/text';

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** The fewest bytes that a level takes: `[]`, `{"":}`. */
const LIST_BYTES = 2;
const MAP_BYTES = 5;

/** Counts this byte, up to `most`. Uses native search, so that ordinary bodies cost next to nothing. */
function count(bytes: Uint8Array, byte: number, most: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && found < most; at = bytes.indexOf(byte, at + 1)) found++;
  return found;
}

function mayBeTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length < MAX_DEPTH * LIST_BYTES) return false;
  const lists = count(bytes, OPEN_LIST, MAX_DEPTH);
  const maps = MAX_DEPTH - lists;
  return bytes.length >= lists * LIST_BYTES + maps * MAP_BYTES && count(bytes, OPEN_MAP, maps) === maps;
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
  if (mayBeTooDeep(bytes) && isTooDeep(bytes)) throw serialization();
  try {
    return JSON.parse(decodeText(bytes)) as unknown;
  } catch {
    throw serialization();
  }
}
