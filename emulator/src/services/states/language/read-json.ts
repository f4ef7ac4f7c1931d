// Reads a JSON text. Values that are nested deeper than the real service's parser allows are refused, so that nothing later overflows the stack.
import type { Json } from './json.ts';

/** Limit: levels of lists and objects in an input or an output. */
export const MAX_DEPTH = 1000;

export class NestingError extends Error {
  constructor() {
    super(`Document nesting depth (${MAX_DEPTH + 1}) exceeds the maximum allowed (${MAX_DEPTH})`);
  }
}

/** @throws SyntaxError, NestingError */
export function readJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  // A text with fewer brackets than this cannot be too deep.
  if (text.length > MAX_DEPTH * 2 && depthOf(text) > MAX_DEPTH) throw new NestingError();
  return value;
}

/** The text is valid JSON. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === OPEN_LIST || character === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
