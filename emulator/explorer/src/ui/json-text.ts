// Checks JSON that somebody types: line and column of the first error, and keys that appear twice, which JSON.parse silently drops.

export interface JsonProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

class Problem extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Undefined where the text is JSON without repeated keys. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    const end = value(text, blank(text, 0));
    if (blank(text, end) < text.length) throw new Problem('text after the end of the value', blank(text, end));
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { message: error.message, line: before.length, column: before.at(-1)!.length + 1 };
  }
}

const MAX_DEPTH = 500;

function blank(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at]!)) at++;
  return at;
}

function value(text: string, at: number, depth = 0): number {
  if (depth > MAX_DEPTH) throw new Problem('nested too deeply', at);
  const c = text[at];
  if (c === undefined) throw new Problem('a value is missing', at);
  if (c === '{') return members(text, at, depth);
  if (c === '[') return elements(text, at, depth);
  if (c === '"') return string(text, at);
  const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/.exec(text.slice(at, at + 400))?.[0];
  if (word === undefined) throw new Problem(c === "'" ? 'strings have double quotes' : 'this is no value', at);
  return at + word.length;
}

function string(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === '"') return at + 1;
    if (c < ' ') throw new Problem('a string ends before the end of its line', at);
    if (c !== '\\') continue;
    if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6))) throw new Problem('an unknown escape', at);
    at++;
  }
  throw new Problem('a string has no end', from);
}

function members(text: string, from: number, depth: number): number {
  const keys = new Set<string>();
  let at = blank(text, from + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') throw new Problem('a key in double quotes is missing', at);
    const end = string(text, at);
    const key = text.slice(at, end);
    if (keys.has(key)) throw new Problem(`the key ${key} is there twice`, at);
    keys.add(key);
    at = blank(text, end);
    if (text[at] !== ':') throw new Problem('a colon is missing', at);
    at = blank(text, value(text, blank(text, at + 1), depth + 1));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw new Problem('a comma or } is missing', at);
    at = blank(text, at + 1);
  }
}

function elements(text: string, from: number, depth: number): number {
  let at = blank(text, from + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    at = blank(text, value(text, at, depth + 1));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw new Problem('a comma or ] is missing', at);
    at = blank(text, at + 1);
  }
}
