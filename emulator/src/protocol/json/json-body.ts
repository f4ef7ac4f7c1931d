// Parses a body as JSON, with bounds on its depth and on the number of its values.
import { countByte, hasMoreValues } from '#lib/json-structure';
import { serialization, tooManyValues } from '#protocol/refusals';
import { decodeText, MAX_DEPTH, MAX_VALUES } from '#protocol/text';

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** The fewest bytes that a level takes: `[]`, `{"":}`. */
const LIST_BYTES = 2;
const MAP_BYTES = 5;

function mayBeTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length < MAX_DEPTH * LIST_BYTES) return false;
  const lists = countByte(bytes, OPEN_LIST, MAX_DEPTH);
  const maps = MAX_DEPTH - lists;
  return bytes.length >= lists * LIST_BYTES + maps * MAP_BYTES && countByte(bytes, OPEN_MAP, maps) === maps;
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
  if (hasMoreValues(bytes, MAX_VALUES)) throw tooManyValues();
  try {
    return JSON.parse(decodeText(bytes)) as unknown;
  } catch {
    throw serialization();
  }
}
