// Wildcard patterns as policies and filters use them: `*` matches any text, `?` any one character, everything else itself.

export interface Glob {
  readonly text: string;
  /** Positions in the text where `*` or `?` is literal; `all` where none is a wildcard. */
  readonly literal: 'all' | ReadonlySet<number>;
}

const STAR = 42;
const QUESTION_MARK = 63;
const NOWHERE: ReadonlySet<number> = new Set();

export const compileGlob = (pattern: string): Glob => ({ text: pattern, literal: hasWildcard(pattern) ? NOWHERE : 'all' });

/** Matches this text and nothing else. */
export const literalGlob = (text: string): Glob => ({ text, literal: 'all' });

const hasWildcard = (text: string): boolean => text.includes('*') || text.includes('?');

/** Matches the whole text. Each part between stars is taken where it is found first, which no later place could better. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const pattern = glob.text;
  if (glob.literal === 'all') return pattern === text;
  return glob.literal.size > 0 || pattern.includes('?') ? matchesByUnits(glob, text) : matchesByParts(pattern.split('*'), text);
}

/** Matches as `matchesGlob`, for patterns that are used often: they are taken apart once. */
export function globMatcher(pattern: string): (text: string) => boolean {
  if (!hasWildcard(pattern)) return (text) => text === pattern;
  if (pattern.includes('?')) {
    const glob = compileGlob(pattern);
    return (text) => matchesGlob(glob, text);
  }
  const parts = pattern.split('*');
  if (parts.length === 2 && parts[1] === '') {
    const start = parts[0]!;
    return (text) => text.startsWith(start);
  }
  return (text) => matchesByParts(parts, text);
}

/** The parts between stars, of which there is one at least: the first one begins the text, the last one ends it. */
function matchesByParts(parts: readonly string[], text: string): boolean {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  const end = text.length - last.length;
  let read = first.length;
  if (read > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (let index = 1; index < parts.length - 1; index++) {
    const found = text.indexOf(parts[index]!, read);
    read = found + parts[index]!.length;
    if (found < 0 || read > end) return false;
  }
  return true;
}

/** Only the last `*` seen is ever retried, so the worst case is pattern × text, however many stars there are. */
function matchesByUnits(glob: Glob, text: string): boolean {
  const pattern = glob.text;
  let [at, read, afterStar, retryFrom] = [0, 0, -1, 0];
  while (read < text.length) {
    const unit = pattern.charCodeAt(at);
    const wild = isWild(glob, at);
    if (wild && unit === STAR) {
      afterStar = ++at;
      retryFrom = read;
    } else if (wild || unit === text.charCodeAt(read)) {
      at++;
      read++;
    } else if (afterStar >= 0) {
      at = afterStar;
      read = ++retryFrom;
    } else {
      return false;
    }
  }
  while (pattern.charCodeAt(at) === STAR && isWild(glob, at)) at++;
  return at === pattern.length;
}

function isWild({ text, literal }: Glob, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit === STAR || unit === QUESTION_MARK) && literal !== 'all' && !literal.has(at);
}

/** Concatenates the patterns. */
export function joinGlobs(globs: readonly Glob[]): Glob {
  const text = globs.map((glob) => glob.text).join('');
  if (globs.every(({ literal }) => literal === 'all')) return literalGlob(text);
  const literal = new Set<number>();
  let offset = 0;
  for (const glob of globs) {
    for (let at = 0; at < glob.text.length; at++) if (!isWild(glob, at)) literal.add(offset + at);
    offset += glob.text.length;
  }
  return { text, literal };
}

/** Cuts at the first `times` separators (one character each); wildcards never count as separators. */
export function splitGlob(glob: Glob, separator: string, times: number): Glob[] {
  const parts: Glob[] = [];
  let start = 0;
  while (parts.length < times) {
    const end = glob.text.indexOf(separator, start);
    if (end < 0) break;
    parts.push(sliceGlob(glob, start, end));
    start = end + 1;
  }
  return [...parts, sliceGlob(glob, start, glob.text.length)];
}

function sliceGlob({ text, literal }: Glob, start: number, end: number): Glob {
  const part = text.slice(start, end);
  if (literal === 'all' || !hasWildcard(part)) return literalGlob(part);
  return { text: part, literal: literal.size === 0 ? NOWHERE : new Set([...literal].map((at) => at - start)) };
}

export const endsInStar = (glob: Glob): boolean => glob.text.endsWith('*') && isWild(glob, glob.text.length - 1);
