// Finds members and elements in the text of well-formed JSON, so that values taken from it keep their spelling, numbers included.

/** The position of a value in the text. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

function skipBlank(text: string, at: number): number {
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

/** The end of the value that begins at `at`. */
function skipValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return skipString(text, at);
  let end = at;
  if (first !== '{' && first !== '[') {
    while (end < text.length && !',]}'.includes(text[end]!) && !isBlank(text.charCodeAt(end))) end++;
    return end;
  }
  let depth = 0;
  do {
    const char = text[end]!;
    if (char === '"') {
      end = skipString(text, end);
      continue;
    }
    if (char === '{' || char === '[') depth++;
    if (char === '}' || char === ']') depth--;
    end++;
  } while (depth > 0 && end < text.length);
  return end;
}

/** The value that the whole text holds. */
export function wholeValue(text: string): Slice {
  const start = skipBlank(text, 0);
  return { start, end: skipValue(text, start) };
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
    const end = skipValue(text, at);
    yield { key, start: at, end };
    at = skipBlank(text, end);
    if (text[at] === ',') at = skipBlank(text, at + 1);
  }
}
