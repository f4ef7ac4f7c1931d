// The text of a wildcard: which escapes it may hold, and the literal pieces between its stars.
import type { PatternReader } from './pattern-reader.ts';

/** Two stars in a row and escapes other than `\*` and `\\` are errors, placed by the bytes before them. */
export function checkWildcard(reader: PatternReader, text: string): void {
  for (let at = 0; at < text.length; at++) {
    const position = () => Buffer.byteLength(text.slice(0, at)) + 1;
    const next = text[at + 1];
    if (text[at] === '*' && next === '*') reader.fail(`Consecutive wildcard characters at pos ${position()}`);
    if (text[at] !== '\\') continue;
    if (next !== '*' && next !== '\\') reader.fail(`Invalid escape character at pos ${position()}`);
    at++;
  }
}

/** The texts between the stars, unescaped: `a*b` gives `a` and `b`, `*` gives two empty ones. */
export function wildcardPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '*') {
      pieces.push(piece);
      piece = '';
    } else {
      if (text[at] === '\\') at++;
      piece += text[at];
    }
  }
  return [...pieces, piece];
}
