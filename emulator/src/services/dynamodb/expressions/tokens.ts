// Splits the text of an expression into tokens.

export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A name or keyword, in upper case; undefined for other tokens. */
  readonly word: string | undefined;
}

const TOKEN = /\s*(?:([A-Za-z][A-Za-z0-9_]*)|([#:][A-Za-z0-9_]*|[0-9]+|<>|<=|>=|[^\s]))/y;

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found; found = TOKEN.exec(text)) {
    const token = found[1] ?? found[2]!;
    const end = TOKEN.lastIndex;
    tokens.push({ text: token, start: end - token.length, end, word: found[1]?.toUpperCase() });
  }
  return tokens;
}
