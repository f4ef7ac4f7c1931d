// Wildcard patterns as policies and filters use them: `*` is any text, `?` any one character, everything else itself.

/** UTF-16 units, with ANY and ONE between them. A unit that was written as a literal stays one, even if it is a star. */
export type Glob = readonly number[];

const ANY = -1;
const ONE = -2;
const STAR = 42;
const QUESTION_MARK = 63;

export function compileGlob(pattern: string): number[] {
  return literalGlob(pattern).map((unit) => (unit === STAR ? ANY : unit === QUESTION_MARK ? ONE : unit));
}

/** Matches this text and nothing else. */
export function literalGlob(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

/** Whole text. Only the last `*` seen is ever retried, so the worst case is pattern × text, however many stars there are. */
export function matchesGlob(glob: Glob, text: string): boolean {
  let [at, read, afterStar, retryFrom] = [0, 0, -1, 0];
  while (read < text.length) {
    const token = glob[at];
    if (token === ANY) {
      afterStar = ++at;
      retryFrom = read;
    } else if (token === ONE || token === text.charCodeAt(read)) {
      at++;
      read++;
    } else if (afterStar >= 0) {
      at = afterStar;
      read = ++retryFrom;
    } else {
      return false;
    }
  }
  while (glob[at] === ANY) at++;
  return at === glob.length;
}

/** Cuts at the first `times` separators (one character each); wildcards never count as separators. */
export function splitGlob(glob: Glob, separator: string, times: number): Glob[] {
  const parts: Glob[] = [];
  let start = 0;
  while (parts.length < times) {
    const end = glob.indexOf(separator.charCodeAt(0), start);
    if (end < 0) break;
    parts.push(glob.slice(start, end));
    start = end + 1;
  }
  return [...parts, glob.slice(start)];
}

export const endsInAny = (glob: Glob): boolean => glob.at(-1) === ANY;
