// Finds members and elements in the text of well-formed JSON, so that values taken from it keep their spelling, numbers included.

/** The position of a value in the text. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** The first position from `at` on that is not blank. */
export function skipBlank(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** `at` is the position of the opening quote. Returns the position after the closing one. */
function skipString(text: string, at: number): number {
  let end = at + 1;
  for (let code = text.charCodeAt(end); code !== QUOTE && end < text.length; code = text.charCodeAt(end)) end += code === BACKSLASH ? 2 : 1;
  return end + 1;
}

const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** The end of the value that begins at `at`. */
export function valueEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return skipString(text, at);
  let end = at;
  if (first !== OPEN_MAP && first !== OPEN_LIST) {
    while (end < text.length && !',]}'.includes(text[end]!) && !isBlank(text.charCodeAt(end))) end++;
    return end;
  }
  const { length } = text;
  let depth = 0;
  let quoted = false;
  for (; end < length; end++) {
    const code = text.charCodeAt(end);
    if (code === QUOTE) quoted = !quoted;
    else if (quoted) end += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_MAP || code === OPEN_LIST) depth++;
    else if ((code === CLOSE_MAP || code === CLOSE_LIST) && --depth === 0) return end + 1;
  }
  return length;
}

/** The value that the whole text holds. */
export function wholeValue(text: string): Slice {
  const start = skipBlank(text, 0);
  return { start, end: valueEnd(text, start) };
}

/** The members of an object or the elements of an array, with the index as key. Empty for any other value. */
export function* partsOf(text: string, { start }: Slice): Generator<Slice & { readonly key: string }> {
  const opening = text[start];
  if (opening !== '{' && opening !== '[') return;
  let at = skipBlank(text, start + 1);
  for (let place = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; place++) {
    let key = String(place);
    if (opening === '{') {
      const end = skipString(text, at);
      key = JSON.parse(text.slice(at, end)) as string;
      at = skipBlank(text, skipBlank(text, end) + 1);
    }
    const end = valueEnd(text, at);
    yield { key, start: at, end };
    at = skipBlank(text, end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
}

/** An object without its members whose values are long, and where those lie. */
export interface SplitObject {
  readonly rest: string;
  readonly long: readonly (Slice & { readonly key: string })[];
}

/** Splits the text of an object that was written without blanks. */
export function splitObject(text: string, minLength: number): SplitObject {
  const kept: string[] = [];
  const long: (Slice & { key: string })[] = [];
  let from = 1;
  for (let at = 1; at < text.length - 1; ) {
    const keyEnd = skipString(text, at);
    const end = valueEnd(text, keyEnd + 1);
    if (end - keyEnd > minLength) {
      if (at > from) kept.push(text.slice(from, at - 1));
      long.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, start: keyEnd + 1, end });
      from = end + 1;
    }
    at = end + 1;
  }
  if (from < text.length - 1) kept.push(text.slice(from, text.length - 1));
  return { rest: `{${kept.join(',')}}`, long };
}
